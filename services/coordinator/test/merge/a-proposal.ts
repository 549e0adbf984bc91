import type { Intent, JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import type { MergeInput } from "../../src/merge/merge-input.ts";

let count = 0;
const id = (prefix: string) => `${prefix}_${String(++count).padStart(26, "0")}`;

export const aStockSnapshot = (fields: JsonObject = {}, id = "STK-1"): Snapshot => ({
  domain: "supply",
  kind: "stock",
  id,
  version: 3,
  fields: { sku: "SKU-1", location: "LOC-AAA", available: "100", unit: "PCE", ...fields },
});

export const aProposal = (change: Partial<Proposal> = {}): Proposal => ({
  id: id("prp"),
  agent: "supply",
  tool: "transfer_stock",
  toolVersion: 1,
  schemaHash: contentHash("schema"),
  args: { sku: "SKU-1", fromLocation: "LOC-AAA", toLocation: "LOC-BBB", quantity: "60", uom: "PCE", neededBy: "2026-12-14" },
  ref: "transfer1",
  after: [],
  guards: [{ kind: "bound", domain: "supply", record: "STK-1", facts: { status: "available" }, atLeast: { available: "60" } }],
  evidence: [{ tool: "check_availability", record: "STK-1@3", snapshot: aStockSnapshot() }],
  outputs: [{ name: "transferId", kind: "transfer" }],
  requires: [],
  meaning: { sku: "SKU-1", from: "LOC-AAA", to: "LOC-BBB", quantity: "60" },
  findings: [],
  origins: {},
  tainted: false,
  taintSources: [],
  eager: false,
  inverse: null,
  planned: [{ ref: "transfer1", kind: "transfer", snapshot: {} }],
  note: null,
  ...change,
});

export const aBooking = (change: Partial<Proposal> = {}): Proposal =>
  aProposal({
    agent: "transit",
    tool: "book_shipment",
    args: {
      origin: "LOC-AAA",
      destination: "LOC-BBB",
      lines: [{ sku: "SKU-1", quantity: "60", uom: "PCE" }],
      serviceId: "SVC-1",
      transferRef: "@transfer1",
    },
    ref: "book1",
    guards: [{ kind: "exact", domain: "transit", record: "SVC-1", version: "read@1" }],
    evidence: [],
    outputs: [{ name: "shipmentId", kind: "shipment" }],
    meaning: { origin: "LOC-AAA", transferRef: "@transfer1" },
    planned: [{ ref: "book1", kind: "shipment", snapshot: {} }],
    ...change,
  });

export const anIntent = (change: Partial<Intent> = {}): Intent => ({
  actionKinds: ["transfer_stock"],
  derivedKinds: ["book_shipment", "draft_declaration"],
  entities: [{ kind: "sku", id: "SKU-1", text: "SKU-1" }],
  agents: ["supply", "transit"],
  limits: { quantities: [{ quantity: "60", uom: null }], dates: [] },
  language: "en",
  structured: false,
  ...change,
});

const leavesOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(leavesOf) : [];

export const aMergeInput = (change: Partial<MergeInput> = {}): MergeInput => ({
  tenant: "demo",
  requestId: "req_00000000000000000000000001",
  threadId: "thr_00000000000000000000000001",
  language: "en",
  businessNow: "2026-12-07T09:00:00.000Z",
  intent: anIntent(),
  // Whatever the proposals have was said, unless a test gives other words.
  words: (change.proposals ?? [aProposal()]).flatMap((proposal) => leavesOf(proposal.args)).join(" "),
  mode: "execute",
  acknowledge: [],
  again: false,
  proposals: [aProposal()],
  reads: [],
  snapshots: [],
  failedCalls: [],
  missingSnapshots: [],
  missingAgents: [],
  openPlans: [],
  meaningHits: [],
  previousSteps: [],
  keptSteps: [],
  newId: (prefix) => id(prefix),
  ...change,
});

export const aService = (serviceId: string, eta: string, cutoff: string, fields: JsonObject = {}): Snapshot => ({
  domain: "transit",
  kind: "service",
  id: serviceId,
  version: 1,
  fields: { eta, etd: cutoff, cutoffs: { docs: cutoff, cargo: cutoff }, ...fields },
});
