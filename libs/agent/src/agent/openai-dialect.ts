import type OpenAI from "openai";
import type { ChatMessage, ModelRequest, ModelTool } from "./model.ts";

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** What a server accepts; remembered once a call under it succeeded. */
export interface Dialect {
  strict: boolean;
  temperature: boolean;
  /** Newer servers refuse `max_tokens`, older ones know nothing else. */
  limit: "max_tokens" | "max_completion_tokens";
}

/** The widest form; servers that refuse a part of it teach the port what to leave out. */
export const FULL_DIALECT: Dialect = { strict: true, temperature: true, limit: "max_tokens" };

const usesStrict = (request: Pick<ModelRequest, "tools" | "responseSchema">): boolean =>
  request.responseSchema !== undefined || request.tools.some((tool) => tool.strict);

/**
 * The dialect to try after a refusal with this text, or null when nothing is left out that the request has. A refusal that names
 * nothing may be about strict tools or the schema, as of a server that says "unknown field" and no more, or about the request itself:
 * the call without them tells, and only its success is remembered.
 */
export function nextDialect(dialect: Dialect, refusal: string, request: Pick<ModelRequest, "tools" | "responseSchema">): Dialect | null {
  if (dialect.limit === "max_tokens" && refusal.includes("max_completion_tokens")) return { ...dialect, limit: "max_completion_tokens" };
  if (dialect.temperature && /temperature/i.test(refusal)) return { ...dialect, temperature: false };
  return dialect.strict && usesStrict(request) ? { ...dialect, strict: false } : null;
}

const toMessage = (message: ChatMessage): Message => {
  if (message.role === "tool") return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  if (message.role !== "assistant") return { role: message.role, content: message.content };
  if (message.toolCalls.length === 0) return { role: "assistant", content: message.content ?? "" };
  return {
    role: "assistant",
    content: message.content,
    tool_calls: message.toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
};

const toTool = (tool: ModelTool, dialect: Dialect): OpenAI.Chat.Completions.ChatCompletionFunctionTool => ({
  type: "function",
  function: {
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    ...(dialect.strict && tool.strict ? { strict: true } : {}),
  },
});

/** A server without a schema mode is told the form in words; the caller checks the answer in any case. */
function withSchema(messages: readonly ChatMessage[], schema: NonNullable<ModelRequest["responseSchema"]>): ChatMessage[] {
  const form = `\n\nAnswer with one JSON object of this JSON schema and nothing else:\n${JSON.stringify(schema.schema)}`;
  const at = messages.findLastIndex((message) => message.role === "user");
  return messages.map((message, index) =>
    index === at && message.role === "user" ? { ...message, content: message.content + form } : message,
  );
}

/** The request body in a server's dialect. */
export function toBody(settings: { model: string; temperature: number }, request: ModelRequest, dialect: Dialect): Body {
  const { responseSchema: schema } = request;
  const messages = schema && !dialect.strict ? withSchema(request.messages, schema) : request.messages;
  const body: Body = { model: settings.model, messages: messages.map(toMessage), [dialect.limit]: request.maxTokens };
  if (dialect.temperature) body.temperature = settings.temperature;
  if (request.tools.length > 0) body.tools = request.tools.map((tool) => toTool(tool, dialect));
  if (schema && dialect.strict) {
    body.response_format = { type: "json_schema", json_schema: { name: schema.name, schema: schema.schema, strict: true } };
  }
  return body;
}
