import type { JsonMap } from "../protocol/chat-request.ts";
import type { Conversation, Step } from "./conversation.ts";

const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);

export const succeeded = (step: Step): boolean =>
  step.output?.ok === true || (step.output !== null && step.output.ok === undefined && step.output.error === undefined);

/** Calls of a tool so far. */
export const callsOf = (conversation: Conversation, name: string): Step[] => conversation.steps.filter((step) => step.name === name);

/** Result of a successful call; servers that wrap nothing give the output itself. */
export const resultOf = (step: Step): JsonMap => (isMap(step.output?.result) ? step.output.result : (step.output ?? {}));

export interface Failure {
  code: string;
  hint: string;
  path: string;
}

/** Code, hint and place of a failed call. */
export function failureOf(step: Step): Failure | null {
  if (succeeded(step)) return null;
  const output = step.output ?? {};
  return {
    code: String(output.code ?? "failed"),
    hint: String(output.hint ?? output.message ?? output.error ?? ""),
    path: String(output.path ?? ""),
  };
}

/** What the runtime puts at the end of a list that it cut: how many it left out, and nothing of a record. */
const isCutMark = (value: JsonMap): boolean =>
  typeof value.leftOut === "number" && Object.keys(value).every((key) => ["leftOut", "more", "hint"].includes(key));

/** The records of a list, without the mark of a cut. */
export const listOf = (value: unknown): JsonMap[] =>
  Array.isArray(value) ? value.filter((member): member is JsonMap => isMap(member) && !isCutMark(member)) : [];

/** How many records of a list were not shown. */
export const leftOutOf = (value: unknown): number =>
  Array.isArray(value) ? value.filter(isMap).reduce((sum, member) => sum + (isCutMark(member) ? Number(member.leftOut) : 0), 0) : 0;

export const textOf = (value: unknown): string | null =>
  typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : null;
export { isMap };
