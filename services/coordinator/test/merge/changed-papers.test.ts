import type { JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const snapshot = (domain: Snapshot["domain"], kind: string, id: string, fields: JsonObject): Snapshot => ({
  domain,
  kind,
  id,
  version: 1,
  fields,
});
const line = (quantity: string, lot = "L1"): JsonObject => ({
  line: 1,
  sku: "SKU-1",
  lot,
  quantity,
  uom: "PCE",
  baseQuantity: quantity,
  baseUom: "PCE",
});
const shipment = (country: string, change: JsonObject = {}): JsonObject => ({
  id: "SHP-1",
  kind: "outbound",
  state: "booked",
  origin: "NLRTM",
  demandRef: null,
  transferRef: null,
  destinationCountry: country,
  crossesTerritory: country !== "DE",
  goodsIssuePosted: false,
  lines: [line("10")],
  holds: [],
  ...change,
});
const papers = (state: string | null, country = "NO", more: JsonObject = {}): Snapshot =>
  snapshot("export", "papers", "SHP-1", {
    declarationId: state === null ? null : "EXD-1",
    state,
    ...(state === null ? {} : { regime: "EU-AES", destinationCountry: country, lines: [line("10")] }),
    problems: [],
    ...more,
  });
const change = (tool: string, before: JsonObject, after: JsonObject): Proposal =>
  aProposal({
    agent: "transit",
    tool,
    args: { shipmentId: "SHP-1", reason: "asked" },
    ref: "c1",
    guards: [{ kind: "exact", domain: "transit", record: "SHP-1", version: "read@1" }],
    evidence: [{ tool, record: "SHP-1@1", snapshot: snapshot("transit", "shipment", "SHP-1", before) }],
    outputs: [{ name: "shipmentId", kind: "shipment" }],
    meaning: { shipmentId: "SHP-1", tool },
    planned: [{ ref: "c1", kind: "shipment", snapshot: after }],
  });
const reroute = (from: string, to: string, more: JsonObject = {}) => change("reroute_shipment", shipment(from, more), shipment(to, more));
const lines = (to: string, lot = "L1") => change("change_lines", shipment("NO"), shipment("NO", { lines: [line(to, lot)] }));
const noUnits = snapshot("supply", "demand", "SHP-1", { reservations: [] });
const merge = (proposal: Proposal, stated: Snapshot, mode: "execute" | "exact" = "execute") =>
  mergeProposals(
    aMergeInput({
      proposals: [proposal],
      snapshots: [stated, noUnits],
      mode,
      intent: anIntent({
        actionKinds: ["change_lines", "reroute_shipment", "cancel_shipment"],
        derivedKinds: ["draft_declaration", "amend_declaration", "place_hold"],
        structured: true,
      }),
    }),
  );
const codes = (outcome: ReturnType<typeof merge>) =>
  "conflicts" in outcome ? outcome.conflicts.map((conflict) => conflict.code).sort() : [];
const needed = (outcome: ReturnType<typeof merge>) => (outcome.kind === "needs" ? outcome.needs.map((need) => need.tool) : []);

describe("papers that customs has not answered yet", () => {
  it.each(["lodged", "amendment_pending", "invalidation_pending"])("stop other goods while they are %s", (state) => {
    const outcome = merge(lines("12"), papers(state));
    expect(outcome).toMatchObject({ kind: "refusal", code: "outcome_pending" });
    expect(codes(outcome)).toEqual(["declaration_needs_amendment", "outcome_pending"]);
  });
  it.each(["lodged", "amendment_pending", "invalidation_pending"])("stop another country while they are %s", (state) => {
    const outcome = merge(reroute("NO", "GB"), papers(state));
    expect(outcome).toMatchObject({ kind: "refusal", code: "outcome_pending" });
    expect(codes(outcome)).toEqual(["declaration_needs_amendment", "outcome_pending"]);
  });
  it("stop nothing that they do not say", () => {
    expect(merge(reroute("NO", "NO"), papers("lodged")).kind).toBe("plan");
    expect(merge(lines("10", "L2"), papers("lodged")).kind).toBe("plan");
    expect(merge(change("cancel_shipment", shipment("NO"), shipment("NO")), papers("lodged")).kind).not.toBe("refusal");
  });
});

describe("another country", () => {
  it("needs an amendment of what customs accepted, which follows", () => {
    const outcome = merge(reroute("NO", "GB"), papers("accepted"));
    expect(codes(outcome)).toEqual(["declaration_needs_amendment"]);
    expect(outcome).toMatchObject({
      needs: [
        {
          tool: "amend_declaration",
          args: { declarationId: "EXD-1", changes: [{ field: "destinationCountry", from: "NO", to: "GB" }] },
          after: ["c1"],
        },
      ],
    });
    expect(codes(merge(reroute("NO", "GB"), papers("draft")))).toEqual([]);
    expect(needed(merge(reroute("NO", "GB"), papers("draft")))).toEqual(["draft_declaration"]);
  });
});

describe("a way out of the customs territory", () => {
  it("needs papers where there were none", () => {
    const outcome = merge(reroute("DE", "GB"), papers(null));
    expect(codes(outcome)).toEqual(["customs_territory_crossed"]);
    expect(outcome).toMatchObject({
      needs: [{ agent: "export", tool: "draft_declaration", args: { shipmentId: "SHP-1" }, after: ["c1"] }],
    });
  });
  it("is reported where nothing is derived", () => {
    const outcome = merge(reroute("DE", "GB"), papers(null), "exact");
    expect([outcome.kind, codes(outcome)]).toEqual(["plan", ["customs_territory_crossed"]]);
  });
  it("is none inside, for goods that come in, and where papers exist", () => {
    expect(needed(merge(reroute("NL", "DE"), papers(null)))).toEqual([]);
    expect(needed(merge(reroute("DE", "GB", { kind: "inbound" }), papers(null)))).toEqual([]);
    expect(codes(merge(reroute("NO", "GB"), papers("draft")))).not.toContain("customs_territory_crossed");
  });
});

describe("goods on board", () => {
  const aboard = (stated: Snapshot) =>
    codes(merge(change("cancel_shipment", shipment("BR", { state: "loaded", goodsIssuePosted: true }), shipment("BR")), stated));
  it("may leave under a regime without release once the filing has its number", () => {
    expect(aboard(papers("accepted", "BR", { regime: "US-EEI" }))).toEqual([]);
    expect(aboard(papers("lodged", "BR", { regime: "US-EEI" }))).toEqual(["load_before_exit_release"]);
    expect(aboard(papers("accepted", "BR"))).toEqual(["load_before_exit_release"]);
  });
});
