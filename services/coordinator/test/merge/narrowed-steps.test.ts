import type { JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import type { MergeInput } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aBooking, aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const intent = anIntent({ structured: true });
const stepsOf = (input: Partial<MergeInput>) => {
  const outcome = mergeProposals(aMergeInput({ intent, ...input }));
  if (outcome.kind !== "plan") throw new Error(outcome.kind);
  return outcome.steps;
};

/** A booking whose meaning names a reference of its revision, so that only its arguments tell which step it was. */
const booking = (quantity: string, ref: string): Proposal => {
  const args: JsonObject = { ...aBooking().args, lines: [{ sku: "SKU-1", quantity, uom: "PCE" }], transferRef: `@${ref}` };
  return aBooking({ args, meaning: { transferRef: `@${ref}`, quantity } });
};

describe("a step that an approver narrowed", () => {
  const first = stepsOf({ proposals: [aProposal(), booking("60", "transfer1")] });
  const narrowed = first
    .filter((step) => step.tool === "book_shipment")
    .map((step) => ({ ...step, args: { ...step.args, lines: [{ sku: "SKU-1", quantity: "40", uom: "PCE" }] } }));

  it.each([
    ["as it was narrowed", "40"],
    ["as it was, when the edit came after its call went out", "60"],
  ])("keeps its id when it is proposed %s", (_what, quantity) => {
    const proposals = [aProposal({ ref: "s0" }), booking(quantity, "s0")];
    const second = stepsOf({ proposals, previousSteps: first, narrowedSteps: narrowed });
    expect(second.map((step) => step.id)).toEqual(first.map((step) => step.id));
  });
});

describe("the steps beside one that an approver narrowed", () => {
  const [transfer, booked] = stepsOf({ proposals: [aProposal(), booking("60", "transfer1")] });
  if (!transfer || !booked) throw new Error("two steps are needed");
  // The transfer was done when the calls went out, so its booking was planned again with the id that it made.
  const args: JsonObject = { ...aBooking().args, transferRef: "TRF-1" };
  const again = aBooking({ args, meaning: { transferRef: "TRF-1" } });
  const other = aProposal({ ref: "s5", args: { ...aProposal().args, quantity: "40" }, meaning: { other: true } });
  const otherBooking = { ...booking("40", "s5"), id: "prp_00000000000000000000000055", ref: "s6", guards: [] };
  const madeBefore = new Map([[transfer.id, { transferId: "TRF-1" }]]);

  it.each([
    ["waits still", [transfer]],
    ["was granted meanwhile", [transfer, booked]],
  ])("are not booked a second time when the booking of a finished transfer %s", (_what, keptSteps) => {
    const second = stepsOf({ proposals: [again, other, otherBooking], previousSteps: [transfer, booked], keptSteps, madeBefore });
    const bookings = second.filter(({ tool }) => tool === "book_shipment");
    expect(bookings.map(({ args: { lines } }) => JSON.stringify(lines)).filter((lines) => lines.includes('"60"'))).toHaveLength(1);
    expect(bookings.find(({ id }) => id === booked.id)?.contentHash).toBe(booked.contentHash);
    expect(second[0]).toEqual(transfer);
    expect(second).toHaveLength(4);
  });

  it("are booked anew for another transfer", () => {
    const elsewhere = { ...again, args: { ...args, transferRef: "TRF-2" } };
    const second = stepsOf({ proposals: [elsewhere], previousSteps: [transfer, booked], keptSteps: [transfer], madeBefore });
    expect(second.find(({ tool }) => tool === "book_shipment")?.args.transferRef).toBe("TRF-2");
  });
});
