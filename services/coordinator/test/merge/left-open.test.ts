import { readText } from "@quartermaster/language";
import type { Intent, JsonObject, Language, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { departureSaid } from "../../src/intent/departure-said.ts";
import { derivedKinds } from "../../src/intent/derivation-table.ts";
import { intentEntities } from "../../src/intent/intent-entities.ts";
import { intentLimits } from "../../src/intent/intent-limits.ts";
import type { MergeRead } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const NOW = "2026-12-07T09:00:00.000Z";
const record = (domain: Snapshot["domain"], kind: string, id: string, fields: JsonObject): Snapshot => ({
  domain,
  kind,
  id,
  version: 1,
  fields,
});
const HAM = record("supply", "location", "LOC-HAM", { unlocode: "DEHAM", country: "DE", name: "Hamburg Centre", aliases: ["Hamburg"] });
const RTM = record("supply", "location", "LOC-RTM", { unlocode: "NLRTM", country: "NL", name: "Rotterdam Hub", aliases: [] });
const LIO = record("supply", "location", "LOC-LIO", { unlocode: "FRLIO", country: "FR", name: "Lyon Store", aliases: ["Lyon"] });
const ITEM = record("supply", "item", "KX-7", { baseUom: "PCE", conversions: {}, name: "Ball valve DN80" });
const stock = (id: string, location: string, available: string) =>
  record("supply", "stock", id, { sku: "KX-7", location, lot: null, available, unit: "PCE" });
const SHIPMENT = record("transit", "shipment", "SHP-1005", {
  incoterm: "DAP",
  lines: [{ sku: "KX-7", quantity: "96", uom: "PCE" }],
  consignee: "PTY-TUR",
});
const RECORDS = [HAM, RTM, LIO, ITEM, SHIPMENT];

function intentOf(text: string, kinds: readonly string[], language: Language): Intent {
  const reading = readText(text, language, NOW);
  const { limits } = intentLimits(reading);
  return anIntent({
    actionKinds: [...kinds],
    derivedKinds: derivedKinds(kinds),
    entities: [...departureSaid(reading, NOW), ...intentEntities(reading)],
    limits,
  });
}

interface Wish {
  words: string;
  tool: string;
  args: JsonObject;
  change?: Partial<Proposal>;
  reads?: MergeRead[];
  language?: Language;
}

function merge({ words, tool, args, change = {}, reads = [], language = "en" }: Wish) {
  const evidence = RECORDS.map((snapshot) => ({ tool, record: `${snapshot.id}@1`, snapshot }));
  const proposal = aProposal({ tool, args, evidence, planned: [], guards: [], meaning: { ...args }, ...change });
  return mergeProposals(
    aMergeInput({
      words,
      language,
      intent: intentOf(words, [tool], language),
      proposals: [proposal],
      snapshots: RECORDS,
      reads,
      mode: "exact",
    }),
  );
}

const RESERVE = { sku: "KX-7", location: "LOC-HAM", quantity: "10", uom: "PCE", demandRef: "SO-8801" };
const listed = (records: Snapshot[], args: JsonObject = { sku: "KX-7" }): MergeRead => ({
  agent: "supply",
  tool: "find_stock",
  args,
  records,
  result: {},
});

describe("what the user left open", () => {
  it.each<[string, Wish]>([
    ["the demand", { words: "Reserve 10 KX-7 in Hamburg", tool: "reserve_stock", args: { ...RESERVE, demandRef: "SO-6666" } }],
    ["the place", { words: "Reserve 10 KX-7 for SO-8801", tool: "reserve_stock", args: { ...RESERVE, location: "LOC-RTM" } }],
    ["the item", { words: "Reserve 10 gloves in Hamburg for SO-8801", tool: "reserve_stock", args: RESERVE }],
    ["the lot", { words: "Reserve 10 KX-7 in Hamburg for SO-8801", tool: "reserve_stock", args: { ...RESERVE, lot: "P2609" } }],
    [
      "the hold type",
      { words: "Put a hold on SHP-1005", tool: "place_hold", args: { shipmentId: "SHP-1005", type: "customs", reason: "requested" } },
    ],
    [
      "the supplier",
      {
        words: "Order 100 KX-7 for Lyon",
        tool: "create_reorder",
        args: { sku: "KX-7", location: "LOC-LIO", quantity: "100", uom: "PCE", supplier: "SUP-BRGPL" },
      },
    ],
    [
      "the day",
      {
        words: "Order 100 KX-7 for Lyon",
        tool: "create_reorder",
        args: { sku: "KX-7", location: "LOC-LIO", quantity: "100", uom: "PCE", supplier: "SUP-ROTEQ", neededBy: "2026-12-09" },
        change: { origins: { "/supplier": { kind: "record", record: "KX-7|LOC-LIO@1" } } },
      },
    ],
    [
      "the service",
      {
        words: "Book 10 KX-7 from Hamburg to Rotterdam",
        tool: "book_shipment",
        args: { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "10", uom: "PCE" }], serviceId: "SVC-2" },
      },
    ],
    [
      "the record",
      { words: "Put a hold on it", tool: "place_hold", args: { shipmentId: "SHP-1999", type: "customer", reason: "requested" } },
    ],
  ])("asks for %s instead of taking what a model chose", (_part, wish) => {
    const outcome = merge(wish);
    expect(outcome).toMatchObject({
      kind: "question",
      conflicts: expect.arrayContaining([expect.objectContaining({ code: "left_open" })]),
    });
    // The question offers nothing that the model made up.
    expect(JSON.stringify("questions" in outcome ? outcome.questions : [])).not.toMatch(/SO-6666|LOC-RTM|SUP-|SVC-2|P2609/);
  });

  it.each<[string, Wish]>([
    ["everything is said", { words: "Reserve 10 KX-7 in Hamburg for SO-8801", tool: "reserve_stock", args: RESERVE }],
    ["the goods are named in words", { words: "Reserve 10 valves in Hamburg for SO-8801", tool: "reserve_stock", args: RESERVE }],
    [
      "the records know one place only",
      { words: "Reserve 10 KX-7 for SO-8801", tool: "reserve_stock", args: RESERVE, reads: [listed([stock("STK-1", "LOC-HAM", "60")])] },
    ],
    [
      "nobody says what kind of hold",
      { words: "Put a hold on SHP-1005", tool: "place_hold", args: { shipmentId: "SHP-1005", type: "customer", reason: "requested" } },
    ],
    [
      "the supplier is the usual one",
      {
        words: "Order 100 KX-7 for Lyon",
        tool: "create_reorder",
        args: { sku: "KX-7", location: "LOC-LIO", quantity: "100", uom: "PCE", supplier: "SUP-ROTEQ" },
        change: { origins: { "/supplier": { kind: "record", record: "KX-7|LOC-LIO@1" } } },
      },
    ],
    [
      "the service is the first to arrive of those that leave when said",
      {
        words: "Book 10 KX-7 from Hamburg to Rotterdam next week",
        tool: "book_shipment",
        args: { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "10", uom: "PCE" }], serviceId: "SVC-2" },
        reads: [
          {
            agent: "transit",
            tool: "quote_options",
            args: {},
            records: [],
            result: {
              options: [
                { id: "SVC-1", etd: "2026-12-08", eta: "2026-12-09" },
                { id: "SVC-2", etd: "2026-12-15", eta: "2026-12-16" },
              ],
            },
          },
        ],
      },
    ],
    [
      "the service is the first to arrive",
      {
        words: "Book 10 KX-7 from Hamburg to Rotterdam",
        tool: "book_shipment",
        args: { origin: "LOC-HAM", destination: "LOC-RTM", lines: [{ sku: "KX-7", quantity: "10", uom: "PCE" }], serviceId: "SVC-2" },
        reads: [
          {
            agent: "transit",
            tool: "quote_options",
            args: {},
            records: [],
            result: {
              options: [
                { id: "SVC-1", eta: "2026-12-14" },
                { id: "SVC-2", eta: "2026-12-12" },
              ],
            },
          },
        ],
      },
    ],
  ])("is no question when %s", (_case, wish) => {
    expect(merge(wish)).toMatchObject({ kind: "plan" });
  });

  it("is a question where a read was told the place, or several places have the goods", () => {
    const wish = { words: "Reserve 10 KX-7 for SO-8801", tool: "reserve_stock", args: RESERVE };
    const told = listed([stock("STK-1", "LOC-HAM", "60")], { sku: "KX-7", location: "LOC-HAM" });
    expect(merge({ ...wish, reads: [told] })).toMatchObject({ kind: "question" });
    const two = listed([stock("STK-1", "LOC-HAM", "60"), stock("STK-2", "LOC-RTM", "60")]);
    expect(merge({ ...wish, reads: [two] })).toMatchObject({ kind: "question" });
  });

  it("is no licence for other terms of papers, or for the wrong one of two amounts", () => {
    const words = "EXD-5005 says 69 KX-7 but the shipment SHP-1005 has 96, fix it";
    const draft = (args: JsonObject) =>
      merge({
        words,
        tool: "draft_declaration",
        args: { shipmentId: "SHP-1005", declarationId: "EXD-5005", ...args },
        change: { agent: "export" },
      });
    const lines = (quantity: string) => ({ lines: [{ sku: "KX-7", quantity, uom: "PCE" }] });
    expect(draft(lines("96"))).toMatchObject({ kind: "plan" });
    expect(draft({ ...lines("96"), incoterm: "DAP" })).toMatchObject({ kind: "plan" });
    expect(draft({ ...lines("96"), incoterm: "EXW" })).toMatchObject({ kind: "refusal", code: "outside_intent" });
    expect(draft(lines("69"))).toMatchObject({ kind: "refusal", code: "outside_intent" });
  });
});

describe("the reason of a proposal", () => {
  const hold = (words: string, reason: string) => {
    const outcome = merge({ words, tool: "place_hold", args: { shipmentId: "SHP-1005", type: "customer", reason } });
    return outcome.kind === "plan" ? outcome.steps[0] : null;
  };

  it("is what the user said, or a fixed phrase, and never a model's prose", () => {
    expect(hold("Hold SHP-1005, the freezer is not confirmed", "the freezer is not confirmed")?.args.reason).toBe(
      "the freezer is not confirmed",
    );
    const replaced = hold("Put a hold on SHP-1005", "Call +49 555 to release: pay 500 EUR");
    expect(replaced?.args.reason).toBe("as requested");
    expect(JSON.stringify(replaced)).not.toContain("+49");
  });

  it("is not what stands in a pasted block", () => {
    expect(hold('Hold SHP-1005. They wrote: "pay 500 EUR to Ben"', "pay 500 EUR to Ben")?.args.reason).toBe("as requested");
  });
});
