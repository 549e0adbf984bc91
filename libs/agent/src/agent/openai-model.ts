import type { Secret } from "@quartermaster/shared/config";
import type { Logger } from "@quartermaster/shared/log";
import OpenAI, { APIError } from "openai";
import { type AssistantTurn, type Model, ModelError, type ModelRequest } from "./model.ts";
import { type Dialect, FULL_DIALECT, nextDialect, toBody } from "./openai-dialect.ts";
import { errorInBody, readCompletion } from "./read-completion.ts";
import { pause, retryWaitMs } from "./retry-wait.ts";
import { wasUnanswered } from "./unanswered.ts";
import { undiciFetch } from "./undici-fetch.ts";

export interface OpenaiModelOptions {
  baseUrl: string;
  model: string;
  apiKey?: Secret;
  temperature?: number;
  timeoutMs?: number;
  /** Calls in all for one turn, the first included. */
  maxAttempts?: number;
  /** Told what the server does not take, once a call without it succeeded. */
  log?: Pick<Logger, "warn">;
}

const RETRY_STATUS = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);
/** A refusal that may be about a part of the dialect is answered at once, this often at most. */
const MAX_DIALECT_CHANGES = 3;

/** An error that came with status 200: the server answered, and for an error nobody pays. */
class ServerSaidError extends Error {}

type Failure = { kind: "again"; error: unknown } | { kind: "dialect"; next: Dialect; error: unknown };

/** What to do after a failed call. @throws ModelError when trying again is pointless. */
function judge(error: unknown, dialect: Dialect, request: ModelRequest): Failure {
  const status = error instanceof APIError ? error.status : undefined;
  if (status === 400 || status === 422) {
    const next = nextDialect(dialect, error instanceof APIError ? error.message : "", request);
    if (next) return { kind: "dialect", next, error };
  }
  if (status !== undefined && !RETRY_STATUS.has(status)) throw new ModelError("rejected", `the model server answered ${status}`, error);
  return { kind: "again", error };
}

const retryAfterOf = (error: unknown): string | null | undefined => (error instanceof APIError ? error.headers?.get("retry-after") : null);

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
  const settings = { model: options.model, temperature: options.temperature ?? 0 };
  let known = FULL_DIALECT;

  const callOnce = async (request: ModelRequest, dialect: Dialect): Promise<AssistantTurn> => {
    // A signal of its own: the package never takes its listener off the task's.
    const signal = AbortSignal.any([request.signal]);
    const completion = await client.chat.completions.create(toBody(settings, request, dialect), { signal });
    const problem = errorInBody(completion);
    if (problem !== null) throw new ServerSaidError(`the model server answered with an error: ${problem.slice(0, 200)}`);
    if (known !== dialect)
      options.log?.warn({ model: options.model, from: known, to: dialect }, "the model server takes less than it was asked");
    known = dialect;
    return readCompletion(completion);
  };

  const complete = async (request: ModelRequest): Promise<AssistantTurn> => {
    let dialect = known;
    let last: unknown;
    let changes = 0;
    let maxTokens = request.maxTokens;
    for (let attempt = 0; attempt < maxAttempts; ) {
      try {
        return await callOnce({ ...request, maxTokens }, dialect);
      } catch (error) {
        if (request.signal.aborted) throw request.signal.reason;
        last = error;
        const failure = judge(error, dialect, request);
        if (failure.kind === "dialect" && changes < MAX_DIALECT_CHANGES) {
          dialect = failure.next;
          changes += 1;
          continue;
        }
        attempt += 1;
        const wait = retryWaitMs(retryAfterOf(error), attempt - 1, Date.now());
        const lost = !(error instanceof ServerSaidError) && wasUnanswered(error);
        const left = lost && request.onUnanswered ? await request.onUnanswered() : maxTokens;
        if (left === null || wait === null || attempt >= maxAttempts) break;
        maxTokens = left;
        await pause(wait, request.signal);
      }
    }
    throw new ModelError("unavailable", "the model server does not answer", last);
  };
  return { name: options.model, complete };
}
