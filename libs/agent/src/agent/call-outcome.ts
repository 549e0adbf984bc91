import type { ToolEntry } from "./journal.ts";
import type { ToolFailure } from "./tool.ts";

/** What came of a call; the rest of its journal entry is the same for all. */
export type Outcome = Partial<Omit<ToolEntry, "kind" | "at" | "ms" | "callId" | "tool">> & Pick<ToolEntry, "ok" | "output">;

/** A typed failure as the model is shown it. */
export const failure = (problem: ToolFailure, more: Partial<Outcome> = {}): Outcome => ({
  ...more,
  ok: false,
  code: problem.code,
  output: { ok: false, code: problem.code, hint: problem.hint, ...(problem.path === undefined ? {} : { path: problem.path }) },
});
