import type { DescribeContext } from "@quartermaster/executor";
import type { Selector } from "@quartermaster/shared/contracts";
import { transferMismatch } from "../domain/transfer-mismatch.ts";
import type { ReadBooking } from "./read-booking.ts";

export interface TransferCheck {
  /** Facts that supply has not stated yet. */
  needs: Selector[];
  refusal: { code: string; detail: string } | null;
}

/**
 * Looks at what the supply executor states of a transfer that is named by its id: only one whose units are set aside and have not left
 * can be shipped, and the booking carries exactly what it moves.
 */
export function checkTransfer(transferId: string, booking: ReadBooking, foreign: DescribeContext["foreign"]): TransferCheck {
  const fact = foreign.find((stated) => stated.domain === "supply" && stated.kind === "transfer" && stated.id === transferId);
  if (!fact) return { needs: [transferSelector(transferId)], refusal: null };
  const { state } = fact.fields;
  if (state !== "allocated") {
    const detail = `${transferId} is ${String(state)}: only a transfer that is allocated can be shipped`;
    return { needs: [], refusal: { code: "transfer_not_open", detail } };
  }
  const mismatch = transferMismatch(fact.fields, booking, booking.shipment.lines);
  return { needs: [], refusal: mismatch === null ? null : { code: "transfer_mismatch", detail: mismatch } };
}

/** The record of supply that a booking of a transfer rests on. */
export const transferSelector = (transferId: string): Selector => ({ domain: "supply", kind: "transfer", id: transferId });
