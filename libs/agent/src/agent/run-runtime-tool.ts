import type { JsonObject, Question } from "@quartermaster/shared/contracts";
import { failure, type Outcome } from "./call-outcome.ts";
import { RESULT_CHARS } from "./cut-result.ts";
import { readOn } from "./more-handles.ts";
import type { RuntimeToolName } from "./runtime-tools.ts";
import type { TaskState } from "./task-state.ts";

type Run = (args: JsonObject, state: TaskState) => Outcome;

const effect = "runtime" as const;

const askUser: Run = (args, state) => {
  const question: Question = {
    id: `q${state.questions.length + 1}`,
    text: String(args.text),
    options: (args.options ?? []) as Question["options"],
  };
  return { ok: true, effect, args, output: { ok: true, asked: true }, question };
};

const refuse: Run = (args) => ({
  ok: true,
  effect,
  args,
  output: { ok: true, refused: true },
  refusal: { code: String(args.code), detail: String(args.detail) },
});

const unknownHandle = (args: JsonObject): Outcome =>
  failure({ ok: false, code: "unknown_handle", hint: "No tool result holds this handle.", path: "handle" }, { effect, args });

const readText: Run = (args, state) => {
  const text = state.texts.find((entry) => entry.handle === args.handle);
  if (!text) return unknownHandle(args);
  const taint = [`${text.record}#${text.field}`.slice(0, 120)];
  const base = { ok: true, effect, args, taint } as const;
  const output = { ok: true, record: text.record, field: text.field, untrustedText: text.value.slice(0, RESULT_CHARS) };
  return text.value.length <= RESULT_CHARS
    ? { ...base, output }
    : { ...base, output: { ...output, leftOutChars: text.value.length - RESULT_CHARS } };
};

const readMore: Run = (args, state) => {
  const handle = state.more.find((entry) => entry.handle === args.handle);
  if (!handle) return unknownHandle(args);
  const { shown, more } = readOn(handle, state.more);
  return { ok: true, effect, args, output: { ok: true, result: shown }, ...(more.length > 0 ? { more } : {}) };
};

const RUNS: Record<RuntimeToolName, Run> = { ask_user: askUser, refuse, read_text: readText, read_more: readMore };

/** Runs a tool of the runtime itself on arguments that were validated. */
export const runRuntimeTool = (name: RuntimeToolName, args: JsonObject, state: TaskState): Outcome => RUNS[name](args, state);
