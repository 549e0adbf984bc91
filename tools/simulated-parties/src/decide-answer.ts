import { createHash } from "node:crypto";
import type { JsonObject } from "@quartermaster/shared/contracts";
import type { DueEvent, Message, MessageState, Party } from "./message.ts";
import type { Rule } from "./rules.ts";

/** What a party makes of a message: its own number, its verdict, and the events that tell it. */
export interface Decision {
  theirReference: string;
  state: MessageState;
  reason: string | null;
  due: DueEvent[];
}

const PAUSE_BETWEEN_EVENTS_MS = 1_000;
const ANSWERS: Record<string, { yes: string; no: string }> = {
  lodge_declaration: { yes: "customs_accepted", no: "customs_rejected" },
  amend_declaration: { yes: "customs_amendment_accepted", no: "customs_amendment_rejected" },
  invalidate_declaration: { yes: "customs_invalidated", no: "customs_invalidation_refused" },
  file_exit_evidence: { yes: "customs_evidence_accepted", no: "customs_evidence_rejected" },
  book_shipment: { yes: "booking_confirmed", no: "booking_rejected" },
  reschedule_leg: { yes: "booking_confirmed", no: "booking_rejected" },
  reroute_shipment: { yes: "booking_confirmed", no: "booking_rejected" },
  cancel_shipment: { yes: "offloading_confirmed", no: "offloading_refused" },
};

/** Characters fixed by the message: a number given twice for one message would be two declarations. */
const numberOf = (tenant: string, ourReference: string, length: number): string =>
  createHash("sha256").update(`${tenant} ${ourReference}`).digest("hex").toUpperCase().slice(0, length);

/** Their number in the form of the regime: an ITN in the United States, else a movement reference number. */
const customsNumber = (message: Message, ourReference: string): JsonObject =>
  message.content.regime === "US-EEI"
    ? { itn: `X${numberOf(message.tenant, ourReference, 14)}` }
    : { mrn: `26XX${numberOf(message.tenant, ourReference, 14)}` };

function stepsOf(message: Message, rule: Rule | null): string[] {
  const { yes, no } = ANSWERS[message.tool] ?? { yes: "", no: "" };
  const answer = rule?.answer ?? "accept";
  if (answer === "silent") return [];
  if (answer === "reject") return [no];
  if (message.tool === "lodge_declaration" && answer === "control") return [yes, "customs_under_control"];
  if (message.tool === "lodge_declaration" && answer === "release") return [yes, "customs_released"];
  return [yes];
}

/** Decides what a party answers and when. Pure: the same message, rule and time give the same events with the same ids. */
export function decideAnswer(
  party: Party,
  ourReference: string,
  message: Message,
  rule: Rule | null,
  options: { now: number; delayMs: number },
): Decision {
  const steps = stepsOf(message, rule);
  const rejected = rule?.answer === "reject";
  const reason = rejected ? (rule?.reason ?? `the ${party} said no`) : null;
  const number = message.tool === "lodge_declaration" && !rejected ? customsNumber(message, ourReference) : {};
  const due = steps.map(
    (bizStep, index): DueEvent => ({
      eventId: `${party}:${ourReference}:${bizStep}`,
      domain: party === "customs" ? "export" : "transit",
      body: {
        eventId: `${party}:${ourReference}:${bizStep}`,
        bizStep,
        what: { ourReference, ...(index === 0 ? { ...number, ...rule?.what } : {}) },
        ...(reason === null ? {} : { reason }),
      },
      at: options.now + (rule?.delayMs ?? options.delayMs) + index * PAUSE_BETWEEN_EVENTS_MS,
    }),
  );
  const own = `${party === "customs" ? "CUS" : "CAR"}-${numberOf(message.tenant, ourReference, 10)}`;
  return {
    theirReference: String(Object.values(number)[0] ?? own),
    state: rejected ? "rejected" : steps.length === 0 ? "received" : "accepted",
    reason,
    due,
  };
}
