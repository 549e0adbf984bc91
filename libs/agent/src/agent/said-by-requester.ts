import { goalWords } from "@quartermaster/language/goal";
import type { Brief } from "@quartermaster/shared/contracts";
import type { TaskState } from "./task-state.ts";

/** The requester's own words of a brief, and what he only quotes or pastes, which counts as data like any free text. */
export const saidByRequester = (brief: Pick<Brief, "goal">): { own: string; quoted: string[] } => goalWords(brief.goal);

/** Name of what was pasted into a request, as a source of values and of taint. */
export const pastedSource = (brief: Pick<Brief, "requestId">): string => `${brief.requestId}#pasted`;

/** Every free text that the model of a task has seen: what was pasted into the request stands in its first prompt. */
export function taintOf(brief: Pick<Brief, "goal" | "requestId">, state: Pick<TaskState, "taintSources">): string[] {
  const isPasted = saidByRequester(brief).quoted.some((text) => text.trim() !== "");
  return [...(isPasted ? [pastedSource(brief)] : []), ...state.taintSources];
}
