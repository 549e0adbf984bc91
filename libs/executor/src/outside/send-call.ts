import type { Receipt } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { ApplyOutcome } from "../adapter/outside-system.ts";
import { recordId } from "../execution/record-id.ts";
import { resolveReferences } from "../grant/resolve-references.ts";
import type { GrantRefusal } from "../grant/verify-grant.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import { askLeave } from "./ask-leave.ts";
import { contentOf } from "./content-of.ts";
import { lookUp } from "./look-up.ts";
import type { OutsideCall } from "./outside-call.ts";
import { postponeUnknown, postponeUnsent } from "./postpone.ts";
import { notMade, settle, settleAnswer } from "./settle-answer.ts";
import type { CallEnding } from "./settle-call.ts";

/** True once no sending of ours can surface any more. */
const isQuiet = (ports: LinkedPorts, call: OutsideCall): boolean => {
  const { repeat } = ports.outside.system;
  return repeat.kind !== "never" && (call.sinceSentMs ?? 0) >= repeat.quietMs;
};

/**
 * Ends a call of which an earlier sending was not answered and which is not sent again: as not made only when the system has nothing
 * under our reference at a time when nothing can surface any more.
 */
async function concludeNotMade(ports: LinkedPorts, call: OutsideCall, ending: CallEnding & { kind: "not_made" }): Promise<Receipt | null> {
  const found = await lookUp(ports, call);
  if (found.kind !== "not_found") return settleAnswer(ports, { ...call, state: "sent" }, found);
  if (isQuiet(ports, call)) return settle(ports, call, ending);
  const detail = `${ending.detail}; whether an earlier sending still arrives is being looked up`;
  return postponeUnknown(ports, call, { code: "outcome_unknown", detail }, call);
}

/** Ends a call that never left: not to be reached for as long as it may be sent is a failure, everything else a refusal. */
export function endUnsent(ports: LinkedPorts, call: OutsideCall, { code, detail }: GrantRefusal): Promise<Receipt | null> {
  const { name } = ports.outside.system;
  const ending =
    code === "grant_expired"
      ? notMade("failed", "unavailable", `${name} could not be reached in time (${detail}); nothing was sent`)
      : notMade("refused", code, `${detail}; nothing was sent`);
  return settle(ports, call, ending);
}

/** A sending that did not leave: the call stands as it stood before. */
const leaveForLater = (ports: LinkedPorts, call: OutsideCall, detail: string): Promise<Receipt | null> =>
  call.sends === 0 ? postponeUnsent(ports, call, detail) : postponeUnknown(ports, call, { code: "outcome_unknown", detail }, call);

/** Sends the effect once, unless something speaks against it by now. Null when another process has the call. */
export async function sendCall(ports: LinkedPorts, call: OutsideCall): Promise<Receipt | null> {
  const { outside } = ports;
  const leave = await askLeave(ports, call);
  if (leave.kind === "taken") return null;
  if (leave.kind === "unconfirmed") return leaveForLater(ports, call, "approvals does not say which epoch is in force");
  if (leave.kind === "against") {
    const { code, detail } = leave.refusal;
    return call.sends === 0
      ? endUnsent(ports, call, leave.refusal)
      : concludeNotMade(ports, call, { kind: "not_made", outcome: "refused", code, detail: `not sent again: ${detail}` });
  }
  await ports.faults("executor.beforeCall");
  const { args } = resolveReferences(call.grant.args, call.grant.resolved);
  const ids = ports.definition.outside?.idsOf(call.tool, (prefix, name) => recordId(prefix, call.grantId, name)) ?? {};
  const { tenant, tool } = call;
  const effect = { tenant, tool, content: contentOf(call.description), args, ids, businessAt: leave.businessNow };
  let answer: ApplyOutcome;
  try {
    answer = await outside.system.apply(effect, call.key, call.expectedVersion, AbortSignal.timeout(outside.timeoutMs));
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 900) : "the call failed";
    if (AppError.isInstance(error) && error.code === "unavailable") return leaveForLater(ports, call, detail);
    answer = { kind: "unknown", detail };
  }
  await ports.faults("executor.afterCall");
  // A no to a second sending says nothing about the first, which may be what it collides with.
  if (call.sends > 0 && (answer.kind === "stale" || answer.kind === "rejected")) {
    const [outcome, code] = answer.kind === "stale" ? (["stale", "stale"] as const) : (["failed", answer.code] as const);
    return concludeNotMade(ports, call, { kind: "not_made", outcome, code, detail: answer.detail });
  }
  return settleAnswer(ports, { ...call, state: "sent" }, answer);
}
