import type { JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const KINDS = ["change_lines", "cancel_shipment", "release_hold", "place_hold"];
const line = (quantity: string): JsonObject => ({
  line: 1,
  sku: "SKU-1",
  lot: "L1",
  quantity,
  uom: "LTR",
  baseQuantity: quantity,
  baseUom: "LTR",
});
const shipment = (state: string, quantity = "2000"): JsonObject => ({
  id: "SHP-1",
  state,
  origin: "LOC-AAA",
  demandRef: null,
  transferRef: null,
  goodsIssuePosted: false,
  lines: [line(quantity)],
  holds: [],
});
const snapshot = (domain: Snapshot["domain"], kind: string, id: string, fields: JsonObject): Snapshot => ({
  domain,
  kind,
  id,
  version: 1,
  fields,
});
const papers = (state: string | null, problems: JsonObject[] = []): Snapshot =>
  snapshot("export", "papers", "SHP-1", { declarationId: state === null ? null : "EXD-1", state, lines: [line("2000")], problems });
const demand = snapshot("supply", "demand", "SHP-1", {
  reservations: [{ id: "RSV-1", sku: "SKU-1", location: "LOC-AAA", lot: "L1", quantity: "2000", version: 1 }],
});

const aChange = (tool: string, change: Partial<Proposal> = {}, before = shipment("booked")): Proposal =>
  aProposal({
    agent: "transit",
    tool,
    args: { shipmentId: "SHP-1", reason: "asked" },
    ref: "c1",
    guards: [{ kind: "exact", domain: "transit", record: "SHP-1", version: "read@1" }],
    evidence: [{ tool, record: "SHP-1@1", snapshot: snapshot("transit", "shipment", "SHP-1", before) }],
    outputs: [{ name: "shipmentId", kind: "shipment" }],
    meaning: { shipmentId: "SHP-1", tool },
    planned: [{ ref: "c1", kind: "shipment", snapshot: before }],
    ...change,
  });
const lines = (quantity: string) =>
  aChange("change_lines", { planned: [{ ref: "c1", kind: "shipment", snapshot: shipment("booked", quantity) }] });
const merge = (proposals: Proposal[], snapshots: Snapshot[], mode: "execute" | "exact" = "execute") =>
  mergeProposals(
    aMergeInput({
      proposals,
      snapshots,
      mode,
      intent: anIntent({
        actionKinds: KINDS,
        derivedKinds: ["reserve_stock", "release_reservation", "draft_declaration", "amend_declaration", "invalidate_declaration"],
        structured: true,
      }),
    }),
  );

describe("other lines of a shipment", () => {
  it("set more units aside under the name that holds the others, and amend what customs accepted", () => {
    expect(merge([lines("3000")], [papers("accepted"), demand])).toMatchObject({
      kind: "needs",
      needs: [
        { tool: "reserve_stock", args: { sku: "SKU-1", location: "LOC-AAA", lot: "L1", quantity: "1000", demandRef: "SHP-1" } },
        {
          tool: "amend_declaration",
          args: { declarationId: "EXD-1", changes: [{ line: 1, field: "quantity", from: "2000", to: "3000" }] },
          after: ["c1"],
        },
      ],
    });
  });
  it("give back what is not shipped any more, and revise a draft", () => {
    expect(merge([lines("1500")], [papers("draft"), demand])).toMatchObject({
      needs: [
        { tool: "release_reservation", args: { reservationId: "RSV-1", quantity: "500" }, after: ["c1"] },
        { tool: "draft_declaration", args: { shipmentId: "SHP-1", declarationId: "EXD-1" } },
      ],
    });
  });
  it("are refused while customs controls the papers", () => {
    expect(merge([lines("3000")], [papers("under_control"), demand])).toMatchObject({ kind: "refusal", code: "declaration_in_control" });
  });
  it("are reported as inconsistent when nothing may be derived", () => {
    const outcome = merge([lines("3000")], [papers("accepted"), demand], "exact");
    expect(outcome.kind === "plan" && outcome.conflicts.map((conflict) => conflict.code).sort()).toEqual([
      "declaration_needs_amendment",
      "declaration_needs_amendment",
      "transport_without_stock",
    ]);
  });
});

describe("a cancellation", () => {
  const needs = (state: string, paperState: string | null) => {
    const outcome = merge([aChange("cancel_shipment", {}, shipment(state))], [papers(paperState), demand]);
    return outcome.kind === "needs" ? outcome.needs.map((need) => need.tool) : [outcome.kind];
  };
  it("frees units and voids papers, and holds nothing that is not on board", () => {
    for (const state of ["booked", "packed"])
      expect(needs(state, "accepted"), state).toEqual(["release_reservation", "invalidate_declaration"]);
  });
  it("stops goods that are on board first, and frees no units of them", () => {
    expect(needs("loaded", "arrived_at_exit")).toEqual(["place_hold", "invalidate_declaration"]);
  });
  it("of a draft without papers frees the units only", () => {
    expect(needs("draft", null)).toEqual(["release_reservation"]);
  });
  it("waits for the hold of its own plan instead of being stale by it", () => {
    const hold = aChange("place_hold", {
      ref: "h1",
      eager: true,
      meaning: { hold: 1 },
      planned: [{ ref: "h1", kind: "hold", snapshot: { shipmentId: "SHP-1" } }],
    });
    const outcome = merge([aChange("cancel_shipment", {}, shipment("loaded")), hold], [papers(null), demand]);
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    const [first, second] = outcome.steps;
    expect([first?.tool, second?.tool]).toEqual(["place_hold", "cancel_shipment"]);
    expect(second?.guards).toEqual([{ kind: "exact", domain: "transit", record: "SHP-1", version: `after:${first?.id}` }]);
    expect(second?.dependsOn).toEqual([{ step: first?.id, until: "receipt" }]);
  });
  const cancelWithRelease = (demandRef: string) => {
    const held = snapshot("supply", "reservation", "RSV-9", { sku: "SKU-1", location: "LOC-AAA", quantity: "2000", demandRef });
    const release = aProposal({
      tool: "release_reservation",
      args: { reservationId: "RSV-9", reason: "asked" },
      ref: "r1",
      guards: [{ kind: "exact", domain: "supply", record: "RSV-9", version: "read@1" }],
      evidence: [{ tool: "release_reservation", record: "RSV-9@1", snapshot: held }],
      meaning: { reservationId: "RSV-9" },
      planned: [{ ref: "r1", kind: "reservation", snapshot: {} }],
    });
    const cancel = aChange("cancel_shipment", {}, { ...shipment("draft"), transferRef: "TRF-1" });
    const none = ["SHP-1", "TRF-1"].map((id) => snapshot("supply", "demand", id, { reservations: [] }));
    const outcome = merge([release, cancel], [papers(null), ...none]);
    if (outcome.kind !== "plan") throw new Error(JSON.stringify(outcome));
    return outcome.steps;
  };
  it("comes before the release of its transfer's units that was asked for beside it", () => {
    const [first, second] = cancelWithRelease("TRF-1");
    expect([first?.tool, second?.tool]).toEqual(["cancel_shipment", "release_reservation"]);
    expect(second?.dependsOn).toEqual([{ step: first?.id, until: "outcome" }]);
  });
  it("is nothing to wait for when other units are given back", () => {
    expect(cancelWithRelease("SO-7").map((step) => step.dependsOn)).toEqual([[], []]);
  });
  it("of loaded goods lets customs be asked to end the papers while the carrier takes them off", () => {
    const invalidate = aProposal({
      agent: "export",
      tool: "invalidate_declaration",
      args: { declarationId: "EXD-1", reason: "asked" },
      ref: "i1",
      after: ["c1"],
      guards: [{ kind: "exact", domain: "export", record: "EXD-1", version: "read@1" }],
      evidence: [{ tool: "invalidate_declaration", record: "EXD-1@1", snapshot: snapshot("export", "declaration", "EXD-1", {}) }],
      meaning: { declarationId: "EXD-1" },
      planned: [{ ref: "i1", kind: "declaration", snapshot: {} }],
    });
    const cancel = aChange("cancel_shipment", {}, shipment("loaded"));
    const outcome = mergeProposals(
      aMergeInput({
        mode: "exact",
        proposals: [cancel, invalidate],
        snapshots: [papers("arrived_at_exit"), demand],
        intent: anIntent({ actionKinds: ["cancel_shipment", "invalidate_declaration"], derivedKinds: [], structured: true }),
      }),
    );
    if (outcome.kind !== "plan") throw new Error(JSON.stringify(outcome));
    const [first, second] = outcome.steps;
    expect([first?.tool, second?.tool]).toEqual(["cancel_shipment", "invalidate_declaration"]);
    expect(second?.dependsOn).toEqual([{ step: first?.id, until: "receipt" }]);
  });
  it("and a change of the same shipment exclude each other", () => {
    const outcome = merge([aChange("cancel_shipment"), { ...lines("3000"), ref: "c2" }], [papers(null), demand]);
    expect(outcome.kind === "refusal" || outcome.kind === "question" ? outcome.conflicts.map((conflict) => conflict.code) : []).toContain(
      "contradictory_intent",
    );
  });
});

describe("lifting a hold", () => {
  it("is refused while the licence that it stands for is exhausted", () => {
    const hold = snapshot("transit", "hold", "HLD-1", { type: "licence" });
    const release = aChange("release_hold", { evidence: [{ tool: "release_hold", record: "HLD-1@1", snapshot: hold }] });
    const outcome = merge(
      [release],
      [papers("draft", [{ code: "licence_exhausted", detail: "LIC-1 is fully used", record: "LIC-1" }]), demand],
    );
    expect(outcome).toMatchObject({ kind: "refusal", code: "licence_exhausted" });
  });
});
