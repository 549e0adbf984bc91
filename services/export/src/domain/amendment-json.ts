import type { JsonObject } from "@quartermaster/shared/contracts";
import type { AmendDeclarationArgs } from "./request-args.ts";

type Changes = AmendDeclarationArgs["changes"];

/** Changes of an amendment as JSON: a field of the whole declaration has no line. */
export const changesAsJson = (changes: Changes): JsonObject[] =>
  changes.map(({ line, field, from, to }) => ({ ...(line === undefined ? {} : { line }), field, from: from ?? "", to }));

/** The amendment that goes back. */
export const changesBack = (changes: Changes): JsonObject[] =>
  changes.map(({ line, field, from, to }) => ({ ...(line === undefined ? {} : { line }), field, from: to, to: from ?? "" }));
