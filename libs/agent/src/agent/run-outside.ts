import type { Brief, JsonObject } from "@quartermaster/shared/contracts";
import { failure, type Outcome } from "./call-outcome.ts";
import type { TextHandle } from "./journal.ts";
import { taintOf } from "./said-by-requester.ts";
import type { TaskState } from "./task-state.ts";
import { textPart, textSource } from "./text-part.ts";
import type { OutsideTool } from "./tool.ts";

const effect = "read" as const;

/**
 * Asks a server outside the company and shows what it said as a free text: the task is tainted by it, and a value that only it
 * names is an untrusted one. Once any other free text was opened, nothing is asked outside: its words could choose what the
 * company's data are sent along.
 * @param onFault told of what is the tool's own fault.
 * @throws the signal's reason when aborted.
 */
export async function runOutside(
  tool: OutsideTool<JsonObject>,
  state: TaskState,
  brief: Brief,
  args: JsonObject,
  onFault: (error: unknown) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const record = `mcp/${tool.source}`;
  const base = { effect, args };
  const other = taintOf(brief, state).find((source) => !source.startsWith(`${record}#`));
  if (other !== undefined) {
    const hint = `The free text ${other} was read in this task; after that, nothing is asked outside.`;
    return failure({ ok: false, code: "outside_after_text", hint }, base);
  }
  try {
    const answer = await tool.ask(args, signal);
    if (!answer.ok) return failure(answer, base);
    if (answer.text === "") return { ...base, ok: true, output: { ok: true, record, empty: true } };
    const handle = `txt_${state.texts.length + 1}`;
    const text: TextHandle = { handle, record, field: tool.name, value: answer.text };
    const failed = answer.failed ? { failed: true } : {};
    return {
      ...base,
      ok: true,
      output: { ok: true, ...failed, ...textPart(text, 0) },
      texts: [text],
      opened: [handle],
      taint: [textSource(text)],
    };
  } catch (error) {
    signal.throwIfAborted();
    onFault(error);
    return failure({ ok: false, code: "tool_failed", hint: "The outside system did not answer this call." }, base);
  }
}
