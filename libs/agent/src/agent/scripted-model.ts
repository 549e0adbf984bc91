import { type AssistantTurn, type Model, ModelError, type ModelRequest } from "./model.ts";

/** One scripted answer: words, calls, or a whole turn; a function looks at the request first (to assert on it). */
export type ScriptedStep =
  | string
  | { calls: { name: string; args: unknown; id?: string }[]; content?: string }
  | { turn: Partial<AssistantTurn> }
  | { error: "unavailable" | "rejected" }
  | ((request: ModelRequest) => ScriptedStep);

export interface ScriptedModel extends Model {
  readonly requests: readonly ModelRequest[];
  /** @throws Error when steps of the script were not used. */
  assertFinished(): void;
}

const EMPTY: AssistantTurn = {
  content: null,
  toolCalls: [],
  finishReason: "stop",
  refusal: null,
  usage: { promptTokens: 100, completionTokens: 20 },
};

function toTurn(step: ScriptedStep, request: ModelRequest, number: number): AssistantTurn {
  if (typeof step === "function") return toTurn(step(request), request, number);
  if (typeof step === "string") return { ...EMPTY, content: step };
  if ("error" in step) throw new ModelError(step.error, "scripted");
  if ("turn" in step) return { ...EMPTY, ...step.turn };
  const toolCalls = step.calls.map((call, index) => ({
    id: call.id ?? `call_${number}_${index}`,
    name: call.name,
    arguments: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
  }));
  return { ...EMPTY, content: step.content ?? null, toolCalls, finishReason: "tool_calls" };
}

/** A model that says exactly what it was told to: a request beyond the script fails, and so does `assertFinished` before its end. */
export function createScriptedModel(script: readonly ScriptedStep[]): ScriptedModel {
  const requests: ModelRequest[] = [];
  return {
    name: "scripted",
    requests,
    async complete(request) {
      const step = script[requests.length];
      requests.push(structuredClone({ ...request, signal: undefined, onUnanswered: undefined }) as unknown as ModelRequest);
      if (step === undefined) throw new Error(`the script has ${script.length} steps; the model was asked for one more`);
      return toTurn(step, request, requests.length);
    },
    assertFinished() {
      if (requests.length < script.length) throw new Error(`${script.length - requests.length} scripted steps were not used`);
    },
  };
}
