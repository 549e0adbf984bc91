import { UserId } from "@quartermaster/shared/contracts";

/** Names that the ledger gives to no person, and words that programs take for values of their own. */
const RESERVED: ReadonlySet<string> = new Set([
  ..."policy system runtime expiry time scheduler coordinator approvals supply transit export anonymous anyone nobody".split(" "),
  ..."null undefined true false nan none constructor prototype tostring valueof hasownproperty".split(" "),
]);
/** What the ids of requests, items and steps look like. */
const LIKE_AN_ID = /^(?:apr|brf|cal|evt|grt|msg|own|pln|prp|rcp|req|stp|thr|tsk)_/;

/** The name of a user that an admin makes or changes: one that can be mistaken for nothing else. */
export const NewUserId = UserId.refine((id) => !RESERVED.has(id) && !LIKE_AN_ID.test(id), "is reserved");
