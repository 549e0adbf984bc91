import type { JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import type { MergeInput } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aBooking, aMergeInput, anIntent, aProposal, aStockSnapshot } from "./a-proposal.ts";

const REQUEST = "req_00000000000000000000000001";
const intent = anIntent({
  structured: true,
  actionKinds: ["book_shipment", "reserve_stock", "transfer_stock"],
  derivedKinds: ["reserve_stock", "draft_declaration"],
});
const line = (quantity: string, more: JsonObject = {}): JsonObject => ({ sku: "SKU-1", quantity, uom: "PCE", ...more });

/** A booking of our own goods to a customer, with the shipment that it would make. */
function booking(ref: string, quantity: string, change: JsonObject = {}, base: JsonObject = {}, evidence: Snapshot[] = []): Proposal {
  const { more, ...args } = { more: {} as JsonObject, ...change };
  const lines = [line(quantity, more as JsonObject)];
  return aBooking({
    args: { origin: "LOC-AAA", destination: "GBFXT", consignee: "PTY-1", serviceId: `SVC-${ref}`, lines, ...args },
    ref,
    meaning: { serviceId: `SVC-${ref}`, ref: (args as JsonObject).demandRef ?? null },
    planned: [
      {
        ref,
        kind: "shipment",
        snapshot: { lines: [{ lot: null, ...line(quantity, more as JsonObject), baseQuantity: quantity, baseUom: "PCE", ...base }] },
      },
    ],
    evidence: evidence.map((snapshot) => ({ tool: "book_shipment", record: `${snapshot.id}@${snapshot.version}`, snapshot })),
  });
}
const reserve = (ref: string, demandRef: string, quantity: string, more: Partial<Proposal> = {}): Proposal =>
  aProposal({
    tool: "reserve_stock",
    ref,
    args: { sku: "SKU-1", location: "LOC-AAA", quantity, uom: "PCE", demandRef },
    meaning: { sku: "SKU-1", location: "LOC-AAA", lot: null, demandRef, quantity },
    guards: [{ kind: "bound", domain: "supply", record: "STK-1", facts: {}, atLeast: { available: quantity } }],
    evidence: [{ tool: "reserve_stock", record: "STK-1@3", snapshot: aStockSnapshot({ available: "1000" }) }],
    ...more,
  });
const demand = (id: string, quantity: string | null, more: JsonObject = {}): Snapshot => ({
  domain: "supply",
  kind: "demand",
  id,
  version: 0,
  fields: {
    demandRef: id,
    reservations: quantity === null ? [] : [{ id: "RSV-1", sku: "SKU-1", location: "LOC-AAA", lot: null, quantity, version: 1, ...more }],
  },
});
const shipment = (id: string, state: string, quantity: string, demandRef: string, goodsIssuePosted = false): Snapshot => ({
  domain: "transit",
  kind: "shipment",
  id,
  version: 1,
  fields: {
    id,
    state,
    origin: "LOC-AAA",
    demandRef,
    goodsIssuePosted,
    lines: [{ line: 1, ...line(quantity), lot: null, baseQuantity: quantity, baseUom: "PCE" }],
  },
});
const merge = (proposals: Proposal[], snapshots: Snapshot[] = [], change: Partial<MergeInput> = {}) =>
  mergeProposals(aMergeInput({ proposals, snapshots, intent, ...change }));
/** Reservations that are derived, as demand and quantity. */
function derived(proposals: Proposal[], snapshots: Snapshot[] = [], change: Partial<MergeInput> = {}): string[] {
  const outcome = merge(proposals, snapshots, change);
  if (outcome.kind === "plan") return [];
  if (outcome.kind !== "needs") throw new Error(JSON.stringify(outcome));
  return outcome.needs.map(({ tool, args }) => `${tool} ${String(args.demandRef)} ${String(args.quantity)} ${String(args.uom)}`);
}

