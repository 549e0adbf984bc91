import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { kindOf, type LabelAction } from "../src/cases.ts";
import { compareWith, type ExecutedEffect, type Outcome } from "../src/compare.ts";
import { actionOf, productArgs } from "../src/label-args.ts";
import { passHatK } from "../src/report.ts";
import { readWorld } from "../src/world.ts";

const world = readWorld(JSON.parse(readFileSync(new URL("../../../data/seed-world.json", import.meta.url), "utf8")));
const label = (change: Partial<LabelAction> = {}): LabelAction => ({
  ref: "a1",
  agent: "supply",
  tool: "reserve_stock",
  args: { sku: "SLV-IPA", location: "LOC-RTM", qty: 2, uom: "IBC", demand_ref: "SO-1" },
  kind: "effect",
  approvals: 0,
  after: [],
  optional: {},
  optional_changes: [],
  ...change,
});
const effect = (change: Partial<ExecutedEffect> = {}): ExecutedEffect => ({
  stepId: "stp_1",
  agent: "supply",
  tool: "reserve_stock",
  args: { sku: "SLV-IPA", location: "LOC-RTM", quantity: "2000", uom: "LTR", demandRef: "SO-1" },
  approvals: 0,
  ...change,
});
const outcome = (...effects: ExecutedEffect[]): Outcome => ({
  route: ["supply"],
  effects,
  conflicts: [],
  kinds: ["answer"],
  invented: [],
  reply: "",
});
const compare = (labels: LabelAction[], ...effects: ExecutedEffect[]) =>
  compareWith({ actions: labels, conflicts: [], conflicts_optional: [] }, outcome(...effects), world, false);

describe("a comparison", () => {
  it("takes 2 IBC and 2000 LTR for the same, 2001 not", () => {
    expect(compare([label()], effect())).toMatchObject({ pass: true, unexpected: [] });
    expect(compare([label()], effect({ args: { ...effect().args, quantity: "2001" } })).unexpected).toHaveLength(1);
  });
  it("wants every effect once, with its approvals and in order", () => {
    const second = label({ ref: "a2", args: { ...label().args, demand_ref: "SO-2" }, approvals: 1, after: ["a1"] });
    const other = effect({ stepId: "stp_2", args: { ...effect().args, demandRef: "SO-2" }, approvals: 1 });
    expect(compare([label(), second], effect(), other).pass).toBe(true);
    expect(compare([label(), second], other, effect()).why).toEqual(["order: reserve_stock ran before reserve_stock"]);
    expect(compare([label(), second], effect()).pass).toBe(false);
    expect(compare([label()], effect({ approvals: 1 })).why).toEqual(["approvals: reserve_stock took 1, not 0"]);
  });
  it("lets optional arguments and changes be there or not", () => {
    const amend = label({
      agent: "export",
      tool: "amend_declaration",
      args: { declaration_id: "EXD-1", changes: [{ line: 1, field: "qty", from: 2000, to: 3000 }], reason: "x" },
      optional_changes: [{ line: 1, field: "net_kg", from: 1572.0, to: 2358.0 }],
    });
    const quantity = { line: 1, field: "quantity", from: "2000", to: "3000" };
    const mass = { line: 1, field: "netKg", from: "1572", to: "2358" };
    const given = (changes: object[]) =>
      effect({ agent: "export", tool: "amend_declaration", args: { declarationId: "EXD-1", changes: changes as never, reason: "y" } });
    expect(compare([amend], given([quantity])).pass).toBe(true);
    expect(compare([amend], given([quantity, mass])).pass).toBe(true);
    expect(compare([amend], given([quantity, { ...mass, to: "1" }])).pass).toBe(false);
  });
  it("fails when the answer says a figure that nothing holds", () => {
    const told = { ...outcome(effect()), invented: ["481"] };
    expect(compareWith({ actions: [label()], conflicts: [], conflicts_optional: [] }, told, world, false)).toMatchObject({
      pass: false,
      why: ["invented: 481 occurs in no tool result or receipt"],
      unexpected: [],
    });
  });
  it("follows references to the effect that they mean", () => {
    const booking = label({ ref: "a2", agent: "transit", tool: "book_shipment", args: { origin: "DEHAM", transfer_ref: "$a1" } });
    const booked = effect({
      stepId: "stp_2",
      agent: "transit",
      tool: "book_shipment",
      args: { origin: "LOC-HAM", transferRef: { $ref: { step: "stp_1", output: "transferId" } }, demandRef: "SO-9" },
    });
    expect(compare([label(), booking], effect(), booked).pass).toBe(true);
  });
});

describe("names", () => {
  it("become the product's, and quantities text", () => {
    expect(productArgs({ counted_qty: 468, leg_seq: 1, changes: [{ field: "statistical_value_eur", qty: 3 }] })).toEqual({
      countedQuantity: "468",
      legSeq: 1,
      changes: [{ field: "statisticalValueEur", quantity: "3" }],
    });
    expect(actionOf(label({ args: { shipment_id: "$a0" }, after: ["a0"] }))).toMatchObject({ args: { shipmentId: "@a0" }, after: ["a0"] });
  });
});

describe("the report", () => {
  it("names what a case is about by its label, whatever came", () => {
    const kind = (label: object) => kindOf({ expected: [{ actions: [], conflicts: [], conflicts_optional: [], ...label }] });
    expect([kind({ answer: "x" }), kind({ ask: "x" }), kind({ refuse: "x" }), kind({ actions: [label()], ask: "x" })]).toEqual([
      "answer",
      "ask",
      "refuse",
      "effect",
    ]);
  });
});

describe("pass^k", () => {
  it("falls with k when trials differ", () => {
    const report = {
      id: "1",
      lang: "en",
      tags: [],
      pass: false,
      why: [],
      kind: "effect" as const,
      replied: "",
      trials: 2,
      passedTrials: 1,
      unexpectedEffects: 0,
      leftOver: [],
      status: "",
      reply: "",
      modelCalls: 0,
      tokens: 0,
      ms: 0,
    };
    expect(passHatK([report])).toEqual({
      all: { 1: 0.5, 2: 0 },
      "lang:en": { 1: 0.5, 2: 0 },
      "kind:effect": { 1: 0.5, 2: 0 },
    });
  });
});
