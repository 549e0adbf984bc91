import type { Receipt } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { OutsideResult } from "../adapter/outside-system.ts";
import type { LinkedPorts } from "../service/executor-ports.ts";
import { objectionTo } from "./ask-leave.ts";
import { contentOf } from "./content-of.ts";
import { lookUp } from "./look-up.ts";
import type { OutsideCall } from "./outside-call.ts";
import { postponeUnsent } from "./postpone.ts";
import { endUnsent, sendCall } from "./send-call.ts";
import { notMade, settle, settleAnswer } from "./settle-answer.ts";

/** Reads the record that the effect is bound to: its version goes along, and it must be what people saw. */
async function readSubject(ports: LinkedPorts, call: OutsideCall): Promise<{ version: string | null; difference: string | null }> {
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

/** A call of which nothing was sent: unless something speaks against its grant or the record moved, it is sent now. */
async function sendFirst(ports: LinkedPorts, call: OutsideCall): Promise<Receipt | null> {
  const objection = await objectionTo(ports, call);
  if (objection !== null) return endUnsent(ports, call, objection);
  let subject: Awaited<ReturnType<typeof readSubject>>;
  try {
    subject = await readSubject(ports, call);
  } catch (error) {
    if (AppError.isInstance(error) && !error.retryable) return settle(ports, call, notMade("stale", error.code, error.message));
    return postponeUnsent(ports, call, error instanceof Error ? error.message : "the record could not be read");
  }
  if (subject.difference !== null) return settle(ports, call, notMade("stale", "stale", subject.difference));
  return sendCall(ports, { ...call, expectedVersion: subject.version });
}

/** What is known of an effect that only the party's own event, or a person who looked, speaks of. A party's verdict comes as an event. */
const resultTold = (ports: LinkedPorts, call: OutsideCall, toldBy: string): OutsideResult => ({
  reference: call.toldReference ?? call.key,
  version: null,
  outcome: call.toldReference === null && ports.definition.outside?.answeredLater.includes(call.tool) ? "pending" : "confirmed",
  fields: { toldBy },
});

/** True when the system's rule allows to send again what it does not find. */
function mayRepeat(ports: LinkedPorts, call: OutsideCall): boolean {
  const { repeat } = ports.outside.system;
  return repeat.kind === "by_key" || (repeat.kind === "after_quiet" && (call.sinceSentMs ?? 0) >= repeat.quietMs);
}

/**
 * Brings one call further: sends it when nothing was sent, looks it up by our reference when it may have arrived, and sends it again
 * only when the system says that it has nothing and its rule allows it. Null when another process has the call.
 */
export async function carryOut(ports: LinkedPorts, call: OutsideCall): Promise<Receipt | null> {
  if (call.state === "intent" && call.toldBy === null) return sendFirst(ports, call);
  const answer = await lookUp(ports, call);
  // Whoever answers to our reference has taken the request in, whatever its look-up knows by now.
  if (call.toldBy !== null && (answer.kind === "not_found" || answer.kind === "unknown"))
    return settle(ports, call, { kind: "made", result: resultTold(ports, call, call.toldBy) });
  if (answer.kind === "not_found" && mayRepeat(ports, call)) return sendCall(ports, call);
  return settleAnswer(ports, call, answer);
}
