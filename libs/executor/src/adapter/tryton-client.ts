import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { createHttpExchange, type HttpAnswer } from "./http-exchange.ts";

export interface TrytonOptions {
  url: string;
  database: string;
  user: string;
  password: string;
  timeoutMs: number;
}

/** A refusal by Tryton's own rules (a user error, a domain or an access rule): nothing was changed. */
export class TrytonRefusal extends Error {
  override readonly name = "TrytonRefusal";
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** One logged-in user of one Tryton database. Every number in an answer is decimal text. */
export interface TrytonClient {
  /**
   * Calls a method of a model in the user's own context, each call in a transaction of its own.
   * @throws TrytonRefusal when Tryton says no; AppError unavailable when nothing can have arrived, timeout when that is open.
   */
  call(method: string, params: readonly JsonValue[], signal: AbortSignal, context?: JsonObject): Promise<unknown>;
  /** Company of the user, for records that need one. */
  company(signal: AbortSignal): Promise<number>;
}

const Login = z.tuple([z.string(), z.string()]);
const Preferences = z.object({ company: z.string(), language: z.string().optional() });
const Failure = z.tuple([z.string(), z.unknown()]).rest(z.unknown());

interface Session {
  authorization: string;
  company: number;
  language: string;
}

const bodyOf = (answer: HttpAnswer): { result?: unknown; error?: unknown } =>
  typeof answer.body === "object" && answer.body !== null ? answer.body : {};

/** First text in what Tryton says of an error. */
function messageOf(value: unknown): string {
  if (typeof value === "string") return value;
  const first = Array.isArray(value) ? value.map(messageOf).find((text) => text !== "") : undefined;
  return (first ?? "").slice(0, 900);
}

const REFUSALS: Record<string, string> = { UserError: "user_error", UserWarning: "user_warning", ConcurrencyException: "stale" };

function resultOf(answer: HttpAnswer): unknown {
  const body = bodyOf(answer);
  const failure = Failure.safeParse(body.error);
  if (failure.success) {
    const code = REFUSALS[failure.data[0]];
    if (code !== undefined) throw new TrytonRefusal(code, messageOf(failure.data[1]) || failure.data[0]);
    // A programming error there rolls its transaction back, but it is not for us to say that it always does.
    throw new AppError("timeout", { detail: `Tryton failed: ${failure.data[0].slice(0, 200)}` });
  }
  if (answer.status === 200 && "result" in body) return body.result;
  if (answer.status === 403) throw new TrytonRefusal("forbidden", "the Tryton user may not do this");
  if (answer.status === 429) throw new AppError("unavailable", { detail: "Tryton takes no more log-ins now" });
  throw new AppError("timeout", { detail: `Tryton answered ${answer.status}` });
}

/** Makes the client; it logs in with the first call and again when its session has ended. */
export function createTrytonClient(options: TrytonOptions): TrytonClient {
  let session: Promise<Session> | undefined;
  let authorization: string | null = null;
  const exchange = createHttpExchange({ url: options.url, authorization: () => authorization, timeoutMs: options.timeoutMs });
  const send = (method: string, params: readonly unknown[], signal: AbortSignal): Promise<HttpAnswer> =>
    exchange("POST", `/${encodeURIComponent(options.database)}/`, { id: 1, method, params }, signal);

  const login = async (signal: AbortSignal): Promise<Session> => {
    authorization = null;
    const answer = await send("common.db.login", [options.user, { password: options.password }], signal);
    const logged = Login.safeParse(bodyOf(answer).result);
    if (!logged.success) throw new AppError("unavailable", { detail: "Tryton refused the log-in" });
    const [user, key] = logged.data;
    authorization = `Session ${Buffer.from(`${options.user}:${user}:${key}`).toString("base64")}`;
    const preferences = Preferences.parse(resultOf(await send("model.res.user.get_preferences", [true, {}], signal)));
    return { authorization, company: Number(preferences.company), language: preferences.language ?? "en" };
  };
  const current = (signal: AbortSignal): Promise<Session> => {
    session ??= login(signal).catch((error: unknown) => {
      session = undefined;
      throw error;
    });
    return session;
  };

  return {
    async call(method, params, signal, context = {}) {
      for (let attempt = 0; ; attempt++) {
        const { company, language } = await current(signal);
        const answer = await send(method, [...params, { company, language, ...context }], signal);
        // A session that ended: the call was not looked at.
        if (answer.status !== 401 || attempt > 0) return resultOf(answer);
        session = undefined;
      }
    },
    company: async (signal) => (await current(signal)).company,
  };
}
