import type { Receipt } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ApplyOutcome, LookupOutcome } from "../adapter/outside-system.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import type { OutsideCall } from "./outside-call.ts";
import { postponeUnknown } from "./postpone.ts";
import { type CallEnding, settleCall } from "./settle-call.ts";

/** The ending of a call of which nothing was made. */
export const notMade = (outcome: "stale" | "refused" | "failed", code: string, detail: string): CallEnding => ({
  kind: "not_made",
  outcome,
  code,
  detail,
});

/** Records the outcome; what was made there but cannot be written here stays open and is shown, for it must not be lost. */
export async function settle(ports: LinkedPorts, call: OutsideCall, ending: CallEnding): Promise<Receipt | null> {
  try {
    return await settleCall(ports, call, ending);
  } catch (error) {
    if (AppError.isInstance(error) && error.retryable) throw error;
    if (ending.kind === "not_made") throw error;
    ports.log.error({ err: error, grantId: call.grantId, key: call.key }, "made outside, but not recorded here yet");
    return postponeUnknown(
      ports,
      { ...call, state: "sent" },
      {
        code: "record_conflict",
        detail: `${ports.outside.system.name} made it as ${ending.result.reference}; our own records do not allow it yet`,
      },
    );
  }
}

/** Records what the system said, or leaves the call open when that does not tell what became of it. */
export function settleAnswer(ports: LinkedPorts, call: OutsideCall, answer: ApplyOutcome | LookupOutcome): Promise<Receipt | null> {
  switch (answer.kind) {
    case "applied":
    case "already_applied":
    case "found":
      return settle(ports, call, { kind: "made", result: answer.result });
    case "stale":
      return settle(ports, call, notMade("stale", "stale", answer.detail));
    case "rejected":
      return settle(ports, call, notMade("failed", answer.code, answer.detail));
    case "not_found":
      return postponeUnknown(ports, call, {
        code: "outcome_unknown",
        detail: `${ports.outside.system.name} has nothing under ${call.key} and does not promise that nothing comes later; a person has to look`,
      });
    case "unknown":
      return postponeUnknown(ports, call, { code: "outcome_unknown", detail: answer.detail });
  }
}
