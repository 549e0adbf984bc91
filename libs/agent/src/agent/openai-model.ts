import type { Secret } from "@quartermaster/shared/config";
import OpenAI, { APIError } from "openai";
import { type AssistantTurn, type ChatMessage, type Model, ModelError, type ModelRequest, type ModelTool } from "./model.ts";
import { undiciFetch } from "./undici-fetch.ts";

export interface OpenaiModelOptions {
  baseUrl: string;
  model: string;
  apiKey?: Secret;
  temperature?: number;
  timeoutMs?: number;
  /** Calls in all for one turn, the first included. */
  maxAttempts?: number;
}

type Message = OpenAI.Chat.Completions.ChatCompletionMessageParam;
type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

/** What a server accepts; remembered once a call under it succeeded. */
interface Dialect {
  strict: boolean;
}

const RETRY_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
const MAX_WAIT_MS = 10_000;

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

function toBody(options: OpenaiModelOptions, request: ModelRequest, dialect: Dialect): Body {
  const body: Body = {
    model: options.model,
    messages: request.messages.map(toMessage),
    temperature: options.temperature ?? 0,
    max_tokens: request.maxTokens,
  };
  if (request.tools.length > 0) body.tools = request.tools.map((tool) => toTool(tool, dialect));
  if (request.responseSchema && dialect.strict) {
    const { name, schema } = request.responseSchema;
    body.response_format = { type: "json_schema", json_schema: { name, schema, strict: true } };
  }
  return body;
}

const FINISH_REASONS = ["stop", "tool_calls", "length", "content_filter"] as const;

/** Reads a completion leniently: every member may be missing on servers that only resemble the original. */
function toTurn(completion: OpenAI.Chat.Completions.ChatCompletion): AssistantTurn {
  const choice = completion.choices?.[0];
  const calls = Array.isArray(choice?.message?.tool_calls) ? choice.message.tool_calls : [];
  const finish = FINISH_REASONS.find((reason) => reason === choice?.finish_reason) ?? "other";
  const usage = completion.usage;
  const counted = Number.isSafeInteger(usage?.prompt_tokens) && Number.isSafeInteger(usage?.completion_tokens);
  return {
    content: typeof choice?.message?.content === "string" ? choice.message.content : null,
    toolCalls: calls.flatMap((call) => (call.type === "function" || "function" in call ? [toCall(call as never)] : [])),
    finishReason: finish,
    refusal: typeof choice?.message?.refusal === "string" ? choice.message.refusal : null,
    usage: counted && usage ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens } : null,
  };
}

const toCall = (call: { id?: string; function?: { name?: string; arguments?: unknown } }) => {
  const given = call.function?.arguments;
  return { id: call.id ?? "", name: call.function?.name ?? "", arguments: typeof given === "string" ? given : JSON.stringify(given ?? {}) };
};

/** Milliseconds to wait before the next try, by Retry-After or doubling with jitter. */
function waitMs(error: unknown, attempt: number): number {
  const header = error instanceof APIError ? error.headers?.get("retry-after") : undefined;
  const asked = header ? Number(header) * 1000 : Number.NaN;
  const backOff = 250 * 2 ** attempt * (0.75 + Math.random() / 2);
  return Math.min(Number.isFinite(asked) ? Math.max(asked, backOff) : backOff, MAX_WAIT_MS);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms);
    function done() {
      signal.removeEventListener("abort", stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal.reason);
    }
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
  });

/** Port to any OpenAI-compatible server: 30 s a call, back-off on 429, 5xx and timeouts, at most four tries. */
export function createOpenaiModel(options: OpenaiModelOptions): Model {
  const client = new OpenAI({
    baseURL: options.baseUrl,
    apiKey: options.apiKey?.reveal() ?? "none",
    timeout: options.timeoutMs ?? 30_000,
    maxRetries: 0,
    fetch: undiciFetch,
  });
  const maxAttempts = options.maxAttempts ?? 4;
  let known: Dialect = { strict: true };

  const complete = async (request: ModelRequest): Promise<AssistantTurn> => {
    let dialect = known;
    let last: unknown;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      if (attempt > 0) await pause(waitMs(last, attempt - 1), request.signal);
      try {
        const turn = toTurn(await client.chat.completions.create(toBody(options, request, dialect), { signal: request.signal }));
        known = dialect;
        return turn;
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        last = error;
        const status = error instanceof APIError ? error.status : undefined;
        if ((status === 400 || status === 422) && dialect.strict) dialect = { strict: false };
        else if (status !== undefined && !RETRY_STATUS.has(status))
          throw new ModelError("rejected", `the model server answered ${status}`, error);
      }
    }
    throw new ModelError("unavailable", "the model server does not answer", last);
  };
  return { name: options.model, complete };
}
