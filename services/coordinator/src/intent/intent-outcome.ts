import type { AgentName, Intent, JsonObject, Language, Question, ToolDescription, Usage } from "@quartermaster/shared/contracts";

/**
 * One question that must be answered with JSON of a schema; given up when the signal aborts. MUST NOT reject for want of an answer:
 * `json` is null then, and `usage` tells what was spent all the same.
 */
export type ModelCall = (
  messages: { role: "system" | "user"; content: string }[],
  schema: { name: string; schema: Record<string, unknown> },
  signal?: AbortSignal,
) => Promise<{ json: unknown; usage: Usage }>;

/** How a turn stands to the open request of its thread. */
export type TurnRelation = "new" | "follow_up" | "correction" | "answer";

export interface IntentInput {
  text: string;
  /** The language asked for; null when the words tell theirs. */
  language: Language | null;
  /** What the thread began in, for a turn that tells none. */
  threadLanguage?: Language | null;
  threadFields: JsonObject;
  history: { role: "user" | "assistant"; text: string }[];
  pending: {
    questions: Question[];
    /** With what its own turns have acknowledged so far. */
    openRequest: { id: string; text: string; intent: Intent | null; acknowledge?: readonly string[] } | null;
  } | null;
  /** The ended request of the thread that did something last; `latest` when no turn came after it. */
  done?: { id: string; text: string; latest: boolean } | null;
  roles: readonly string[];
  agents: readonly AgentName[];
  tools: readonly ToolDescription[];
  businessNow: string;
  model: ModelCall;
  signal?: AbortSignal;
}

/** What came of reading a turn: an intent, a question back, or a refusal with its reason. */
export type IntentOutcome =
  | {
      kind: "intent";
      intent: Intent;
      goal: string;
      relation: TurnRelation;
      acknowledges: string[];
      again: boolean;
      usage: Usage;
      /** What the user is asked once the agents have read what belongs to it; nothing is proposed meanwhile. */
      asks?: Question[];
    }
  /** What was acknowledged holds for the answer as well: nothing is asked twice. */
  | { kind: "question"; questions: Question[]; acknowledges: string[]; language: Language; usage: Usage }
  | { kind: "refusal"; code: string; detail: string; language: Language; usage: Usage };
