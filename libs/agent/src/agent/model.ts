import type { JsonObject } from "@quartermaster/shared/contracts";

/** One call that the model asks for. `arguments` is the text as sent: it may be no JSON at all. */
export interface ModelToolCall {
  id: string;
  name: string;
  arguments: string;
}

/** A message of the conversation. Only the runtime makes `tool` messages. */
export type ChatMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string | null; toolCalls: ModelToolCall[] }
  | { role: "tool"; toolCallId: string; content: string };

/** A tool as the model sees it. `strict` only when the schema fits the servers' strict subset. */
export interface ModelTool {
  name: string;
  description: string;
  parameters: JsonObject;
  strict: boolean;
}

export interface ModelUsage {
  promptTokens: number;
  completionTokens: number;
}

/** What the model answered, whatever the server's dialect. */
export interface AssistantTurn {
  content: string | null;
  toolCalls: ModelToolCall[];
  finishReason: "stop" | "tool_calls" | "length" | "content_filter" | "other";
  refusal: string | null;
  /** null when the server does not count. */
  usage: ModelUsage | null;
}

export interface ModelRequest {
  messages: readonly ChatMessage[];
  tools: readonly ModelTool[];
  maxTokens: number;
  /** Closed JSON schema of the answer, for calls that want data instead of words. */
  responseSchema?: { name: string; schema: JsonObject };
  /**
   * Told when a call went out and no answer came back: it may have been paid for. Answers what the next try may take at most in
   * tokens of its answer; null forbids another try.
   */
  onUnanswered?(): Promise<number | null>;
  signal: AbortSignal;
}

/**
 * Port to a language model. Implementations MUST bound time and retries themselves, MUST tell `onUnanswered` of every try that
 * went out and was lost before they try again, and MUST reject with a ModelError when no answer can be had; anything the model
 * says, however odd, is a turn and not an error.
 */
export interface Model {
  readonly name: string;
  /** True while calls are refused without asking the server, because it was down a moment ago. */
  readonly open?: boolean;
  complete(request: ModelRequest): Promise<AssistantTurn>;
}

/** No answer from the model: `unavailable` may work later, `rejected` will not. */
export class ModelError extends Error {
  readonly kind: "unavailable" | "rejected";
  constructor(kind: "unavailable" | "rejected", message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ModelError";
    this.kind = kind;
  }
}
