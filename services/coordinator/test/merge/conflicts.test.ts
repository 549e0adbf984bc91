import type { Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { CONFLICTS, STAGES } from "../../src/merge/conflict-table.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aMergeInput, anIntent, aProposal, aStockSnapshot } from "./a-proposal.ts";

const structured = anIntent({
  structured: true,
  actionKinds: [
    "reserve_stock",
    "transfer_stock",
    "set_stock_status",
    "change_lines",
    "place_hold",
    "release_hold",
    "cancel_shipment",
    "reschedule_leg",
    "invalidate_declaration",
    "amend_declaration",
    "lodge_declaration",
    "draft_declaration",
    "book_shipment",
  ],
  derivedKinds: [],
});
const merge = (proposals: Proposal[], snapshots: Snapshot[] = [], change = {}) =>
  mergeProposals(aMergeInput({ proposals, snapshots, intent: structured, mode: "exact", ...change }));
const codesOf = (outcome: ReturnType<typeof mergeProposals>) =>
  "conflicts" in outcome ? outcome.conflicts.map((conflict) => conflict.code) : [];

const taking = (ref: string, quantity: string, stock = aStockSnapshot({ availableAtPlace: "100", safetyStock: "30" })): Proposal =>
  aProposal({
    tool: "reserve_stock",
    ref,
    args: { sku: "SKU-1", location: "LOC-AAA", quantity, uom: "PCE", demandRef: `SO-${ref}` },
    meaning: { demandRef: ref },
    guards: [{ kind: "bound", domain: "supply", record: stock.id, facts: {}, atLeast: { available: quantity } }],
    evidence: [{ tool: "reserve_stock", record: `${stock.id}@3`, snapshot: stock }],
  });

const onShipment = (tool: string, args: Proposal["args"], change: Partial<Proposal> = {}): Proposal =>
  aProposal({
    agent: tool.endsWith("declaration") ? "export" : "transit",
    tool,
    ref: `${tool}_${JSON.stringify(args).length}`,
    args,
    meaning: { tool, ...args },
    guards: [],
    evidence: [],
    outputs: [],
    planned: [],
    ...change,
  });

describe("sums over all proposals", () => {
  it("warn when steps leave the safety stock alone one by one and not together, over all lots of the place", () => {
    const together = merge([taking("a", "40"), taking("b", "31")]);
    expect(together).toMatchObject({
      kind: "plan",
      conflicts: [{ code: "below_safety_stock", severity: "warn", values: { availableAfter: "29", staysSafeUpTo: "70" } }],
    });
    expect(together.kind === "plan" && together.conflicts[0]?.steps).toHaveLength(2);
    expect(codesOf(merge([taking("a", "40"), taking("b", "30")]))).toEqual([]);
    const otherLot = aStockSnapshot({ availableAtPlace: "100", safetyStock: "30", available: "31" }, "STK-2");
    expect(codesOf(merge([taking("a", "40"), taking("b", "31", otherLot)]))).toEqual(["below_safety_stock"]);
  });

  it("ask when bookings of this and other plans want more of a service than it carries", () => {
    const service: Snapshot = { domain: "transit", kind: "service", id: "SVC-1", version: 2, fields: { capacityLeftKg: "500" } };
    const booking = onShipment(
      "book_shipment",
      { origin: "DEHAM", destination: "ESVLC", serviceId: "SVC-1", lines: [] },
      {
        guards: [{ kind: "bound", domain: "transit", record: "SVC-1", facts: {}, atLeast: { capacityLeftKg: "300" } }],
        evidence: [{ tool: "book_shipment", record: "SVC-1@2", snapshot: service }],
      },
    );
    expect(codesOf(merge([booking]))).toEqual([]);
    const openPlans = [{ requestId: "req_00000000000000000000000009", stepId: "stp_1", record: "SVC-1", quantity: "201" }];
    const outcome = merge([booking], [], { openPlans });
    expect(codesOf(outcome)).toEqual(["capacity_exceeded"]);
    expect("conflicts" in outcome && outcome.conflicts[0]?.values).toMatchObject({
      wanted: "300",
      promised: "201",
      available: "500",
      unit: "KGM",
    });
  });
});

describe("two wishes for one thing", () => {
  it.each<[string, Proposal[]]>([
    [
      "to hold and to free a shipment",
      [
        onShipment("place_hold", { shipmentId: "SHP-1", type: "customer" }),
        onShipment("release_hold", { shipmentId: "SHP-1", holdId: "HLD-1" }),
      ],
    ],
    [
      "two sailings for one leg",
      ["SVC-1", "SVC-22"].map((serviceId) => onShipment("reschedule_leg", { shipmentId: "SHP-1", legSeq: 1, serviceId })),
    ],
    [
      "two quantities for one line",
      ["5", "60"].map((quantity) => onShipment("change_lines", { shipmentId: "SHP-1", changes: [{ sku: "SKU-1", quantity, uom: "PCE" }] })),
    ],
    [
      "to void and to amend a declaration",
      [
        onShipment("invalidate_declaration", { declarationId: "EXD-1", reason: "x" }),
        onShipment("amend_declaration", { declarationId: "EXD-1", changes: [] }),
      ],
    ],
    [
      "two states for one stock row",
      ["blocked", "quarantine"].map((status) =>
        onShipment("set_stock_status", { sku: "SKU-1", location: "LOC-AAA", status }, { agent: "supply" }),
      ),
    ],
  ])("exclude each other: %s", (_what, proposals) => {
    expect(codesOf(merge(proposals))).toEqual(["contradictory_intent"]);
    expect(codesOf(merge(proposals.slice(0, 1)))).toEqual([]);
  });

  it("are two wishes when they are about two things", () => {
    const holds = ["SHP-1", "SHP-22"].map((shipmentId) => onShipment("place_hold", { shipmentId, type: "customer" }));
    expect(codesOf(merge([...holds, onShipment("release_hold", { shipmentId: "SHP-333", holdId: "HLD-1" })]))).toEqual([]);
  });
});

describe("goods on board of an export", () => {
  const shipment = (state: string): Snapshot => ({
    domain: "transit",
    kind: "shipment",
    id: "SHP-1",
    version: 4,
    fields: { id: "SHP-1", state, crossesTerritory: true, lines: [], holds: [] },
  });
  const papers = (state: string): Snapshot => ({
    domain: "export",
    kind: "papers",
    id: "SHP-1",
    version: 1,
    fields: { declarationId: "EXD-1", state, lines: [], problems: [] },
  });
  const cancel = onShipment("cancel_shipment", { shipmentId: "SHP-1", reason: "asked" });

  it("were loaded too early while their papers are not presented at the exit", () => {
    expect(codesOf(merge([cancel], [shipment("loaded"), papers("released")]))).toEqual(["load_before_exit_release"]);
    expect(codesOf(merge([cancel], [shipment("loaded"), papers("arrived_at_exit")]))).toEqual([]);
    expect(codesOf(merge([cancel], [shipment("booked"), papers("accepted")]))).toEqual([]);
  });
});

describe("a step that customs may still refuse", () => {
  it("lets what follows wait for the outcome, not for the sending", () => {
    const amend = onShipment("amend_declaration", { declarationId: "EXD-1", changes: [] }, { ref: "amend1" });
    const free = onShipment("release_hold", { shipmentId: "SHP-2", holdId: "HLD-1" }, { after: ["amend1"] });
    const outcome = merge([free, amend]);
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    expect(outcome.steps.map((step) => step.tool)).toEqual(["amend_declaration", "release_hold"]);
    expect(outcome.steps[1]?.dependsOn).toEqual([{ step: outcome.steps[0]?.id, until: "outcome" }]);
  });
});

describe("the order in which conflicts are told", () => {
  it("is refusals, duplicates, quantities, time, papers, approvals", () => {
    const finding = (code: string) => ({ code, severity: "warn" as const, detail: code, records: [], values: {} });
    const shuffled = ["stale_snapshot", "exit_office_changed", "promise_date_missed", "above_max_level", "exit_deadline", "something_new"];
    const outcome = merge([
      taking("a", "1"),
      onShipment("place_hold", { shipmentId: "SHP-1", type: "customer" }, { findings: shuffled.map(finding) }),
    ]);
    expect(codesOf(outcome)).toEqual([
      "above_max_level",
      "exit_deadline",
      "promise_date_missed",
      "exit_office_changed",
      "stale_snapshot",
      "something_new",
    ]);
    const stages = new Set(Object.values(CONFLICTS).map((entry) => entry.stage));
    expect([...stages].sort()).toEqual([...STAGES].sort());
  });
});
