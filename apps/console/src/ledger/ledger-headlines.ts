import type { Json, JsonObject } from "../api/types.ts";
import { editLines } from "../approvals/edit-lines.ts";

export interface LedgerEntry {
  position: number;
  id: string;
  kind: string;
  requestId: string;
  stepId: string | null;
  subject: string;
  actor: string;
  at: string;
  body: Json;
  hash: string;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const member = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

const textOf = (value: Json | undefined, name: string): string => text(member(value, name));

/** An instruction or a card of the ledger: the headline is the server's own, empty where only the instruction was written. */
export interface LedgerDeed {
  tool: string;
  args: Json | undefined;
  headline: string;
}

/** Says a deed in the words of the page. */
export type SayDeed = (deed: LedgerDeed) => string;

const deedOf = (holder: Json | undefined): LedgerDeed => ({
  tool: textOf(holder, "tool"),
  args: member(holder, "args"),
  headline: textOf(holder, "headline"),
});

const instruction = (holder: Json | undefined, say: SayDeed): string => {
  const deed = deedOf(holder);
  // A receipt names a tool too, but what was done stands in its grant.
  return deed.tool === "" || !isObject(deed.args) ? "" : say(deed);
};

/** From what to what an edit narrowed a step. */
function editWords(edit: Json | undefined): string {
  const [from, args] = [member(edit, "from"), member(edit, "args")];
  return isObject(from) && isObject(args) ? editLines(from, args).join("; ") : "";
}

/** What entries said so far, under the names by which others refer to it: hash of a card, of a step's content, id of a grant, an item. */
type Said = Map<string, string>;

/** What an entry is about by what it holds itself: words, else the hash or id of what it was written for. */
function wordsOf(entry: LedgerEntry, said: Said, say: SayDeed): string {
  const { body } = entry;
  const signed = member(body, "body");
  const named = (name: string): string => said.get(textOf(signed, name) || textOf(body, name)) ?? "";
  const [card, edit] = [member(body, "card"), editWords(member(body, "edit"))];
  return (
    (textOf(card, "headline") && say(deedOf(card))) ||
    edit ||
    named("cardHash") ||
    instruction(signed, say) ||
    instruction(body, say) ||
    named("grantId") ||
    named("contentHash") ||
    named("approvalId")
  );
}

/**
 * What each of these entries is about in words, by entry id. A step may be narrowed or planned anew while it waits, so no entry takes the
 * words of another one of its step: a decision has those of the card it was given on, a receipt those of its grant.
 * Entries come in the order of the ledger.
 */
export function ledgerHeadlines(entries: readonly LedgerEntry[], say: SayDeed): Map<string, string> {
  const said: Said = new Map();
  // What a content hash stands for never changes, so a later grant says it for an entry before it too.
  for (const { body } of entries) {
    const signed = member(body, "body");
    if (instruction(signed, say) !== "") said.set(textOf(signed, "contentHash"), instruction(signed, say));
  }
  const words = new Map<string, string>();
  for (const entry of entries) {
    if (entry.stepId === null) continue;
    const own = wordsOf(entry, said, say);
    if (own === "") continue;
    words.set(entry.id, own);
    const card = member(entry.body, "card");
    if (card !== undefined) said.set(textOf(card, "hash"), own).set(entry.subject, own);
    if (entry.kind === "grant.issued") said.set(entry.subject, own);
  }
  return words;
}

/** "approve", "reject" or a receipt's outcome; empty for entries without one. */
export function ledgerVerdict(entry: LedgerEntry): string {
  return text(member(entry.body, "decision")) || text(member(member(entry.body, "body"), "outcome"));
}
