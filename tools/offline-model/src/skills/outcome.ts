import { explainCode } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { type Failure, failureOf } from "../mind/steps.ts";
import type { JsonMap, ModelTurn, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";

/** What a skill wants next: a call, a question, a refusal, words for the answer, or nothing more. */
export type Outcome =
  | { kind: "call"; name: string; args: JsonMap }
  | { kind: "ask"; text: string; options?: (string | { label: string; text: string })[] }
  | { kind: "refuse"; code: string; detail: string }
  | { kind: "say"; text: string }
  | { kind: "done" };

export const call = (tool: OfferedTool, args: JsonMap): Outcome => ({ kind: "call", name: tool.name, args });

/** Tries after which a failing call is given up. */
const MAX_TRIES = 5;

/** The last failure of a tool, with how often it failed; null when the last call succeeded or there was none. */
export function lastFailure(steps: readonly Step[]): (Failure & { tries: number; step: Step }) | null {
  const last = steps.at(-1);
  const failure = last ? failureOf(last) : null;
  return last && failure ? { ...failure, tries: steps.filter((step) => failureOf(step) !== null).length, step: last } : null;
}

export const givenUp = (steps: readonly Step[]): boolean => steps.filter((step) => failureOf(step) !== null).length >= MAX_TRIES;

/** A refusal that hands on what the system of record said. */
export function refuseWith(conversation: Conversation, what: string, failure: Failure): Outcome {
  const code = /^[a-z][a-z0-9_]{1,59}$/.test(failure.code) ? failure.code : "not_possible";
  return {
    kind: "refuse",
    code,
    detail: phrase("not_possible", conversation.language, {
      what,
      code,
      hint: explainCode(code, failure.hint, conversation.language),
    }).slice(0, 1000),
  };
}

/** Turns an outcome into a model turn with the tools at hand; without a tool for asking or refusing it becomes words. */
export function toTurn(outcome: Outcome, tools: readonly OfferedTool[], fallback: string): ModelTurn {
  const offers = (name: string) => tools.some((tool) => tool.name === name);
  if (outcome.kind === "call") return { content: null, calls: [{ name: outcome.name, args: outcome.args }] };
  if (outcome.kind === "ask") {
    const options = (outcome.options ?? []).slice(0, 12).map((option) => {
      const { label, text } = typeof option === "string" ? { label: option, text: option } : option;
      return { label: label.slice(0, 120), text: text.slice(0, 400) };
    });
    if (offers("ask_user"))
      return {
        content: null,
        calls: [{ name: "ask_user", args: { text: outcome.text.slice(0, 1000), options: options.length > 0 ? options : null } }],
      };
    return { content: [outcome.text, ...options.map((option) => `- ${option.label}`)].join("\n"), calls: [] };
  }
  if (outcome.kind === "refuse") {
    if (offers("refuse"))
      return { content: null, calls: [{ name: "refuse", args: { code: outcome.code, detail: outcome.detail.slice(0, 1000) } }] };
    return { content: outcome.detail, calls: [] };
  }
  return { content: outcome.kind === "say" ? outcome.text : fallback, calls: [] };
}
