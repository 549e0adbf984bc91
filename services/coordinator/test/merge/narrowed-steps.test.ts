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
