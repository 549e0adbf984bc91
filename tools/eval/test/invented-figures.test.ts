import { describe, expect, it } from "vitest";
import { inventedFigures } from "../src/invented-figures.ts";
import { inventedIn } from "../src/invented-in.ts";
import type { RequestView, TrajectoryView } from "../src/views.ts";

const READ = { rows: [{ id: "STK-006", sku: "VLV-050", onHand: "1480", available: 360.5, etd: "2026-12-08T16:00:00.000Z", lot: "D2605" }] };
const invented = (answer: string) => inventedFigures(answer, [READ]);

describe("a figure of an answer", () => {
  it.each([
    "VLV-050: 1480 on hand, 360.5 available (STK-006)",
    "1.480 Stück, 360,5 verfügbar",
    "1,480 on hand",
    "1 480 pièces".replace(" ", "\u202f"),
    "leaves on 8.12.2026 at 16:00, lot D2605",
    "am 08.12.",
    "No figure at all",
  ])("that was read may be said in the way of any language: %s", (answer) => {
    expect(invented(answer)).toEqual([]);
  });

  it.each([
    ["1481 on hand", ["1481"]],
    ["148 on hand", ["148"]],
    ["about 3,605 available", ["3,605"]],
    ["see STK-007", ["STK-007"]],
    ["leaves on 9.12.2026", ["9.12.2026"]],
    ["360.5 of 500 for VLV-051", ["VLV-051", "500"]],
  ])("that nobody read is invented: %s", (answer, figures) => {
    expect(invented(answer)).toEqual(figures);
  });
});

describe("an answer of a request", () => {
  const view = (answer: string, receipt: object | null = null) =>
    ({
      answer,
      plan: {
        steps: [{ id: "s", agent: "supply", tool: "reserve_stock", args: { quantity: "20" }, state: "succeeded", approval: null, receipt }],
        conflicts: [],
      },
    }) as unknown as RequestView;
  const trajectory = (step: object) => ({ items: [{ trajectory: { steps: [step] } }, { trajectory: null }] }) as unknown as TrajectoryView;

  it("may say what tools, steps and receipts say", () => {
    const receipt = { receiptId: "rcp_01M8NVHMK0BEDD4R5BZQPGBDC5", after: [{ value: "180", record: "STK-006" }] };
    const read = trajectory({ kind: "tool", output: { ok: true, result: { available: "300" } } });
    expect(inventedIn([view("20 set aside: 180, 300 left [STK-006]", receipt)], [read])).toEqual([]);
    expect(inventedIn([view("20 set aside: 181 [STK-006]", receipt)], [read])).toEqual(["181"]);
  });

  it("may not say what a model said, or what a tool was asked", () => {
    const spoken = trajectory({ kind: "model", content: "there are 77" });
    expect(inventedIn([view("77 left")], [spoken])).toEqual(["77"]);
    expect(inventedIn([view("77 left")], [trajectory({ kind: "tool", args: { quantity: "77" }, output: { ok: true } })])).toEqual(["77"]);
  });
});
