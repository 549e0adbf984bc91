import type { BusMessage } from "@quartermaster/shared/bus";
import { STREAMS } from "@quartermaster/shared/contracts";
import { onPresence } from "./agents/on-presence.ts";
import type { CoordinatorContext } from "./coordinator-context.ts";
import { onAdvisory } from "./dead-letters/on-advisory.ts";
import { storeDeadLetter } from "./dead-letters/store-dead-letter.ts";
import { onFeedEvent } from "./events/on-feed-event.ts";
import { onApprovalsMessage } from "./handoff/on-approvals-message.ts";
import { onReceipt } from "./handoff/on-receipt.ts";
import type { Orchestrator } from "./orchestration/orchestrator.ts";
import { onTaskResult } from "./results/on-task-result.ts";

const SLOTS = 8;

/** Starts every listener of the coordinator; the result stops them all. */
export async function listenToBus(context: CoordinatorContext, orchestrator: Orchestrator): Promise<() => Promise<void>> {
  const { bus } = context;
  const onDeadLetter = (message: BusMessage, code: string, detail: string) => storeDeadLetter(context, message, code, detail);
  const options = { slots: SLOTS, onDeadLetter };
  const presence = bus.subscribe("qm.presence.>", (message) => onPresence(context, message));
  const events = bus.subscribe("qm.event.>", (message) => onFeedEvent(context, message));
  const consumers = await Promise.all([
    bus.consume(STREAMS.results, "coordinator", (message) => onTaskResult(context, orchestrator, message), options),
    bus.consume(STREAMS.receipts, "coordinator", (message) => onReceipt(context, orchestrator, message), options),
    bus.consume(STREAMS.receipts, "coordinator_decision", (message) => onApprovalsMessage(context, orchestrator, message), options),
    bus.consume(STREAMS.advisory, "coordinator", (message) => onAdvisory(context, message), { slots: 1 }),
  ]);
  return async () => {
    await Promise.allSettled([presence.stop(), events.stop(), ...consumers.map((consumer) => consumer.stop())]);
  };
}