describe("units for a booking", () => {
  it("are set aside whatever another demand of the same goods and place reserves", () => {
    const proposals = [booking("b1", "40", { demandRef: "SO-BOOK" }), reserve("r1", "SO-OTHER", "1")];
    expect(derived(proposals, [demand("SO-BOOK", null)])).toEqual(["reserve_stock SO-BOOK 40 PCE"]);
  });

  it("are not covered by a move of the same goods to somewhere else", () => {
    const away = aProposal({ args: { ...aProposal().args, quantity: "40" } });
    const carried = aBooking({ args: { ...aBooking().args, lines: [line("40")] } });
    expect(derived([booking("b1", "40", { demandRef: "SO-1" }), away, carried], [demand("SO-1", null)])).toEqual([
      "reserve_stock SO-1 40 PCE",
    ]);
  });

  it("are set aside as far as the same demand lacks them, after what adds to the same reservation", () => {
    const outcome = merge([booking("b1", "40", { demandRef: "SO-1" }), reserve("r1", "SO-1", "20")], [demand("SO-1", null)]);
    expect(outcome).toMatchObject({
      kind: "needs",
      needs: [{ tool: "reserve_stock", args: { quantity: "20", demandRef: "SO-1" }, after: ["r1"] }],
    });
    if (outcome.kind !== "needs") throw new Error(outcome.kind);
    // An equal wish that was derived to come after the first is no repeat of it.
    const second = reserve("r2", "SO-1", "20", { after: ["r1"] });
    const whole = merge([booking("b1", "40", { demandRef: "SO-1" }), reserve("r1", "SO-1", "20"), second], [demand("SO-1", null)]);
    if (whole.kind !== "plan") throw new Error(JSON.stringify(whole));
    expect(whole.steps.map((step) => step.tool)).toEqual(["reserve_stock", "reserve_stock", "book_shipment"]);
    expect(new Set(whole.steps.map((step) => step.effectKey)).size).toBe(3);
  });

  it("are counted in base units, whatever the booking calls them", () => {
    const box = booking("b1", "2", { demandRef: "SO-1", more: { uom: "BOX" } }, { baseQuantity: "100" });
    expect(derived([box], [demand("SO-1", null)])).toEqual(["reserve_stock SO-1 2 BOX"]);
    expect(derived([box, reserve("r1", "SO-1", "30")], [demand("SO-1", null)])).toEqual(["reserve_stock SO-1 70 PCE"]);
    expect(derived([box, reserve("r1", "SO-1", "100")], [demand("SO-1", null)])).toEqual([]);
  });

  it("are the sum over equal bookings of one demand, named or not", () => {
    expect(derived([booking("b1", "40"), booking("b2", "40")])).toEqual([`reserve_stock ${REQUEST} 80 PCE`]);
    const named = [booking("b1", "40", { demandRef: "SO-1" }), booking("b2", "40", { demandRef: "SO-1" })];
    expect(derived(named, [demand("SO-1", null)])).toEqual(["reserve_stock SO-1 80 PCE"]);
    expect(derived([...named, reserve("r1", "SO-1", "80")], [demand("SO-1", null)])).toEqual([]);
  });

  it("of one lot are not covered by those of another", () => {
    const lots = booking("b1", "40", { demandRef: "SO-1", more: { lot: "L1" } });
    expect(derived([lots], [demand("SO-1", "40", { lot: "L2" })])).toEqual(["reserve_stock SO-1 40 PCE"]);
    expect(derived([lots], [demand("SO-1", "40", { lot: "L1" })])).toEqual([]);
  });

  it("are not set aside twice when the books hold them for the demand", () => {
    expect(derived([booking("b1", "10", { demandRef: "SO-1" })], [demand("SO-1", "10")])).toEqual([]);
    expect(derived([booking("b1", "15", { demandRef: "SO-1" })], [demand("SO-1", "10")])).toEqual(["reserve_stock SO-1 5 PCE"]);
    expect(derived([booking("b1", "15", { demandRef: "SO-1" })], [demand("SO-1", "10", { location: "LOC-BBB" })])).toEqual([
      "reserve_stock SO-1 15 PCE",
    ]);
  });

  it("that another shipment of the demand still takes cover no second one", () => {
    const second = (state: string, posted = false) =>
      booking("b1", "10", { demandRef: "SO-1" }, {}, [shipment("SHP-7", state, "10", "SO-1", posted)]);
    expect(derived([second("booked")], [demand("SO-1", "10")])).toEqual(["reserve_stock SO-1 10 PCE"]);
    expect(derived([second("cancelled")], [demand("SO-1", "10")])).toEqual([]);
    expect(derived([second("departed")], [demand("SO-1", "10")])).toEqual(["reserve_stock SO-1 10 PCE"]);
    expect(derived([second("departed", true)], [demand("SO-1", "10")])).toEqual([]);
  });

  it("are looked up in the books before anything is derived", () => {
    expect(merge([booking("b1", "10", { demandRef: "SO-1" })])).toMatchObject({
      kind: "snapshots",
      selectors: [{ domain: "supply", kind: "demand", id: "SO-1" }],
    });
  });

  it("are reported as missing where nothing is derived", () => {
    const codes = (proposals: Proposal[], snapshots: Snapshot[]) => {
      const outcome = merge(proposals, snapshots, { mode: "exact" });
      return "conflicts" in outcome ? outcome.conflicts.map((conflict) => conflict.code) : [];
    };
    const one = booking("b1", "40", { demandRef: "SO-1" });
    expect(codes([one, reserve("r1", "SO-OTHER", "40")], [demand("SO-1", null)])).toEqual(["transport_without_stock"]);
    expect(codes([one, reserve("r1", "SO-1", "39")], [demand("SO-1", null)])).toEqual(["transport_without_stock"]);
    expect(codes([one, reserve("r1", "SO-1", "40")], [demand("SO-1", null)])).toEqual([]);
    expect(codes([one], [demand("SO-1", "40")])).toEqual([]);
  });
});

