import type { Receipt } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { ApplyOutcome, LookupOutcome } from "../adapter/outside-system.ts";
import { recordId } from "../execution/record-id.ts";
import { resolveReferences } from "../grant/resolve-references.ts";
import { readTimes } from "../preview/read-times.ts";
import type { ExecutorPorts } from "../service/executor-ports.ts";
import { markSent } from "./call-store.ts";
import { contentOf } from "./content-of.ts";
import { leaseMsOf } from "./open-call.ts";
import type { OutsideCall } from "./outside-call.ts";
import type { OutsideLink } from "./outside-link.ts";
import { postponeUnknown, postponeUnsent } from "./postpone.ts";
import { type CallEnding, settleCall } from "./settle-call.ts";

/** As long as a grant may live: what could not be sent for so long rests on an approval of another moment. */
const LONGEST_UNSENT_MS = 15 * 60_000;

type Ports = ExecutorPorts & { outside: OutsideLink };

const notMade = (outcome: "stale" | "refused" | "failed", code: string, detail: string): CallEnding => ({
  kind: "not_made",
  outcome,
  code,
  detail,
});

/** Records the outcome; what was made there but cannot be written here stays open and is shown, for it must not be lost. */
async function settle(ports: Ports, call: OutsideCall, ending: CallEnding): Promise<Receipt | null> {
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

/** Reads the record that the effect is bound to: its version goes along, and it must be what people saw. */
async function readSubject(ports: Ports, call: OutsideCall): Promise<{ version: string | null; difference: string | null }> {
  const { outside } = ports;
  const mapping = ports.definition.outside;
  const content = contentOf(call.description);
  const selector = mapping?.selectorOf(call.tool, content) ?? null;
  if (!mapping || selector === null) return { version: null, difference: null };
  const found = await outside.system.read(call.tenant, [selector], AbortSignal.timeout(outside.timeoutMs));
  const record = found.find((candidate) => candidate.kind === selector.kind && candidate.id === selector.id);
  if (!record) return { version: null, difference: `${outside.system.name} has no ${selector.kind} ${selector.id}` };
  return { version: record.version, difference: mapping.differenceOf(record, call.description.before, content) };
}

function settleAnswer(ports: Ports, call: OutsideCall, answer: ApplyOutcome | LookupOutcome): Promise<Receipt | null> {
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

async function send(ports: Ports, call: OutsideCall): Promise<Receipt | null> {
  const { outside } = ports;
  if (!(await markSent(ports.pool, call, leaseMsOf(outside)))) return null;
  await ports.faults("executor.beforeCall");
  const { businessNow } = await transaction(ports.pool, call.tenant, (tx) => readTimes(tx, call.tenant));
  const { args } = resolveReferences(call.grant.args, call.grant.resolved);
  const ids = ports.definition.outside?.idsOf(call.tool, (prefix, name) => recordId(prefix, call.grantId, name)) ?? {};
  const effect = { tenant: call.tenant, tool: call.tool, content: contentOf(call.description), args, ids, businessAt: businessNow };
  let answer: ApplyOutcome;
  try {
    answer = await outside.system.apply(effect, call.key, call.expectedVersion, AbortSignal.timeout(outside.timeoutMs));
  } catch (error) {
    if (AppError.isInstance(error) && error.code === "unavailable" && call.sends === 0) return postponeUnsent(ports, call, error.message);
    answer = { kind: "unknown", detail: error instanceof Error ? error.message.slice(0, 900) : "the call failed" };
  }
  await ports.faults("executor.afterCall");
  return settleAnswer(ports, { ...call, state: "sent" }, answer);
}

/** A call of which nothing was sent: unless it is too late or the record moved, it is sent now. */
async function sendFirst(ports: Ports, call: OutsideCall): Promise<Receipt | null> {
  const { businessNow } = await transaction(ports.pool, call.tenant, (tx) => readTimes(tx, call.tenant));
  const { executeBy } = call.grant;
  if (executeBy !== null && Date.parse(businessNow) >= Date.parse(executeBy))
    return settle(ports, call, notMade("refused", "execute_by_passed", `to be executed before ${executeBy}; nothing was sent`));
  if (call.ageMs > LONGEST_UNSENT_MS)
    return settle(ports, call, notMade("failed", "unavailable", `${ports.outside.system.name} could not be reached; nothing was sent`));
  let subject: Awaited<ReturnType<typeof readSubject>>;
  try {
    subject = await readSubject(ports, call);
  } catch (error) {
    if (AppError.isInstance(error) && !error.retryable) return settle(ports, call, notMade("stale", error.code, error.message));
    return postponeUnsent(ports, call, error instanceof Error ? error.message : "the record could not be read");
  }
  if (subject.difference !== null) return settle(ports, call, notMade("stale", "stale", subject.difference));
  return send(ports, { ...call, expectedVersion: subject.version });
}

/** True when the system's rule allows to send again what it does not find. */
function mayRepeat(ports: Ports, call: OutsideCall): boolean {
  const { repeat } = ports.outside.system;
  return repeat.kind === "by_key" || (repeat.kind === "after_quiet" && (call.sinceSentMs ?? 0) >= repeat.quietMs);
}

/**
 * Brings one call further: sends it when nothing was sent, looks it up by our reference when it may have arrived, and sends it again
 * only when the system says that it has nothing and its rule allows it. Null when another process has the call.
 */
export async function carryOut(ports: Ports, call: OutsideCall): Promise<Receipt | null> {
  if (call.state === "intent") return sendFirst(ports, call);
  const { outside } = ports;
  const answer = await outside.system
    .lookup(call.tenant, call.key, AbortSignal.timeout(outside.timeoutMs))
    .catch(
      (error: unknown): LookupOutcome => ({ kind: "unknown", detail: error instanceof Error ? error.message.slice(0, 900) : "no answer" }),
    );
  if (answer.kind === "not_found" && mayRepeat(ports, call)) return send(ports, call);
  return settleAnswer(ports, call, answer);
}
