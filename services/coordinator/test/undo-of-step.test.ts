import type { JsonObject, Receipt } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { undoOfStep as undoAmong } from "../src/requests/undo-of-step.ts";

const receipt = (parts: Partial<Receipt>): Receipt =>
  ({ outcome: "succeeded", domain: "supply", externalOutcome: null, inverse: null, outputs: {}, ...parts }) as Receipt;
const inverse = { tool: "release_reservation", args: { reservationId: "RSV-1", reason: "undo" } };

const step = (tool: string, parts: Receipt | null, args: JsonObject = {}, stepId = "s1") => ({
  stepId,
  tool,
  receipt: parts,
  step: { args },
});
const undoOfStep = ({ tool, receipt: parts }: { tool: string; receipt: Receipt | null }) => undoAmong(step(tool, parts), []);

describe("undoing a step", () => {
  it("is the opposite action of the executor's own receipt, with what to know before", () => {
    expect(undoOfStep({ tool: "transfer_stock", receipt: receipt({ inverse }) })).toEqual({
      possible: true,
      agent: "supply",
      ...inverse,
      remark: "until_issued",
    });
    expect(undoOfStep({ tool: "reserve_stock", receipt: receipt({ inverse }) })).toMatchObject({ possible: true, remark: null });
  });

  it.each([
    ["adjust_stock", "count_again"],
    ["cancel_shipment", "book_anew"],
    ["invalidate_declaration", "lodge_anew"],
    ["create_reorder", "supplier_was_asked"],
    ["a_tool_of_later", "no_opposite_action"],
  ])("of %s is said to be impossible, and why", (tool, because) => {
    expect(undoOfStep({ tool, receipt: receipt({}) })).toEqual({ possible: false, because });
  });

  it("is no question before anything was done, and not after the other side said no", () => {
    expect(undoOfStep({ tool: "transfer_stock", receipt: null })).toBeNull();
    expect(undoOfStep({ tool: "transfer_stock", receipt: receipt({ outcome: "stale" }) })).toBeNull();
    const rejected = receipt({ inverse, externalOutcome: "rejected" });
    expect(undoOfStep({ tool: "lodge_declaration", receipt: rejected })).toEqual({ possible: false, because: "nothing_was_done" });
  });

  it.each([
    ["by its reference", { $ref: { step: "s1", output: "transferId" } }],
    ["by its id", "TRF-1"],
  ])("of a transfer says that the booking %s comes first, for as long as the shipment may stand", (_how, transferRef) => {
    const transfer = step("transfer_stock", receipt({ inverse, outputs: { transferId: "TRF-1" } }));
    const among = (parts: Partial<Receipt> | null, ref: JsonObject[string] = transferRef) =>
      undoAmong(transfer, [transfer, step("book_shipment", parts && receipt(parts), { transferRef: ref }, "s2")]);
    for (const parts of [{}, { externalOutcome: "pending" as const }, { outcome: "unknown" as const }])
      expect(among(parts)).toMatchObject({ possible: true, ...inverse, remark: "booking_first" });
    for (const parts of [null, { outcome: "stale" as const }, { externalOutcome: "rejected" as const }])
      expect(among(parts)).toMatchObject({ remark: "until_issued" });
    expect(among({}, "TRF-2")).toMatchObject({ remark: "until_issued" });
  });
});
