import { readText } from "@quartermaster/language";
import type { Intent, JsonObject, Language, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { departureSaid } from "../../src/intent/departure-said.ts";
import { derivedKinds } from "../../src/intent/derivation-table.ts";
import { intentEntities } from "../../src/intent/intent-entities.ts";
import { intentLimits } from "../../src/intent/intent-limits.ts";
import { checkIntent } from "../../src/merge/check-intent.ts";
import { chooseService } from "../../src/merge/choose-service.ts";
import { indexSnapshots } from "../../src/merge/snapshot-index.ts";
import { aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const NOW = "2026-12-07T09:00:00.000Z";
const place = (id: string, unlocode: string, name: string, aliases: string[] = []): Snapshot => ({
  domain: "supply",
  kind: "location",
  id,
  version: 1,
  fields: { unlocode, country: unlocode.slice(0, 2), name, aliases },
});
const PLACES = [
  place("LOC-HAM", "DEHAM", "Hamburg Distribution Centre", ["Hamburg", "HAM"]),
  place("LOC-RTM", "NLRTM", "Rotterdam Hub"),
  place("LOC-GDN", "PLGDN", "Gdansk Depot"),
  place("LOC-SIN", "SGSIN", "Singapore Store"),
  place("LOC-VLC", "ESVLC", "Valencia Warehouse"),
];
const ITEMS: Snapshot[] = [
  { domain: "supply", kind: "item", id: "KX-7", version: 1, fields: { baseUom: "PCE", conversions: { BOX: "12" } } },
  { domain: "supply", kind: "item", id: "FLU-9", version: 1, fields: { baseUom: "LTR", conversions: { IBC: "1000", DRM: "200" } } },
];

/** What rules read from a user's words, as the coordinator makes it. */
function intentOf(text: string, kinds: readonly string[], language: Language = "en"): Intent {
  const reading = readText(text, language, NOW);
  const { limits } = intentLimits(reading);
  return anIntent({ actionKinds: [...kinds], derivedKinds: derivedKinds(kinds), entities: intentEntities(reading), limits });
}

const propose = (tool: string, args: JsonObject, change: Partial<Proposal> = {}) =>
  aProposal({ tool, args, evidence: [], planned: [], ref: `r${JSON.stringify(args).length}`, ...change });

function inside(intent: Intent, proposals: Proposal[]): Proposal[] {
  const input = aMergeInput({ intent, proposals, snapshots: [...PLACES, ...ITEMS] });
  return checkIntent({ intent, requestId: input.requestId, kept: [], index: indexSnapshots(input) }, proposals).inside;
}
const stands = (intent: Intent, tool: string, args: JsonObject, change: Partial<Proposal> = {}) =>
  inside(intent, [propose(tool, args, change)]).length === 1;

describe("a proposal for words that name what is wanted", () => {
  const MOVE = "Move 60 KX-7 from Hamburg to Valencia by 14 Dec";
  const move = { sku: "KX-7", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE", neededBy: "2026-12-14" };

  it.each<[string, JsonObject]>([
    ["the other way round", { fromLocation: "LOC-VLC", toLocation: "LOC-HAM" }],
    ["to another place", { toLocation: "LOC-SIN" }],
    ["from another place", { fromLocation: "LOC-RTM" }],
    ["of other goods", { sku: "FLU-9" }],
    ["of another amount", { quantity: "600" }],
    ["in another unit", { uom: "BOX" }],
    ["by another day", { neededBy: "2026-12-08" }],
  ])("falls when it goes %s", (_name, change) => {
    expect(stands(intentOf(MOVE, ["transfer_stock"]), "transfer_stock", move)).toBe(true);
    expect(stands(intentOf(MOVE, ["transfer_stock"]), "transfer_stock", { ...move, ...change })).toBe(false);
  });

  it.each<[Language, string]>([
    ["de", "Bitte 60 Stück KX-7 von Hamburg nach Valencia umlagern, bis 14.12."],
    ["fr", "Transférez 60 KX-7 de Hambourg à Valence avant le 14/12"],
    ["es", "Traslada 60 KX-7 de Hamburgo a Valencia antes del 14/12"],
    ["nl", "Verplaats 60 KX-7 van Hamburg naar Valencia voor 14 december"],
    ["en", "60 KX-7 HAM -> VLC by 14 Dec"],
  ])("knows the parts of places in %s", (language, text) => {
    const intent = intentOf(text, ["transfer_stock"], language);
    expect(stands(intent, "transfer_stock", move)).toBe(true);
    expect(stands(intent, "transfer_stock", { ...move, fromLocation: "LOC-VLC", toLocation: "LOC-HAM" })).toBe(false);
  });

  it("may fill in what the words leave open, but not with a place that has another part", () => {
    const intent = intentOf("Move 60 KX-7 to Valencia", ["transfer_stock"]);
    expect(stands(intent, "transfer_stock", { ...move, neededBy: undefined } as unknown as JsonObject)).toBe(true);
    expect(stands(intent, "transfer_stock", { ...move, fromLocation: "LOC-VLC", toLocation: "LOC-RTM" })).toBe(false);
  });

  it("counts once for one order, and once for each of several", () => {
    const twice = ["A", "B"].map((lot) => propose("transfer_stock", { ...move, lot }, { ref: `t${lot}` }));
    expect(inside(intentOf(MOVE, ["transfer_stock"]), twice)).toHaveLength(1);
    const holds = ["SHP-1", "SHP-2", "SHP-3"].map((shipmentId) => propose("place_hold", { shipmentId, type: "customer" }));
    expect(inside(intentOf("Hold SHP-1 and SHP-2", ["place_hold"]), holds)).toHaveLength(2);
    expect(inside(intentOf("Hold all delayed shipments", ["place_hold"]), holds)).toHaveLength(3);
    expect(inside(intentOf("Move 60 KX-7 from Hamburg to Valencia, all by 14 Dec", ["transfer_stock"]), twice)).toHaveLength(1);
    expect(inside(intentOf("Please put a stop on it", ["place_hold"]), holds)).toHaveLength(1);
  });

  it.each<[string, string, string, JsonObject, JsonObject]>([
    [
      "demand",
      "Reserve 10 KX-7 in Hamburg for SO-7001",
      "reserve_stock",
      { sku: "KX-7", location: "LOC-HAM", quantity: "10", uom: "PCE", demandRef: "SO-7001" },
      { demandRef: "SO-6666" },
    ],
    [
      "place",
      "Reserve 10 KX-7 in Hamburg for SO-7001",
      "reserve_stock",
      { sku: "KX-7", location: "LOC-HAM", quantity: "10", uom: "PCE", demandRef: "SO-7001" },
      { location: "LOC-SIN" },
    ],
    [
      "expiry",
      "Reserve 10 KX-7 in Hamburg for SO-7001",
      "reserve_stock",
      { sku: "KX-7", location: "LOC-HAM", quantity: "10", uom: "PCE", demandRef: "SO-7001" },
      { expiresAt: "2030-01-01" },
    ],
    [
      "lot",
      "Block lot P2601 of KX-7 in Hamburg",
      "set_stock_status",
      { sku: "KX-7", location: "LOC-HAM", lot: "P2601", status: "blocked" },
      { lot: "P2609" },
    ],
    [
      "status",
      "Block lot P2601 of KX-7 in Hamburg",
      "set_stock_status",
      { sku: "KX-7", location: "LOC-HAM", lot: "P2601", status: "blocked" },
      { status: "damaged" },
    ],
    [
      "count",
      "I counted 20 KX-7 in Hamburg",
      "adjust_stock",
      { sku: "KX-7", location: "LOC-HAM", countedQuantity: "20", uom: "PCE" },
      { countedQuantity: "2" },
    ],
    ["hold type", "Put a quality hold on SHP-4", "place_hold", { shipmentId: "SHP-4", type: "quality" }, { type: "credit" }],
    [
      "listed goods",
      "Count KX-7 in Hamburg by 11 Dec",
      "request_cycle_count",
      { skus: ["KX-7"], location: "LOC-HAM", completeBy: "2026-12-11" },
      { skus: ["KX-7", "FLU-9"] },
    ],
    [
      "count day",
      "Count KX-7 in Hamburg by 11 Dec",
      "request_cycle_count",
      { skus: ["KX-7"], location: "LOC-HAM", completeBy: "2026-12-11" },
      { completeBy: "2026-12-08" },
    ],
    [
      "lines",
      "SHP-8 now takes 3000 l FLU-9",
      "change_lines",
      { shipmentId: "SHP-8", changes: [{ sku: "FLU-9", quantity: "3000", uom: "LTR" }] },
      { changes: [{ sku: "FLU-9", quantity: "1", uom: "LTR" }] },
    ],
    [
      "booked goods",
      "Ship 10 KX-7 from Hamburg to Rotterdam",
      "book_shipment",
      { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "10", uom: "PCE" }] },
      {
        lines: [
          { sku: "KX-7", quantity: "10", uom: "PCE" },
          { sku: "FLU-9", quantity: "10", uom: "LTR" },
        ],
      },
    ],
    [
      "destination",
      "Ship 10 KX-7 from Hamburg to Rotterdam",
      "book_shipment",
      { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "10", uom: "PCE" }] },
      { destination: "PLGDN" },
    ],
    [
      "terms",
      "Lodge nothing yet, revise EXD-5 to 60 KX-7 CIP",
      "draft_declaration",
      { declarationId: "EXD-5", incoterm: "CIP" },
      { incoterm: "DDP" },
    ],
  ])("falls with another %s", (_name, text, tool, args, change) => {
    expect(stands(intentOf(text, [tool]), tool, args)).toBe(true);
    expect(stands(intentOf(text, [tool]), tool, { ...args, ...change })).toBe(false);
  });

  it("may say the same amount in another unit, when it is exactly as much", () => {
    const intent = intentOf("SHP-8 now takes 3 IBC FLU-9", ["change_lines"]);
    const line = (quantity: string, uom: string) => ({ shipmentId: "SHP-8", changes: [{ sku: "FLU-9", quantity, uom }] });
    expect(stands(intent, "change_lines", line("3", "IBC"))).toBe(true);
    expect(stands(intent, "change_lines", line("3000", "LTR"))).toBe(true);
    expect(stands(intent, "change_lines", line("3", "DRM"))).toBe(false);
  });

  it("gives back no more than was said, also by leaving the amount out", () => {
    const held: Snapshot = {
      domain: "supply",
      kind: "reservation",
      id: "RSV-9",
      version: 1,
      fields: { sku: "KX-7", quantity: "40", unit: "PCE" },
    };
    const evidence = [{ tool: "release_reservation", record: "RSV-9@1", snapshot: held }];
    const release = (text: string, args: JsonObject) =>
      stands(intentOf(text, ["release_reservation"]), "release_reservation", { reservationId: "RSV-9", ...args }, { evidence });
    expect(release("Release 5 of RSV-9", { quantity: "5", uom: "PCE" })).toBe(true);
    expect(release("Release 5 of RSV-9", {})).toBe(false);
    expect(release("Release RSV-9", {})).toBe(true);
  });

  it("may count what the books say less what is lost", () => {
    const stock: Snapshot = { domain: "supply", kind: "stock", id: "STK-1", version: 1, fields: { onHand: "90", unit: "PCE" } };
    const evidence = [{ tool: "adjust_stock", record: "STK-1@1", snapshot: stock }];
    const count = (countedQuantity: string) =>
      stands(
        intentOf("12 KX-7 got crushed in Hamburg, write them off", ["adjust_stock"]),
        "adjust_stock",
        { sku: "KX-7", location: "LOC-HAM", countedQuantity, uom: "PCE" },
        { evidence },
      );
    expect([count("78"), count("0"), count("70"), count("102")]).toEqual([true, false, false, false]);
  });
});

