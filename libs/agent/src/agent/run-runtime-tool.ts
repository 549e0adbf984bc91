import type { Brief, JsonObject, JsonValue, Question } from "@quartermaster/shared/contracts";
import { failure, type Outcome } from "./call-outcome.ts";
import { factToRemember } from "./fact-to-remember.ts";
import { readOn } from "./more-handles.ts";
import type { RuntimeToolName } from "./runtime-tools.ts";
import { memoryOf } from "./task-memory.ts";
import type { TaskState } from "./task-state.ts";
import { textPart, textSource } from "./text-part.ts";

type Run = (args: JsonObject, state: TaskState, brief: Brief) => Outcome;

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
  const from = Number(args.from ?? 0);
  if (from >= text.value.length)
    return failure(
      { ok: false, code: "end_of_text", hint: `The text has ${text.value.length} characters.`, path: "from" },
      { effect, args },
    );
  return { ok: true, effect, args, taint: [textSource(text)], output: { ok: true, ...textPart(text, from) } };
};

const readMore: Run = (args, state) => {
  const handle = state.more.find((entry) => entry.handle === args.handle);
  if (!handle) return unknownHandle(args);
  const { shown, more } = readOn(handle, state.more);
  return { ok: true, effect, args, output: { ok: true, result: shown }, ...(more.length > 0 ? { more } : {}) };
};

const MAX_FACTS = 10;

const remember: Run = (args, state, brief) => {
  const fact = factToRemember(brief, args, state.openedTexts.length);
  if ("ok" in fact) return failure(fact, { effect, args });
  if (state.remembered.length >= MAX_FACTS)
    return failure({ ok: false, code: "too_many_facts", hint: "Enough for one turn." }, { effect, args });
  return { ok: true, effect, args, output: { ok: true, remembered: fact as unknown as JsonValue }, remembered: fact };
};

const recall: Run = (args, _state, brief) => {
  const facts = memoryOf(brief).facts.filter(({ fact }) => args.fact === undefined || fact.name === args.fact);
  const shown = facts.map(({ fact, learnedAt, expiresAt }) => ({ ...fact, learnedAt, expiresAt }));
  return { ok: true, effect, args, output: { ok: true, facts: shown as unknown as JsonValue } };
};

const RUNS: Record<RuntimeToolName, Run> = { ask_user: askUser, refuse, read_text: readText, read_more: readMore, remember, recall };

/** Runs a tool of the runtime itself on arguments that were validated. */
export const runRuntimeTool = (name: RuntimeToolName, args: JsonObject, state: TaskState, brief: Brief): Outcome =>
  RUNS[name](args, state, brief);
