import type { Action, JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aBooking, aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const KINDS = ["change_lines", "cancel_shipment", "book_shipment"];
const DERIVED = ["reserve_stock", "release_reservation", "place_hold"];
const snapshot = (domain: Snapshot["domain"], kind: string, id: string, fields: JsonObject): Snapshot => ({
  domain,
  kind,
  id,
  version: 1,
  fields,
});
const shipment = (id: string, quantity: string, lot: string | null = "L1"): JsonObject => ({
  id,
  state: "draft",
  origin: "LOC-AAA",
  demandRef: "SO-1",
  transferRef: null,
  goodsIssuePosted: false,
  lines: [{ line: 1, sku: "SKU-1", ...(lot === null ? {} : { lot }), quantity, uom: "PCE", baseQuantity: quantity, baseUom: "PCE" }],
  holds: [],
});
const change = (tool: string, id: string, from: string, to: string, lot?: string | null): Proposal =>
  aProposal({
    agent: "transit",
    tool,
    args: { shipmentId: id, reason: "asked" },
    ref: `c${id.slice(4)}`,
    guards: [{ kind: "exact", domain: "transit", record: id, version: "read@1" }],
    evidence: [{ tool, record: `${id}@1`, snapshot: snapshot("transit", "shipment", id, shipment(id, from, lot)) }],
    outputs: [{ name: "shipmentId", kind: "shipment" }],
    meaning: { shipmentId: id, tool },
    planned: [{ ref: `c${id.slice(4)}`, kind: "shipment", snapshot: shipment(id, to, lot) }],
  });
const cancel = (id: string, quantity: string) => change("cancel_shipment", id, quantity, quantity);

/** What the books set aside, by demand: reservations under `RSV-` and their position. */
type Books = Record<string, string[]>;
const held = (quantity: string): JsonObject => ({ sku: "SKU-1", location: "LOC-AAA", lot: "L1", quantity, unit: "PCE" });
const snapshotsOf = (books: Books): Snapshot[] => [
  ...["SHP-1", "SHP-2"].map((id) => snapshot("export", "papers", id, { declarationId: null, state: null, problems: [] })),
  ...["SO-1", "SHP-1", "SHP-2"].map((demandRef) =>
    snapshot("supply", "demand", demandRef, {
      reservations: (books[demandRef] ?? []).map((quantity, at) => ({ id: `RSV-${demandRef}-${at}`, version: 1, ...held(quantity) })),
    }),
  ),
];

/** A release as supply's agent proposes it. */
function release(books: Books, args: JsonObject, ref: string, after: string[] = []): Proposal {
  const id = String(args.reservationId);
  const [, demandRef, at] = /^RSV-(.+)-(\d+)$/.exec(id) ?? [];
  const whole = books[String(demandRef)]?.[Number(at)] ?? "0";
  const fields = { ...held(whole), demandRef: String(demandRef) };
  return aProposal({
    tool: "release_reservation",
    ref,
    after,
    args,
    meaning: { reservationId: id, quantity: args.quantity ?? whole, version: 1 },
    guards: [{ kind: "exact", domain: "supply", record: id, version: "read@1" }],
    evidence: [{ tool: "release_reservation", record: `${id}@1`, snapshot: snapshot("supply", "reservation", id, fields) }],
    outputs: [{ name: "reservationId", kind: "reservation" }],
    planned: [{ ref, kind: "reservation", snapshot: {} }],
  });
}

/** A reservation as supply's agent proposes it: without a lot it takes the first. */
const reserve = (args: JsonObject, ref: string, after: string[] = []): Proposal =>
  aProposal({ tool: "reserve_stock", ref, after, args, meaning: { lot: "L1", ...args }, guards: [], evidence: [], planned: [] });

const asProposed = (books: Books, need: Action): Proposal =>
  need.tool === "release_reservation"
    ? release(books, need.args, need.ref ?? "", need.after)
    : reserve(need.args, need.ref ?? "", need.after);

/** The plan once everything that follows was proposed: its steps on units, in words and as known steps. */
function unitsPlanned(books: Books, first: Proposal[], structured: boolean, reasons: string[] = []): string[] {
  const proposals = [...first];
  const intent = anIntent({
    actionKinds: KINDS,
    derivedKinds: DERIVED,
    structured,
    entities: ["SHP-1", "SHP-2"].map((id) => ({ kind: "shipment", id, text: id })),
  });
  // What the user ordered was held against the words before; what follows was not.
  const plannedBefore = first.filter(({ tool }) => KINDS.includes(tool)).map(({ agent, tool, args }) => ({ agent, tool, args }));
  for (let wave = 0; wave < 4; wave++) {
    const input = aMergeInput({ proposals, snapshots: snapshotsOf(books), intent, plannedBefore });
    const outcome = mergeProposals(input);
    expect(mergeProposals({ ...input, proposals: [...proposals].reverse() }).kind).toBe(outcome.kind);
    if (outcome.kind === "plan") {
      reasons.push(
        ...outcome.steps.flatMap(({ agent, args }) => (agent === "supply" && typeof args.reason === "string" ? args.reason : [])),
      );
      return outcome.steps
        .filter((step) => step.agent === "supply")
        .map(({ tool, args }) => `${tool} ${String(args.reservationId ?? args.demandRef)} ${String(args.quantity ?? "all")}`)
        .sort();
    }
    if (outcome.kind !== "needs") throw new Error(JSON.stringify(outcome));
    proposals.push(...outcome.needs.map((need) => asProposed(books, need)));
  }
  throw new Error("merge asks for the same again and again");
}

describe.each([["words", false] as const, ["known steps", true] as const])("two shipments of one demand, from %s", (_, structured) => {
  const planned = (books: Books, ...first: Proposal[]) => {
    const found = unitsPlanned(books, first, structured);
    expect(unitsPlanned(books, [...first].reverse(), structured)).toEqual(found);
    return found;
  };

  it("give back what both would have taken, by one step", () => {
    const books = { "SO-1": ["100"] };
    const all = ["release_reservation RSV-SO-1-0 all"];
    expect(planned(books, cancel("SHP-1", "60"), cancel("SHP-2", "40"))).toEqual(all);
    expect(planned(books, cancel("SHP-1", "50"), cancel("SHP-2", "50"))).toEqual(all);
    expect(planned({ "SO-1": ["150"] }, cancel("SHP-1", "50"), cancel("SHP-2", "50"))).toEqual(["release_reservation RSV-SO-1-0 100"]);
    expect(planned({ "SO-1": ["60", "40"] }, cancel("SHP-1", "60"), cancel("SHP-2", "40"))).toEqual([
      "release_reservation RSV-SO-1-0 all",
      "release_reservation RSV-SO-1-1 all",
    ]);
    expect(planned(books, cancel("SHP-1", "60"), change("change_lines", "SHP-2", "40", "30"))).toEqual([
      "release_reservation RSV-SO-1-0 70",
    ]);
    for (const [one, other, both] of [
      ["50", "35", "15"],
      ["50", "30", "20"],
    ] as const)
      expect(planned(books, change("change_lines", "SHP-1", "60", one), change("change_lines", "SHP-2", "40", other))).toEqual([
        `release_reservation RSV-SO-1-0 ${both}`,
      ]);
    expect(planned({ "SO-1": ["60"], "SHP-2": ["40"] }, cancel("SHP-1", "60"), cancel("SHP-2", "40"))).toEqual([
      "release_reservation RSV-SHP-2-0 all",
      "release_reservation RSV-SO-1-0 all",
    ]);
  });

  it("say why, of each of them", () => {
    const reasons: string[] = [];
    const first = [cancel("SHP-1", "60"), change("change_lines", "SHP-2", "40", "30")];
    unitsPlanned({ "SO-1": ["100"] }, first, structured, reasons);
    expect(reasons).toEqual(["SHP-1 is cancelled; SHP-2 carries less"]);
  });

  it("set aside what both carry on top, under their demand", () => {
    const more = (one: string, other: string, lot: string | null = "L1") =>
      planned({ "SO-1": ["100"] }, change("change_lines", "SHP-1", "60", one), change("change_lines", "SHP-2", "40", other, lot));
    expect(more("70", "50")).toEqual(["reserve_stock SO-1 20"]);
    expect(more("70", "60")).toEqual(["reserve_stock SO-1 30"]);
    // Of another lot, or of any, it is another step; that of any lot may turn out to take the same.
    expect(more("70", "50", "L2")).toEqual(["reserve_stock SO-1 10", "reserve_stock SO-1 10"]);
    expect(more("70", "50", null)).toEqual(["reserve_stock SO-1 10", "reserve_stock SO-1 10"]);
  });

  it("count what is set aside already for one of them once", () => {
    const set = reserve({ sku: "SKU-1", location: "LOC-AAA", quantity: "10", uom: "PCE", lot: "L1", demandRef: "SO-1" }, "own1");
    const both = [change("change_lines", "SHP-1", "60", "70"), change("change_lines", "SHP-2", "40", "50")];
    expect(planned({ "SO-1": ["100"] }, set, ...both)).toEqual(["reserve_stock SO-1 10", "reserve_stock SO-1 10"]);
  });

  it("fill up what an agent gave back of one of them", () => {
    const books = { "SO-1": ["100"] };
    const part = release(books, { reservationId: "RSV-SO-1-0", quantity: "50", uom: "PCE", reason: "asked" }, "own1", ["c1"]);
    expect(planned(books, part, cancel("SHP-1", "50"), cancel("SHP-2", "50"))).toEqual([
      "release_reservation RSV-SO-1-0 50",
      "release_reservation RSV-SO-1-0 50",
    ]);
    // Of whichever reservation it was.
    const other = { "SO-1": ["60", "60"] };
    const second = release(other, { reservationId: "RSV-SO-1-1", reason: "asked" }, "own1", ["c1"]);
    expect(planned(other, second, cancel("SHP-1", "60"))).toEqual(["release_reservation RSV-SO-1-1 all"]);
  });
});

it("a booking and more units on a shipment of the same demand set both aside", () => {
  const booking = aBooking({
    args: {
      origin: "LOC-AAA",
      destination: "ESVLC",
      lines: [{ sku: "SKU-1", lot: "L1", quantity: "10", uom: "PCE" }],
      serviceId: "SVC-1",
      demandRef: "SO-1",
    },
    meaning: { origin: "LOC-AAA", ref: "SO-1" },
    planned: [{ ref: "book1", kind: "shipment", snapshot: { lines: [{ sku: "SKU-1", baseQuantity: "10", baseUom: "PCE" }] } }],
    evidence: [{ tool: "book_shipment", record: "SHP-1@1", snapshot: snapshot("transit", "shipment", "SHP-1", shipment("SHP-1", "60")) }],
  });
  for (const structured of [true, false])
    expect(unitsPlanned({ "SO-1": ["60"] }, [booking, change("change_lines", "SHP-1", "60", "70")], structured)).toEqual([
      "reserve_stock SO-1 10",
      "reserve_stock SO-1 10",
    ]);
});

it("an agent gives back no more than the changed shipment frees, however many releases it takes", () => {
  const books = { "SO-1": ["100"] };
  const less = change("change_lines", "SHP-1", "60", "50");
  const freed = (...args: JsonObject[]) =>
    unitsPlanned(
      books,
      [less, ...args.map((more, at) => release(books, { reservationId: "RSV-SO-1-0", reason: "asked", ...more }, `own${at}`))],
      false,
    );
  expect(freed({})).toEqual(["release_reservation RSV-SO-1-0 10"]);
  expect(freed({ quantity: "11", uom: "PCE" })).toEqual(["release_reservation RSV-SO-1-0 10"]);
  expect(freed({ quantity: "6", uom: "PCE" }, { quantity: "7", uom: "PCE" })).toEqual([
    "release_reservation RSV-SO-1-0 4",
    "release_reservation RSV-SO-1-0 6",
  ]);
});
