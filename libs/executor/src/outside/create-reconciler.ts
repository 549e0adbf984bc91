import { isRetryableDatabaseError } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { LinkedPorts } from "../service/executor-ports.ts";
import { claimDueCalls } from "./call-store.ts";
import { carryOut } from "./carry-out.ts";
import { leaseMsOf } from "./open-call.ts";

const EVERY_MS = 500;
const AT_ONCE = 8;

/** Looks after calls that a dead process left or that nobody answered, until their outcome is known. */
export interface Reconciler {
  start(): void;
  /** Finishes what it has in hand. */
  stop(): Promise<void>;
}

/** One round: takes over what is due and brings it further; gives how many calls it had in hand. */
export async function reconcileCalls(ports: LinkedPorts): Promise<number> {
  const calls = await claimDueCalls(ports.pool, leaseMsOf(ports.outside), AT_ONCE);
  await Promise.all(
    calls.map(async (call) => {
      try {
        const receipt = await carryOut(ports, call);
        if (receipt)
          ports.log.info({ grantId: call.grantId, tool: call.tool, outcome: receipt.outcome, code: receipt.code }, "call looked after");
      } catch (error) {
        // Its lease ends, and then it is taken up again.
        const expected = isRetryableDatabaseError(error) || (AppError.isInstance(error) && error.retryable);
        ports.log[expected ? "warn" : "error"]({ err: error, grantId: call.grantId }, "call could not be looked after");
      }
    }),
  );
  return calls.length;
}

/** Makes the loop; replicas share the work by leases. */
export function createReconciler(ports: LinkedPorts): Reconciler {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  let stopped = false;
  const schedule = (afterMs: number): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      round = reconcileCalls(ports)
        .catch((error: unknown) => {
          ports.log.warn({ err: error }, "calls could not be looked after");
          return 0;
        })
        .then((handled) => schedule(handled === AT_ONCE ? 0 : EVERY_MS));
    }, afterMs);
  };
  return {
    start: () => schedule(0),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await round;
    },
  };
}
