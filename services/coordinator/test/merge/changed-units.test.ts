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
const shipment = (quantity: string, change: JsonObject = {}): JsonObject => ({
  id: "SHP-1",
  state: "booked",
  origin: "LOC-AAA",
  demandRef: "SO-1",
  transferRef: null,
  goodsIssuePosted: false,
  lines: [{ line: 1, sku: "SKU-1", lot: "L1", quantity, uom: "LTR", baseQuantity: quantity, baseUom: "LTR" }],
  holds: [],
  ...change,
});
const noPapers = snapshot("export", "papers", "SHP-1", { declarationId: null, state: null, problems: [] });
const holding = (demandRef: string, ...quantities: string[]): Snapshot =>
  snapshot("supply", "demand", demandRef, {
    reservations: quantities.map((quantity, at) => ({
      id: `RSV-${demandRef}-${at}`,
      sku: "SKU-1",
      location: "LOC-AAA",
      lot: "L1",
      quantity,
      version: 1,
    })),
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
const lines = (from: string, to: string) => change("change_lines", shipment(from), shipment(to));
const reserve = (demandRef: string, quantity: string, lot = "L1"): Proposal =>
  aProposal({
    tool: "reserve_stock",
    ref: `r_${demandRef}`,
    args: { sku: "SKU-1", location: "LOC-AAA", quantity, uom: "LTR", lot, demandRef },
    meaning: { demandRef, quantity },
    guards: [],
    evidence: [],
  });
const release = (reservationId: string, quantity: string | null): Proposal =>
  aProposal({
    tool: "release_reservation",
    ref: `f_${reservationId}`,
    args: { reservationId, reason: "asked", ...(quantity === null ? {} : { quantity, uom: "LTR" }) },
    meaning: { reservationId },
    guards: [{ kind: "exact", domain: "supply", record: reservationId, version: "read@1" }],
    evidence: [],
  });
function needs(proposals: Proposal[], snapshots: Snapshot[]): string[] {
  const outcome = mergeProposals(
    aMergeInput({
      proposals,
      snapshots: [noPapers, ...snapshots],
      intent: anIntent({
        actionKinds: ["change_lines", "cancel_shipment"],
        derivedKinds: ["reserve_stock", "release_reservation", "place_hold"],
        structured: true,
      }),
    }),
  );
  if (outcome.kind === "plan") return [];
  if (outcome.kind !== "needs") throw new Error(JSON.stringify(outcome));
  return outcome.needs
    .filter((need) => need.tool !== "place_hold")
    .map(({ tool, args }) => `${tool} ${String(args.demandRef ?? args.reservationId)} ${String(args.quantity ?? "all")}`);
}
const none = (...ids: string[]) => ids.map((id) => holding(id));

describe("more units on a shipment", () => {
  it("are set aside whatever others reserve of the same goods at the same place", () => {
    expect(needs([lines("2000", "3000"), reserve("SO-OTHER", "1000")], [holding("SO-1", "2000"), ...none("SHP-1")])).toEqual([
      "reserve_stock SO-1 1000",
    ]);
  });
  it("are set aside as far as the plan does not do it already", () => {
    expect(needs([lines("2000", "3000"), reserve("SO-1", "600")], [holding("SO-1", "2000"), ...none("SHP-1")])).toEqual([
      "reserve_stock SO-1 400",
    ]);
    expect(needs([lines("2000", "3000"), reserve("SHP-1", "1000")], [holding("SO-1", "2000"), ...none("SHP-1")])).toEqual([]);
    expect(needs([lines("2000", "3000"), reserve("SO-1", "1000", "L2")], [holding("SO-1", "2000"), ...none("SHP-1")])).toEqual([
      "reserve_stock SO-1 1000",
    ]);
  });
  it("are taken first from what the shipment's own name holds beyond its lines", () => {
    expect(needs([lines("2000", "3000")], [holding("SHP-1", "2400"), ...none("SO-1")])).toEqual(["reserve_stock SHP-1 600"]);
    expect(needs([lines("2000", "3000")], [holding("SHP-1", "3000"), ...none("SO-1")])).toEqual([]);
    // Of a demand with other shipments nobody can tell whose the rest is.
    expect(needs([lines("2000", "3000")], [holding("SO-1", "5000"), ...none("SHP-1")])).toEqual(["reserve_stock SO-1 1000"]);
  });
});

describe("fewer units on a shipment", () => {
  it("are given back as far as the plan does not do it already", () => {
    expect(needs([lines("2000", "1500"), release("RSV-SHP-1-0", "100")], [holding("SHP-1", "2000"), ...none("SO-1")])).toEqual([
      "release_reservation RSV-SHP-1-0 400",
    ]);
    expect(needs([lines("2000", "1500"), release("RSV-SHP-1-0", null)], [holding("SHP-1", "2000"), ...none("SO-1")])).toEqual([]);
    expect(needs([lines("2000", "500")], [holding("SHP-1", "1000", "1000"), ...none("SO-1")])).toEqual([
      "release_reservation RSV-SHP-1-0 1000",
      "release_reservation RSV-SHP-1-1 500",
    ]);
  });
});

describe("a cancelled shipment", () => {
  const cancel = (quantity: string) => change("cancel_shipment", shipment(quantity), shipment(quantity));
  it("gives back what goes by its own name, and of a demand no more than it would have taken", () => {
    expect(needs([cancel("40")], [holding("SHP-1", "50"), ...none("SO-1")])).toEqual(["release_reservation RSV-SHP-1-0 all"]);
    expect(needs([cancel("40")], [holding("SO-1", "40"), ...none("SHP-1")])).toEqual(["release_reservation RSV-SO-1-0 all"]);
    expect(needs([cancel("40")], [holding("SO-1", "80"), ...none("SHP-1")])).toEqual(["release_reservation RSV-SO-1-0 40"]);
    expect(needs([cancel("40")], [holding("SO-1", "80"), holding("SHP-1", "30")])).toEqual([
      "release_reservation RSV-SHP-1-0 all",
      "release_reservation RSV-SO-1-0 10",
    ]);
  });
  it("gives back what the plan does not give back already", () => {
    expect(needs([cancel("40"), release("RSV-SHP-1-0", "15")], [holding("SHP-1", "40"), ...none("SO-1")])).toEqual([
      "release_reservation RSV-SHP-1-0 25",
    ]);
    expect(needs([cancel("40"), release("RSV-SHP-1-0", null)], [holding("SHP-1", "40"), ...none("SO-1")])).toEqual([]);
  });
});