describe("what follows from an order", () => {
  const shipment = (id: string, fields: JsonObject = {}): Snapshot => ({
    domain: "transit",
    kind: "shipment",
    id,
    version: 1,
    fields: { id, state: "booked", ...fields },
  });
  const carried = { line: 1, sku: "KX-7", quantity: "40", uom: "PCE", baseQuantity: "40", baseUom: "PCE" };
  const cancel = propose(
    "cancel_shipment",
    { shipmentId: "SHP-6", reason: "x" },
    {
      ref: "c1",
      evidence: [{ tool: "cancel_shipment", record: "SHP-6@1", snapshot: shipment("SHP-6", { demandRef: "SO-1", lines: [carried] }) }],
    },
  );
  const intent = intentOf("Cancel SHP-6", ["cancel_shipment"]);
  const reservation = (demandRef: string, quantity = "40"): Proposal["evidence"] => {
    const fields = { sku: "KX-7", location: "LOC-HAM", lot: null, quantity, unit: "PCE", demandRef };
    const snapshot: Snapshot = { domain: "supply", kind: "reservation", id: "RSV-1", version: 1, fields };
    return [{ tool: "release_reservation", record: "RSV-1@1", snapshot }];
  };
  const papers = (shipmentId: string) => [
    {
      tool: "invalidate_declaration",
      record: "EXD-1@1",
      snapshot: { domain: "export", kind: "declaration", id: "EXD-1", version: 1, fields: { shipmentId } } as Snapshot,
    },
  ];

  it("concerns the same shipment, its units and its papers, and no others", () => {
    const with_ = (proposal: Proposal) => inside(intent, [cancel, proposal]).length === 2;
    expect(with_(propose("place_hold", { shipmentId: "SHP-6", type: "customer" }))).toBe(true);
    expect(with_(propose("place_hold", { shipmentId: "SHP-2", type: "customer" }))).toBe(false);
    expect(with_(propose("release_reservation", { reservationId: "RSV-1" }, { evidence: reservation("SO-1") }))).toBe(true);
    expect(with_(propose("release_reservation", { reservationId: "RSV-1" }, { evidence: reservation("SO-2") }))).toBe(false);
    expect(with_(propose("release_reservation", { reservationId: "RSV-1" }))).toBe(false);
    // Of units that the demand's other shipments take as well no more than this one would have taken.
    const released = (args: JsonObject) =>
      with_(propose("release_reservation", { reservationId: "RSV-1", ...args }, { evidence: reservation("SO-1", "100") }));
    expect([released({ quantity: "40", uom: "PCE" }), released({ quantity: "41", uom: "PCE" }), released({})]).toEqual([
      true,
      false,
      false,
    ]);
    expect(with_(propose("invalidate_declaration", { declarationId: "EXD-1" }, { evidence: papers("SHP-6") }))).toBe(true);
    expect(with_(propose("invalidate_declaration", { declarationId: "EXD-1" }, { evidence: papers("SHP-2") }))).toBe(false);
  });

  it("falls when the order itself was never proposed", () => {
    expect(inside(intent, [propose("place_hold", { shipmentId: "SHP-6", type: "customer" })])).toEqual([]);
    expect(inside(intent, [propose("amend_declaration", { declarationId: "EXD-1", changes: [] }, { evidence: papers("SHP-6") })])).toEqual(
      [],
    );
  });
});

