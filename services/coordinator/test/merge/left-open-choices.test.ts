import { readText } from "@quartermaster/language";
import type { Intent, JsonObject, Language, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { derivedKinds } from "../../src/intent/derivation-table.ts";
import { intentEntities } from "../../src/intent/intent-entities.ts";
import { intentLimits } from "../../src/intent/intent-limits.ts";
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
const item = (sku: string, name: string) => record("supply", "item", sku, { sku, name, baseUom: "PCE", conversions: {} });
const stock = (sku: string, name: string) =>
  record("supply", "stock", `STK-${sku}`, { sku, name, location: "LOC-HAM", lot: null, status: "available", available: "60", unit: "PCE" });
const BALL = "Ball valve DN50 stainless";
const BUTTERFLY = "Butterfly valve DN80";

function merge(words: string, tool: string, args: JsonObject, records: Snapshot[], own: Snapshot[], language: Language = "en") {
  const reading = readText(words, language, NOW);
  const intent: Intent = anIntent({
    actionKinds: [tool],
    derivedKinds: derivedKinds([tool]),
    entities: intentEntities(reading),
    limits: intentLimits(reading).limits,
  });
  const evidence = own.map((snapshot) => ({ tool, record: `${snapshot.id}@1`, snapshot }));
  const proposal: Partial<Proposal> = { tool, args, evidence, planned: [], guards: [], meaning: { ...args } };
  const reads = [{ agent: "supply" as const, tool: "find_stock", args: {}, records, result: {} }];
  return mergeProposals(aMergeInput({ words, language, intent, proposals: [aProposal(proposal)], reads, mode: "exact" }));
}
const optionsOf = (outcome: ReturnType<typeof merge>): string[] =>
  outcome.kind === "question" ? outcome.questions.flatMap(({ options }) => options.map(({ text }) => text)) : [];

describe("goods in words", () => {
  const reserve = (words: string, sku: string, listed: [string, string][], language: Language = "en", quantity = "10") => {
    const names = new Map<string, string>(listed);
    const args = { sku, location: "LOC-HAM", quantity, uom: "PCE", demandRef: "SO-8801" };
    const own = [item(sku, names.get(sku) ?? ""), HAM];
    return merge(
      words,
      "reserve_stock",
      args,
      listed.map(([key, name]) => stock(key, name)),
      own,
      language,
    );
  };
  const VALVES: [string, string][] = [
    ["KX-1", BALL],
    ["KX-2", BUTTERFLY],
  ];

  it.each(["KX-1", "KX-2"])("that fit several items are asked about, whichever a model chose: %s", (sku) => {
    const outcome = reserve("Reserve 10 valves in Hamburg for SO-8801", sku, VALVES);
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "left_open.item" }] });
    expect(optionsOf(outcome)).toEqual(["KX-1", "KX-2"]);
  });

  it.each<[Language, string]>([
    ["en", "Reserve 10 ball valves in Hamburg for SO-8801"],
    ["de", "Reserviere 10 Kugelhähne in Hamburg für SO-8801"],
    ["fr", "Réservez 10 vannes à bille à Hambourg pour SO-8801"],
    ["es", "Reserva 10 válvulas de bola en Hamburgo para SO-8801"],
    ["nl", "Reserveer 10 kogelkranen in Hamburg voor SO-8801"],
  ])("that fit one item alone are that item's and no other's (%s): %s", (language, words) => {
    expect(reserve(words, "KX-1", VALVES, language)).toMatchObject({ kind: "plan" });
    expect(reserve(words, "KX-2", VALVES, language)).toMatchObject({ kind: "question" });
  });

  it("are of one item where nothing else that was read has that name", () => {
    const bearing: [string, string] = ["KX-3", "Deep-groove ball bearing 6205"];
    expect(reserve("Reserve 10 valves in Hamburg for SO-8801", "KX-1", [["KX-1", BALL], bearing])).toMatchObject({ kind: "plan" });
    expect(reserve("Reserve 10 ball valves in Hamburg for SO-8801", "KX-1", [["KX-1", BALL], bearing])).toMatchObject({ kind: "plan" });
  });

  it("are not an amount, nor a word that only begins like them", () => {
    const gel: [string, string][] = [["KX-4", "Hand sanitiser 500 ml"]];
    expect(reserve("Reserve 500 pieces in Hamburg for SO-8801", "KX-4", gel, "en", "500")).toMatchObject({ kind: "question" });
    expect(reserve("Reserve 10 by sea in Hamburg for SO-8801", "KX-5", [["KX-5", "Mechanical seal kit"]])).toMatchObject({
      kind: "question",
    });
  });
});

