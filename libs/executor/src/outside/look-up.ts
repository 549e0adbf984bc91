import type { LookupOutcome } from "../adapter/outside-system.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import type { OutsideCall } from "./outside-call.ts";

/** Asks the system what became of our reference; whatever goes wrong on the way is `unknown`. */
export const lookUp = ({ outside }: LinkedPorts, call: OutsideCall): Promise<LookupOutcome> =>
  outside.system
    .lookup(call.tenant, call.key, AbortSignal.timeout(outside.timeoutMs))
    .catch(
      (error: unknown): LookupOutcome => ({ kind: "unknown", detail: error instanceof Error ? error.message.slice(0, 900) : "no answer" }),
    );
