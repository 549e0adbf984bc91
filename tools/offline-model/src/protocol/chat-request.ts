export type JsonMap = Record<string, unknown>;

export interface ChatMessage {
  role: "system" | "developer" | "user" | "assistant" | "tool";
  content: string;
  toolCalls: { id: string; name: string; arguments: string }[];
  toolCallId: string | null;
}

export interface OfferedTool {
  name: string;
  description: string;
  parameters: JsonMap;
}

export interface ChatRequest {
  messages: ChatMessage[];
  tools: OfferedTool[];
  /** none, auto, required, or the name of the one tool to call. */
  toolChoice: string;
  parallelCalls: boolean;
  /** JSON schema of the answer, if one is asked for. */
  schema: JsonMap | null;
  stream: boolean;
  includeUsage: boolean;
}

export interface ModelTurn {
  content: string | null;
  calls: { name: string; args: JsonMap }[];
}

/** A request that no OpenAI-compatible server could answer. */
export class BadRequest extends Error {
  readonly parameter: string;
  constructor(message: string, parameter: string) {
    super(message);
    this.name = "BadRequest";
    this.parameter = parameter;
  }
}

const isMap = (value: unknown): value is JsonMap => typeof value === "object" && value !== null && !Array.isArray(value);
const ROLES = ["system", "developer", "user", "assistant", "tool"];

/** Text of a content that may be a string or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => (isMap(part) && typeof part.text === "string" ? part.text : "")).join("");
}

function readMessage(value: unknown, index: number): ChatMessage {
  if (!isMap(value) || !ROLES.includes(String(value.role)))
    throw new BadRequest(`messages[${index}].role is missing or unknown`, `messages[${index}].role`);
  const calls = Array.isArray(value.tool_calls) ? value.tool_calls : [];
  return {
    role: value.role as ChatMessage["role"],
    content: textOf(value.content),
    toolCalls: calls.flatMap((call) => {
      const named = isMap(call) && isMap(call.function) ? call.function : null;
      return named && isMap(call) ? [{ id: String(call.id), name: String(named.name), arguments: String(named.arguments) }] : [];
    }),
    toolCallId: typeof value.tool_call_id === "string" ? value.tool_call_id : null,
  };
}

function readTool(value: unknown, index: number): OfferedTool {
  const named = isMap(value) && isMap(value.function) ? value.function : null;
  if (!named || typeof named.name !== "string") throw new BadRequest(`tools[${index}].function.name is missing`, `tools[${index}]`);
  return { name: named.name, description: String(named.description ?? ""), parameters: isMap(named.parameters) ? named.parameters : {} };
}

function readSchema(format: unknown): JsonMap | null {
  if (!isMap(format)) return null;
  if (format.type === "json_object") return { type: "object", properties: {} };
  const wrapped = format.type === "json_schema" && isMap(format.json_schema) ? format.json_schema : null;
  return wrapped && isMap(wrapped.schema) ? wrapped.schema : null;
}

/** Reads a chat-completions body as leniently as servers do. @throws BadRequest naming the parameter. */
export function readChatRequest(body: unknown): ChatRequest {
  if (!isMap(body)) throw new BadRequest("the body is not a JSON object", "body");
  if (!Array.isArray(body.messages) || body.messages.length === 0) throw new BadRequest("messages is missing or empty", "messages");
  const choice = body.tool_choice;
  const named = isMap(choice) && isMap(choice.function) ? String(choice.function.name) : null;
  return {
    messages: body.messages.map(readMessage),
    tools: (Array.isArray(body.tools) ? body.tools : []).map(readTool),
    toolChoice: named ?? (typeof choice === "string" ? choice : "auto"),
    parallelCalls: body.parallel_tool_calls !== false,
    schema: readSchema(body.response_format),
    stream: body.stream === true,
    includeUsage: isMap(body.stream_options) && body.stream_options.include_usage === true,
  };
}
