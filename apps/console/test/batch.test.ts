import { describe, expect, it } from "vitest";
import type { ApprovalSummary, Card } from "../src/api/types.ts";
import { BATCH_LIMIT, mayJoin, sumUp } from "../src/approvals/batch.ts";

const plain = (parts: Partial<ApprovalSummary> = {}): ApprovalSummary =>
  ({
    id: "apr_1",
    tool: "transfer_stock",
    state: "pending",
    canDecide: true,
    risk: 1,
    tainted: false,
    conflictCount: 0,
    policy: { required: 1 },
    ...parts,
  }) as ApprovalSummary;
const card = (args: Record<string, string>): Card => ({ args }) as unknown as Card;

describe("items that one decision may cover", () => {
  it("are routine ones of one kind, and few enough to read", () => {
    expect(mayJoin(plain(), [plain()])).toBe(true);
    expect(mayJoin(plain(), [plain({ tool: "reserve_stock" })])).toBe(false);
    expect(
      mayJoin(
        plain(),
        Array.from({ length: BATCH_LIMIT }, () => plain()),
      ),
    ).toBe(false);
  });

  it.each<[string, Partial<ApprovalSummary>]>([
    ["raised", { risk: 2 }],
    ["tainted", { tainted: true }],
    ["in conflict", { conflictCount: 1 }],
    ["for two people", { policy: { required: 2 } as ApprovalSummary["policy"] }],
    ["somebody else's to decide", { canDecide: false }],
    ["decided", { state: "approved" }],
  ])("are none that are %s", (_what, parts) => {
    expect(mayJoin(plain(parts), [])).toBe(false);
  });

  it("come to exact sums, one for each item of goods, unit and way", () => {
    const way = { fromLocation: "LOC-HAM", toLocation: "LOC-VLC" };
    expect(
      sumUp([
        card({ sku: "VLV-050", quantity: "0.1", uom: "PCE", ...way }),
        card({ sku: "VLV-050", quantity: "0.2", uom: "PCE", ...way }),
        card({ sku: "VLV-050", quantity: "60", uom: "BOX", ...way }),
      ]),
    ).toEqual([
      { sku: "VLV-050", unit: "PCE", place: "LOC-HAM → LOC-VLC", quantity: "0.3" },
      { sku: "VLV-050", unit: "BOX", place: "LOC-HAM → LOC-VLC", quantity: "60" },
    ]);
  });
});