describe("a shipment finds what is set aside for it", () => {
  const bookingArgs = (proposals: Proposal[], snapshots: Snapshot[] = []) => {
    const outcome = merge(proposals, snapshots);
    if (outcome.kind !== "plan") throw new Error(JSON.stringify(outcome));
    return outcome.steps.filter((step) => step.tool === "book_shipment").map((step) => step.args);
  };

  it("under the request where no demand is named", () => {
    const [args] = bookingArgs([booking("b1", "40"), reserve("r1", REQUEST, "40")]);
    expect(args).toMatchObject({ demandRef: REQUEST });
  });

  it("under the demand of the very reservation that was ordered beside it", () => {
    const [args] = bookingArgs([booking("b1", "40"), reserve("r1", "SO-9", "40")]);
    expect(args).toMatchObject({ demandRef: "SO-9" });
    // More than was reserved, or under two names: not one and the same.
    expect(derived([booking("b1", "40"), reserve("r1", "SO-9", "30")])).toEqual([`reserve_stock ${REQUEST} 40 PCE`]);
  });

  it("and what a transfer carries keeps going by its transfer", () => {
    expect(bookingArgs([aProposal(), aBooking()]).every((args) => args.demandRef === undefined)).toBe(true);
  });

  it("without becoming another wish than it was: the request's own name is none of its meaning", () => {
    const meanings = ([undefined, REQUEST] as const).map((demandRef) => {
      const one = booking("b1", "40", demandRef === undefined ? {} : { demandRef });
      const outcome = merge([one, reserve("r1", REQUEST, "40")], [demand(REQUEST, null)]);
      if (outcome.kind !== "plan") throw new Error(JSON.stringify(outcome));
      return outcome.steps.find((step) => step.tool === "book_shipment")?.meaningKey;
    });
    expect(meanings[0]).toBe(meanings[1]);
  });

  it("and waits for its own units only", () => {
    const outcome = merge(
      [booking("b1", "40", { demandRef: "SO-1" }), reserve("r1", "SO-1", "40"), reserve("r2", "SO-2", "5")],
      [demand("SO-1", null)],
    );
    if (outcome.kind !== "plan") throw new Error(JSON.stringify(outcome));
    const own = outcome.steps.find((step) => step.args.demandRef === "SO-1" && step.tool === "reserve_stock");
    expect(outcome.steps.find((step) => step.tool === "book_shipment")?.dependsOn).toEqual([{ step: own?.id, until: "receipt" }]);
  });
});

describe("a booking that is planned again", () => {
  it("needs nothing more once it and its units are done", () => {
    const wanted = [booking("b1", "40", { demandRef: "SO-1" }), reserve("r1", "SO-1", "40")];
    const first = merge(wanted, [demand("SO-1", null)]);
    if (first.kind !== "plan") throw new Error(JSON.stringify(first));
    const again = [
      booking("b1", "40", { demandRef: "SO-1" }, {}, [shipment("SHP-9", "booked", "40", "SO-1")]),
      reserve("r1", "SO-1", "40"),
    ];
    const made = new Map(first.steps.map((step) => [step.id, { done: "yes" }]));
    const kept = { previousSteps: first.steps, keptSteps: first.steps, madeBefore: made };
    expect(derived(again, [demand("SO-1", "40")], kept)).toEqual([]);
    const onlyUnits = first.steps.filter((step) => step.tool === "reserve_stock");
    expect(derived(wanted, [demand("SO-1", "40")], { ...kept, keptSteps: onlyUnits })).toEqual([]);
  });
});

describe("units in words", () => {
  const words = anIntent({
    actionKinds: ["book_shipment"],
    derivedKinds: ["reserve_stock", "draft_declaration"],
    entities: [],
    limits: { quantities: [], dates: [] },
  });
  const outside = (proposals: Proposal[], snapshots: Snapshot[]) => {
    const outcome = merge(proposals, snapshots, { intent: words });
    return "conflicts" in outcome ? outcome.conflicts.filter((conflict) => conflict.code === "outside_intent").length : 0;
  };
  it("that the agent would set aside though the books hold them are not asked for", () => {
    const one = booking("b1", "10", { demandRef: "SO-1" });
    expect(outside([one, reserve("r1", "SO-1", "10")], [demand("SO-1", "10")])).toBe(1);
    expect(outside([one, reserve("r1", "SO-1", "10")], [demand("SO-1", null)])).toBe(0);
    expect(outside([one, reserve("r1", "SO-1", "5")], [demand("SO-1", "5")])).toBe(0);
  });
  it("are never more than the bookings take", () => {
    const one = booking("b1", "10", { demandRef: "SO-1" });
    expect(outside([one, reserve("r1", "SO-1", "11")], [demand("SO-1", null)])).toBe(1);
    expect(outside([one, reserve("r1", "SO-1", "6"), reserve("r2", "SO-1", "5")], [demand("SO-1", null)])).toBe(1);
  });
});
