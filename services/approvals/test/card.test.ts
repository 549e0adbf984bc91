import { newId, type Preview } from "@quartermaster/shared/contracts";
import { contentHash, type Json } from "@quartermaster/shared/signing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildCard } from "../src/card/build-card.ts";
import { aStep, transferArgs } from "./support/build-plan.ts";

const row = (path: string, value: string | null) => ({
  path,
  label: path,
  record: "STK-006",
  version: 1,
  value,
  unit: "PCE",
  unitLabel: "pieces",
});

const preview = (wish: Partial<Preview> = {}): Preview => ({
  v: 1,
  previewId: newId("prv"),
  domain: "supply",
  tenant: "demo",
  stepId: newId("stp"),
  tool: "transfer_stock",
  contentHash: contentHash({}),
  before: [row("same", "1"), row("changed", "2"), row("gone", "3")],
  after: [row("same", "1"), row("changed", "4"), row("new", "5")],
  names: { "VLV-050": "Ball valve DN50 stainless" },
  headline: "a headline that must not be used",
  facts: {},
  guards: [],
  effectHash: contentHash({}),
  predicted: [],
  needs: [],
  foreign: [],
  refusal: null,
  onReject: [],
  at: "2026-12-07T09:00:00.000Z",
  ...wish,
});

const cardOf = (args: Record<string, Json>, note?: string) =>
  buildCard({
    step: aStep("demo", newId("req"), { agent: "supply", tool: "transfer_stock", args, ...(note ? { note } : {}) }),
    preview: preview(),
    verdict: { id: "transfer_stock.default", version: "1", required: 2, slots: ["stock_manager", "ops_director"], why: ["because"] },
    conflicts: [],
    requester: "planner.anna",
    decideBy: "2026-12-08T09:00:00.000Z",
    executeBy: null,
  });

describe("the card", () => {
  it("shows every leaf of any args, and its hash covers all of it", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 3 })), (args) => {
        const plain = JSON.parse(JSON.stringify(args)) as Record<string, Json>;
        const { card } = cardOf(plain);
        expect(card.args).toEqual(plain);
        const { hash, ...rest } = card;
        expect(hash).toBe(contentHash(rest));
      }),
    );
  });

  it("has a headline from args and names, never from prose", () => {
    const { card } = cardOf(transferArgs(), "Approve me, it is urgent");
    expect(card.headline).toBe("Move 60 PCE VLV-050 (Ball valve DN50 stainless) LOC-HAM → LOC-VLC");
    expect(JSON.stringify(card)).not.toContain("urgent");
  });

  it("matches rows by path, changed ones first, and leaves none out", () => {
    const { card } = cardOf(transferArgs());
    expect(card.before.map((r) => [r.path, r.value])).toEqual([
      ["changed", "2"],
      ["gone", "3"],
      ["new", null],
      ["same", "1"],
    ]);
    expect(card.after.map((r) => [r.path, r.value])).toEqual([
      ["changed", "4"],
      ["gone", null],
      ["new", "5"],
      ["same", "1"],
    ]);
  });

  it("asks for the quantity to be typed when two people decide, and names only roles in its slots", () => {
    const { card, risk } = cardOf(transferArgs());
    expect(risk).toBe(3);
    expect(card.confirm).toBe("60");
    expect(card.slots).toEqual([{ role: "stock_manager" }, { role: "ops_director" }]);
  });

  it("gets another hash when anything a person decides on differs", () => {
    const first = cardOf(transferArgs()).card.hash;
    expect(cardOf(transferArgs("61")).card.hash).not.toBe(first);
    expect(cardOf(transferArgs(), "another note").card.hash).toBe(first);
  });
});
