import { describe, expect, it } from "vitest";
import type { Card, ChangeRow } from "../src/api/types.ts";
import { changePairs } from "../src/approvals/change-rows.ts";
import { findUnshowable } from "../src/approvals/find-unshowable.ts";
import { flattenArgs } from "../src/approvals/flatten-args.ts";
import { decimalDifference, groupDigits } from "../src/text/format-number.ts";

const row = (path: string, value: string | null, record = "STK-006"): ChangeRow => ({
  path,
  label: path,
  record,
  version: 1,
  value,
  unit: "PCE",
  unitLabel: "pieces",
});
const card = (change: Partial<Card> = {}): Card => ({
  headline: "Move",
  agent: "supply",
  tool: "transfer_stock",
  args: { sku: "VLV-050" },
  before: [row("a", "1")],
  after: [row("a", "2")],
  names: {},
  conflicts: [],
  origins: {},
  tainted: false,
  taintSources: [],
  onReject: [],
  confirm: null,
  requester: "planner.anna",
  slots: [],
  decideBy: "2026-12-08T09:00:00.000Z",
  executeBy: null,
  hash: "sha256:0",
  ...change,
});

describe("what a card shows", () => {
  it("lists every leaf of the instruction with its origin", () => {
    const args = {
      lines: [{ sku: "VLV-050", quantity: "60" }],
      transferRef: { $ref: { step: "stp_1", output: "transferId" } },
      notes: [],
      partial: false,
    };
    const leaves = flattenArgs(args, {
      "/lines/0/quantity": { kind: "requester", text: "60" },
      "/lines": { kind: "record", record: "STK-006@1" },
    });
    expect(leaves.map((leaf) => [leaf.path, leaf.text, leaf.origin?.kind ?? null])).toEqual([
      ["lines[0].sku", "VLV-050", "record"],
      ["lines[0].quantity", "60", "requester"],
      ["transferRef", null, null],
      ["notes", "[]", null],
      ["partial", "false", null],
    ]);
  });

  it("puts changed rows first and drops none", () => {
    const pairs = changePairs({
      before: [row("same", "5"), row("old", "1"), row("gone", "x")],
      after: [row("same", "5"), row("old", "2"), row("new", "3")],
    });
    expect(pairs.map((pair) => [pair.path, pair.changed])).toEqual([
      ["old", true],
      ["gone", true],
      ["new", true],
      ["same", false],
    ]);
  });

  it("finds nothing wrong with an ordinary card", () => {
    expect(findUnshowable(card())).toEqual([]);
  });

  it.each<[string, Partial<Card>]>([
    ["a lone surrogate", { args: { reason: "a\uD800" } }],
    ["a hidden character in an id", { args: { sku: "VLV\u200B-050" } }],
    ["a hidden character in a record", { after: [row("a", "2", "STK\u202E-006")] }],
    ["a row without its before", { before: [] }],
  ])("cannot be approved: %s", (_name, change) => {
    expect(findUnshowable(card(change))).not.toEqual([]);
  });

  it("keeps every digit when grouping and subtracts exactly", () => {
    expect(groupDigits("1234567.500", "en")).toBe("1,234,567.500");
    expect(groupDigits("1234567.500", "de")).toBe("1.234.567,500");
    expect(groupDigits("EXD-5008", "en")).toBe("EXD-5008");
    expect(decimalDifference("0.1", "0.3")).toBe("+0.2");
    expect(decimalDifference("90071992547409931", "90071992547409930")).toBe("-1");
    expect(decimalDifference("accepted", "2")).toBeNull();
  });
});
