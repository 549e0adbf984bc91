import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import { type JsonObject, type JsonValue, subjects } from "@quartermaster/shared/contracts";
import { AppError, toProblem } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";
import { FRAME_LIMITS } from "./parse-task-message.ts";

export type RpcHeaders = ReadonlyMap<string, string>;
/** One JSON-RPC method over the bus. An AppError becomes a JSON-RPC error with its code in `data`. */
export type RpcMethod = (params: JsonValue, headers: RpcHeaders) => Promise<JsonValue>;

const RpcRequest = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string().max(80),
  params: z.json().default({}),
});

const reply = (id: unknown, body: JsonObject): string => JSON.stringify({ jsonrpc: "2.0", id, ...body });

/** The body as JSON, or undefined: what is no JSON may still belong to the extension's protocol, which answers in its own way. */
function readJson(body: string): unknown {
  try {
    return parseStrict(body, FRAME_LIMITS);
  } catch {
    return undefined;
  }
}

function errorReply(id: unknown, error: unknown): string {
  const problem = toProblem(error);
  const code = problem.status === 404 ? -32001 : problem.status < 500 ? -32602 : -32603;
  return reply(id, { error: { code, message: problem.detail, data: { code: problem.code } } });
}

export interface RpcOptions {
  bus: Pick<Bus, "subscribe">;
  agent: string;
  instance: string;
  methods: Readonly<Record<string, RpcMethod>>;
  /** Sees every message that names none of `methods`, for protocols of their own (streams); true = handled. */
  onRpc?: ((message: CoreMessage) => Promise<boolean>) | undefined;
  log: Logger;
}

/** Serves JSON-RPC on the agent's shared subject (any replica answers) and on this instance's own. */
export function serveRpc(options: RpcOptions): { stop(): Promise<void> } {
  const { bus, agent, instance, methods, log } = options;
  const answer = async (message: CoreMessage): Promise<string | null> => {
    const parsed = RpcRequest.safeParse(readJson(message.body));
    const method = parsed.success && Object.hasOwn(methods, parsed.data.method) ? methods[parsed.data.method] : undefined;
    if (!method) {
      if (await options.onRpc?.(message)) return null;
      if (!parsed.success) return reply(null, { error: { code: -32600, message: "not a JSON-RPC 2.0 request" } });
      return reply(parsed.data.id, { error: { code: -32601, message: "there is no such method" } });
    }
    const { id, params } = parsed.data as z.infer<typeof RpcRequest>;
    try {
      return reply(id, { result: await method(params as JsonValue, message.headers) });
    } catch (error) {
      if (!AppError.isInstance(error) || error.status >= 500) log.error({ err: error, subject: message.subject }, "rpc failed");
      return errorReply(id, error);
    }
  };
  const handle = async (message: CoreMessage): Promise<void> => {
    if (!message.respond) return;
    const body = await answer(message);
    if (body !== null) message.respond(body);
  };
  const shared = bus.subscribe(subjects.rpc(agent), handle, { queue: agent });
  const own = bus.subscribe(subjects.instanceRpc(agent, instance), handle);
  return {
    async stop() {
      await Promise.all([shared.stop(), own.stop()]);
    },
  };
}