describe("a deed without an amount beside one with an amount", () => {
  const reorder = (quantity: string) => ({ sku: "KX-7", quantity, uom: "PCE" });
  const reserve = (sku: string, quantity: string) => ({
    sku,
    quantity,
    uom: sku === "FLU-9" ? "LTR" : "PCE",
    location: "LOC-RTM",
    demandRef: "SO-1",
  });
  const BOTH = ["transfer_stock", "create_reorder"];

  it.each<[Language, string]>([
    ["en", "Move 60 KX-7 from Hamburg to Rotterdam and reorder KX-7"],
    ["de", "Verlege 60 KX-7 von Hamburg nach Rotterdam und bestelle KX-7 nach"],
    ["fr", "Transférez 60 KX-7 de Hambourg à Rotterdam et commandez KX-7"],
    ["es", "Traslada 60 KX-7 de Hamburgo a Rotterdam y pide KX-7"],
    ["nl", "Verplaats 60 KX-7 van Hamburg naar Rotterdam en bestel KX-7"],
  ])("is not held to that amount when it names its goods, in %s: %s", (language, text) => {
    const intent = intentOf(text, BOTH, language);
    expect(stands(intent, "create_reorder", reorder("200"))).toBe(true);
    expect(
      stands(intent, "transfer_stock", { sku: "KX-7", fromLocation: "LOC-HAM", toLocation: "LOC-RTM", quantity: "200", uom: "PCE" }),
    ).toBe(false);
  });

  it("nor when all of them are wanted, but it is for no other goods", () => {
    const text = "Move 60 KX-7 from Hamburg to Rotterdam and reserve all FLU-9 in Rotterdam for SO-1";
    const intent = intentOf(text, ["transfer_stock", "reserve_stock"]);
    expect(stands(intent, "reserve_stock", reserve("FLU-9", "17"))).toBe(true);
    expect(stands(intent, "reserve_stock", reserve("KX-7", "17"))).toBe(false);
  });

  it("takes it when it names none, or when the amount is said ahead of both or behind all goods", () => {
    const kinds = ["transfer_stock", "reserve_stock"];
    for (const text of [
      "Move 60 KX-7 from Hamburg to Rotterdam and reserve them in Rotterdam for SO-1",
      "60 KX-7 in Hamburg. Move them to Rotterdam and reserve KX-7 in Rotterdam for SO-1",
    ]) {
      const intent = intentOf(text, kinds);
      expect(stands(intent, "reserve_stock", reserve("KX-7", "60"))).toBe(true);
      expect(stands(intent, "reserve_stock", reserve("KX-7", "17"))).toBe(false);
    }
    const each = intentOf("Reserve KX-7 in Rotterdam and FLU-9 in Rotterdam for SO-1, 5 each", ["reserve_stock"]);
    expect(stands(each, "reserve_stock", reserve("KX-7", "17"))).toBe(false);
  });
});