describe("a record in words", () => {
  const shipment = (id: string, fields: JsonObject) =>
    record("transit", "shipment", id, {
      id,
      kind: "outbound",
      state: "booked",
      origin: "LOC-HAM",
      originUnlocode: "DEHAM",
      originCountry: "DE",
      modes: ["sea"],
      etd: "2026-12-12T18:00:00Z",
      eta: "2026-12-28T06:00:00Z",
      holds: [],
      ...fields,
    });
  const VALENCIA = { destination: "ESVLC", destinationUnlocode: "ESVLC", destinationCountry: "ES" };
  const LYON = { destination: "FRLIO", destinationUnlocode: "FRLIO", destinationCountry: "FR" };
  const hold = (words: string, chosen: Snapshot, records: Snapshot[]) =>
    merge(words, "place_hold", { shipmentId: chosen.id, type: "quality", reason: "as requested" }, records, [chosen]);
  const toValencia = shipment("SHP-1", VALENCIA);
  const toLyon = shipment("SHP-2", LYON);

  it("is not described by days, states and modes that others have as well", () => {
    const words = "Put the Valencia sea shipment that is booked on hold, quality, until 14 Dec 2026";
    expect(hold(words, toValencia, [toValencia, toLyon])).toMatchObject({ kind: "plan" });
    const wrong = hold(words, toLyon, [toValencia, toLyon]);
    expect(wrong).toMatchObject({ kind: "question", questions: [{ id: "left_open.record", options: [] }] });
  });

  it("is asked for with the choices where the words describe several", () => {
    const another = shipment("SHP-3", VALENCIA);
    const words = "Put the Valencia shipment on hold, quality, until 14 Dec 2026";
    for (const chosen of [toValencia, another])
      expect(optionsOf(hold(words, chosen, [toValencia, toLyon, another]))).toEqual(["SHP-1", "SHP-3"]);
  });

  it("is the one of which the words say more", () => {
    const oil = shipment("SHP-4", { ...VALENCIA, lines: [{ line: 1, sku: "OIL-46", quantity: "5" }] });
    const records = [toValencia, oil, item("OIL-46", "Hydraulic oil")];
    const words = "Put the Valencia shipment with the hydraulic oil on hold, quality";
    expect(hold(words, oil, records)).toMatchObject({ kind: "plan" });
    expect(optionsOf(hold(words, toValencia, records))).toEqual(["SHP-1", "SHP-4"]);
  });

  it("is not one that has ended, and not one in which the place plays another part", () => {
    const before = shipment("SHP-5", { ...VALENCIA, state: "delivered" });
    const from = shipment("SHP-6", { ...LYON, origin: "ESVLC", originUnlocode: "ESVLC" });
    expect(hold("Put the shipment to Valencia on hold, quality", toValencia, [toValencia, before, from])).toMatchObject({ kind: "plan" });
    expect(hold("Put the shipment to Valencia on hold, quality", from, [toValencia, from])).toMatchObject({ kind: "question" });
  });

  it("is told by the goods that are named only where it alone has them", () => {
    const lines = [{ line: 1, sku: "KX-7", quantity: "5" }];
    const [one, two] = [shipment("SHP-7", { ...LYON, lines }), shipment("SHP-8", { ...VALENCIA, lines })];
    const known = item("KX-7", BALL);
    const words = "Put the KX-7 shipment on hold, quality";
    expect(hold(words, one, [one, toValencia, known])).toMatchObject({ kind: "plan" });
    expect(optionsOf(hold(words, one, [one, two, known]))).toEqual(["SHP-7", "SHP-8"]);
  });

  it("is one of several holds of the shipment that is named, unless the words tell them apart", () => {
    const holds = ["quality", "credit"].map((type, at) => ({ id: `HLD-${at + 1}`, type, state: "active", scope: "shipment" }));
    const held = shipment("SHP-9", { ...LYON, holds });
    const release = (words: string, at: number) => {
      const chosen = record("transit", "hold", `HLD-${at + 1}`, { ...(holds[at] as JsonObject), shipmentId: "SHP-9" });
      return merge(words, "release_hold", { holdId: chosen.id }, [held], [held, chosen]);
    };
    expect(optionsOf(release("Release the hold on SHP-9", 0))).toEqual(["HLD-1", "HLD-2"]);
    expect(release("Release the quality hold on SHP-9", 0)).toMatchObject({ kind: "plan" });
    expect(optionsOf(release("Release the quality hold on SHP-9", 1))).toEqual(["HLD-1", "HLD-2"]);
  });
});
