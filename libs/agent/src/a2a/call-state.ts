import { Extensions } from "@a2a-js/sdk";
import { ServerCallContext } from "@a2a-js/sdk/server";
import { AppError } from "@quartermaster/shared/errors";
import type { A2aCaller } from "./task-source.ts";

const CALLER = "quartermaster.caller";
const SIGNAL = "quartermaster.signal";

/** What a transport knows of a call. Header names are lower case. */
export interface A2aCall {
  caller: A2aCaller;
  headers: Readonly<Record<string, string | undefined>>;
  /** Aborts when the caller has gone. */
  signal: AbortSignal;
}

/** Builds the SDK's call context; an absent A2A-Version means 0.3 by the specification, which is then refused. */
export function createCallContext(call: A2aCall): ServerCallContext {
  return new ServerCallContext({
    requestedExtensions: Extensions.parseServiceParameter(call.headers["a2a-extensions"]),
    requestedVersion: call.headers["a2a-version"] ?? "0.3",
    user: { isAuthenticated: true, userName: `${call.caller.tenant}/${call.caller.user}` },
    state: new Map<string, unknown>([
      [CALLER, call.caller],
      [SIGNAL, call.signal],
    ]),
  });
}

/** @throws AppError unauthenticated when the transport set no caller. */
export function callerOf(context: ServerCallContext): A2aCaller {
  const caller = context.state.get(CALLER) as A2aCaller | undefined;
  if (!caller) throw new AppError("unauthenticated");
  return caller;
}

export function signalOf(context: ServerCallContext): AbortSignal {
  return context.state.get(SIGNAL) as AbortSignal;
}
