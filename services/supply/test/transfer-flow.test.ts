import { decimal } from "@quartermaster/shared/quantity";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type OrderFlow, receiveOrder } from "../src/domain/order-receipt.ts";
import { inTransit, issueTransfer, settleTransfer, type TransferFlow, unsettleTransfer } from "../src/domain/transfer-flow.ts";
import { anItem } from "./support/builders.ts";

const LEGAL = new Set([
  "allocated>issued",
  "issued>partly_received",
  "issued>received",
  "issued>closed",
  "partly_received>partly_received",
  "partly_received>received",
  "partly_received>closed",
  "received>partly_received",
  "received>issued",
  "partly_received>issued",
]);
const amount = (flow: TransferFlow, name: "issued" | "received" | "rejected" | "lost"): number => Number(flow[name]);

describe("the flow of a transfer", () => {
  it("never loses or makes a unit, and never leaves its legal moves", () => {
    const part = fc.record({
      kind: fc.constantFrom("issue", "receive", "reject", "lose", "undo"),
      quantity: fc.integer({ min: 0, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), fc.integer({ min: 1, max: 100 }), (parts, quantity) => {
        let flow: TransferFlow = { state: "allocated", quantity: String(quantity), issued: "0", received: "0", rejected: "0", lost: "0" };
        for (const { kind, quantity: some } of parts) {
          const text = String(some);
          const next =
            kind === "issue"
              ? issueTransfer(flow)
              : kind === "undo"
                ? unsettleTransfer(flow, { received: text, rejected: "0" })
                : settleTransfer(flow, { [kind === "receive" ? "received" : kind === "reject" ? "rejected" : "lost"]: text });
          if (!next.ok) continue;
          if (next.flow.state !== flow.state) expect(LEGAL).toContain(`${flow.state}>${next.flow.state}`);
          flow = next.flow;
          const settled = amount(flow, "received") + amount(flow, "rejected") + amount(flow, "lost");
          expect(Number(inTransit(flow).numerator)).toBe(amount(flow, "issued") - settled);
          expect(inTransit(flow).numerator >= 0n).toBe(true);
          expect(["received", "closed"].includes(flow.state)).toBe(flow.state !== "allocated" && inTransit(flow).numerator === 0n);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("closes when the last part is lost too, and nothing ever arrived", () => {
    let flow: TransferFlow = { state: "allocated", quantity: "30", issued: "0", received: "0", rejected: "0", lost: "0" };
    const states: string[] = [];
    for (const step of [
      issueTransfer,
      (at: TransferFlow) => settleTransfer(at, { lost: "8" }),
      (at: TransferFlow) => settleTransfer(at, { lost: "22" }),
    ]) {
      const next = step(flow);
      if (!next.ok) throw new Error(next.detail);
      flow = next.flow;
      states.push(flow.state);
    }
    expect(states).toEqual(["issued", "partly_received", "closed"]);
  });
});

describe("the receipt of an order", () => {
  it("adds up over any parts, compares base units, and stops at the tolerance", () => {
    const item = anItem({ conversions: { BOX: "12" } });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 20 }), (parts) => {
        let order: OrderFlow = {
          id: "PO-1",
          state: "confirmed",
          lines: [{ sku: item.sku, quantity: "10", uom: "BOX" }],
          received: {},
          tolerance: "0.05",
        };
        let total = 0;
        for (const some of parts) {
          const next = receiveOrder(order, [item], { [item.sku]: String(some) });
          if (!next.ok) {
            expect(order.state === "received" || total + some > 126).toBe(true);
            continue;
          }
          total += some;
          order = { ...order, state: next.state, received: next.received };
          expect(decimal(next.received[item.sku] ?? "0")).toEqual(decimal(String(total)));
          expect(next.state).toBe(total >= 120 ? "received" : "partly_received");
        }
        expect(total).toBeLessThanOrEqual(126);
      }),
    );
  });
});