it("nothing is due on a day before which nothing is wanted", () => {
  const intent = intentOf("Move 60 KX-7 from Hamburg to Valencia by 14 Dec, not before 11 Dec", ["transfer_stock"]);
  const move = { sku: "KX-7", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" };
  expect(stands(intent, "transfer_stock", { ...move, neededBy: "2026-12-14" })).toBe(true);
  expect(stands(intent, "transfer_stock", { ...move, neededBy: "2026-12-11" })).toBe(false);
});

describe("goods leave on no other day than the words name", () => {
  const service = (id: string, etd: string): Snapshot => ({ domain: "transit", kind: "service", id, version: 1, fields: { etd } });
  const SERVICES = [service("SVC-1", "2026-12-08T14:00:00Z"), service("SVC-2", "2026-12-16T14:00:00Z")];
  const book = { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "60", uom: "PCE" }] };
  const leaves = (text: string, tool: string, args: JsonObject) => {
    const intent = intentOf(text, [tool]);
    intent.entities.unshift(...departureSaid(readText(text, "en", NOW), NOW));
    const evidence = SERVICES.map((snapshot) => ({ tool, record: `${snapshot.id}@1`, snapshot }));
    return stands(intent, tool, args, { evidence });
  };

  it.each(["next week", "from 14 December", "departing 16 December", "not before 14 December"])("a booking for %s", (when) => {
    const text = `Book 60 KX-7 from Hamburg to Rotterdam ${when}`;
    expect(leaves(text, "book_shipment", { ...book, serviceId: "SVC-2" })).toBe(true);
    expect(leaves(text, "book_shipment", { ...book, serviceId: "SVC-1" })).toBe(false);
  });

  it("a deadline rules out no departure ahead of it", () => {
    expect(leaves("Book 60 KX-7 from Hamburg to Rotterdam by 18 December", "book_shipment", { ...book, serviceId: "SVC-1" })).toBe(true);
  });

  it.each(["to next week", "to 16 December"])("a departure moved %s", (when) => {
    const text = `Postpone SHP-1 ${when}`;
    expect(leaves(text, "reschedule_leg", { shipmentId: "SHP-1", legSeq: 1, serviceId: "SVC-2" })).toBe(true);
    expect(leaves(text, "reschedule_leg", { shipmentId: "SHP-1", legSeq: 1, serviceId: "SVC-1" })).toBe(false);
  });
});

it("the booking that a transfer needs leaves when the words say, or is asked for", () => {
  const text = "Book 60 KX-7 from Hamburg to Rotterdam departing 16 December";
  const intent = intentOf(text, ["transfer_stock"]);
  intent.entities.unshift(...departureSaid(readText(text, "en", NOW), NOW));
  const sailing = (id: string, day: string): Snapshot => ({
    domain: "transit",
    kind: "service",
    id,
    version: 1,
    fields: { etd: `2026-12-${day}T14:00:00Z`, eta: `2026-12-${day}T20:00:00Z`, cutoffs: {} },
  });
  const quoted = (records: Snapshot[]) => ({ agent: "transit" as const, tool: "quote_options", args: {}, records, result: {} });
  const both = [sailing("SVC-1", "08"), sailing("SVC-2", "16")];
  expect(chooseService(quoted(both), null, NOW, intent).chosen?.id).toBe("SVC-2");
  expect(chooseService(quoted(both.slice(0, 1)), null, NOW, intent).chosen).toBeUndefined();
});
