import type { Receipt } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { undoOfStep } from "../src/requests/undo-of-step.ts";

const receipt = (parts: Partial<Receipt>): Receipt =>
  ({ outcome: "succeeded", domain: "supply", externalOutcome: null, inverse: null, ...parts }) as Receipt;
const inverse = { tool: "release_reservation", args: { reservationId: "RSV-1", reason: "undo" } };

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
});
