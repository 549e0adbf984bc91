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

  it.each([
    ["by its reference", { $ref: { step: "s1", output: "transferId" } }],
    ["by its id", "TRF-1"],
  ])("of a booking says that the transfer it carries %s is called off with it, while that stands", (_how, transferRef) => {
    const at = (minute: string): string => `2026-12-07T09:${minute}:00.000Z`;
    const transfer = step("transfer_stock", receipt({ inverse, receiptId: "rcp_1", at: at("00"), outputs: { transferId: "TRF-1" } }));
    const cancel = { tool: "cancel_shipment", args: { shipmentId: "SHP-9", reason: "undo" } };
    const booking = step("book_shipment", receipt({ inverse: cancel, receiptId: "rcp_2", at: at("01") }), { transferRef }, "s2");
    const released = { requestId: "req_2", tool: inverse.tool, args: inverse.args, receipt: receipt({ receiptId: "rcp_3", at: at("02") }) };
    expect(undoAmong(booking, [transfer, booking])).toMatchObject({ ...cancel, remark: "transfer_ends_too" });
    expect(undoAmong(booking, [transfer, booking], [released])).toMatchObject({ ...cancel, remark: "carrier_may_charge" });
    expect(undoAmong({ ...booking, step: { args: { transferRef: "TRF-2" } } }, [booking])).toMatchObject({ remark: "transfer_ends_too" });
    expect(undoAmong({ ...booking, step: { args: {} } }, [booking])).toMatchObject({ remark: "carrier_may_charge" });
  });

  it("is not offered again once it was done, by whomever and for whatever reason", () => {
    const own = receipt({ inverse, receiptId: "rcp_1", at: "2026-12-07T09:00:00.000Z" });
    const after = (parts: Partial<Receipt>, args: JsonObject = { reservationId: "RSV-1", reason: "not needed" }, tool = inverse.tool) =>
      undoAmong(
        step("reserve_stock", own),
        [],
        [{ requestId: "req_2", tool, args, receipt: receipt({ receiptId: "rcp_2", at: "2026-12-07T10:00:00.000Z", ...parts }) }],
      );
    expect(after({})).toEqual({ possible: false, because: "undone", by: "req_2" });
    expect(after({ externalOutcome: "pending" })).toEqual({ possible: false, because: "undo_asked", by: "req_2" });
    for (const still of [
      after({ outcome: "stale" }),
      after({ externalOutcome: "rejected" }),
      after({ at: "2026-12-07T08:00:00.000Z" }),
      after({}, { reservationId: "RSV-2" }),
      after({}, { reservationId: "RSV-1" }, "release_hold"),
    ])
      expect(still).toMatchObject({ possible: true });
  });

  it("of a value is done by the same value again, and of an amount by all of it", () => {
    const lines = { tool: "change_lines", args: { shipmentId: "SHP-1", changes: [{ line: 1, quantity: "40" }], reason: "undo" } };
    const own = receipt({ inverse: lines, receiptId: "rcp_1", at: "2026-12-07T09:00:00.000Z" });
    const later = receipt({ receiptId: "rcp_2", at: "2026-12-07T10:00:00.000Z" });
    const after = (args: JsonObject) =>
      undoAmong(step("change_lines", own), [], [{ requestId: "req_2", tool: "change_lines", args, receipt: later }]);
    expect(after({ ...lines.args, reason: "as before" })).toEqual({ possible: false, because: "undone", by: "req_2" });
    expect(after({ ...lines.args, changes: [{ line: 1, quantity: "41" }] })).toMatchObject({ possible: true });
    const toDo = { requestId: "req_3", tool: "change_lines", args: lines.args, receipt: null, isOpen: true };
    const asked = (open: typeof toDo) => undoAmong(step("change_lines", own), [], [open]);
    expect(asked(toDo)).toEqual({ possible: false, because: "undo_under_way", by: "req_3" });
    expect(asked({ ...toDo, args: { ...lines.args, shipmentId: "SHP-2" } })).toMatchObject({ possible: true });
    const part = { tool: "release_reservation", args: { reservationId: "RSV-1", quantity: "60" } };
    const reserved = receipt({ inverse: part, receiptId: "rcp_1", at: "2026-12-07T09:00:00.000Z" });
    const released = (quantity: string) =>
      undoAmong(
        step("reserve_stock", reserved),
        [],
        [{ requestId: "req_2", tool: part.tool, args: { reservationId: "RSV-1", quantity }, receipt: later }],
      );
    expect(released("20")).toMatchObject({ possible: true });
    expect(released("60")).toEqual({ possible: false, because: "undone", by: "req_2" });
  });
});
