import { JsonRpcTransportHandler } from "@a2a-js/sdk/server";

/** JSON-RPC's own code for what went wrong inside. */
const INTERNAL = -32603;
const INTERNAL_ERROR = { code: INTERNAL, message: "internal error" };

type RpcError = ReturnType<typeof JsonRpcTransportHandler.mapToJSONRPCError>;

/** The JSON-RPC error of a failure; the words of an unexpected one (a database's, say) stay inside. */
export function safeError(error: unknown): { error: RpcError | typeof INTERNAL_ERROR; internal: boolean } {
  const mapped = JsonRpcTransportHandler.mapToJSONRPCError(error);
  return mapped.code === INTERNAL ? { error: INTERNAL_ERROR, internal: true } : { error: mapped, internal: false };
}

/** An answer of the SDK, which maps what a handler throws by itself, words and all. `hidden` is what was taken out of it. */
export function safeAnswer<T extends object>(outcome: T): { answer: T | (T & { error: typeof INTERNAL_ERROR }); hidden: string | null } {
  const { error } = outcome as { error?: { code?: unknown; message?: unknown } };
  if (error?.code !== INTERNAL) return { answer: outcome, hidden: null };
  return { answer: { ...outcome, error: INTERNAL_ERROR }, hidden: String(error.message) };
}
