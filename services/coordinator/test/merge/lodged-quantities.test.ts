import type { JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { findPaperConflicts } from "../../src/merge/paper-conflicts.ts";
import { indexSnapshots } from "../../src/merge/snapshot-index.ts";
import { aMergeInput, aProposal } from "./a-proposal.ts";

const lines = (quantity: string) => [{ sku: "SKU-1", baseQuantity: quantity, baseUom: "PCE" }];
const snapshot = (domain: Snapshot["domain"], kind: string, id: string, fields: JsonObject): Snapshot => ({
  domain,
  kind,
  id,
  version: 1,
  fields,
});
const stored = snapshot("export", "declaration", "EXD-1", { shipmentId: "SHP-1", lines: lines("69") });
const lodge = aProposal({
  agent: "export",
  tool: "lodge_declaration",
  args: { declarationId: "EXD-1" },
  ref: "l1",
  evidence: [{ tool: "lodge_declaration", record: "EXD-1@1", snapshot: stored }],
});
const draft = aProposal({ agent: "export", tool: "draft_declaration", args: { declarationId: "EXD-1", shipmentId: "SHP-1" }, ref: "d1" });
const conflicts = (shipped: string, proposals: Proposal[]) => {
  const shipment = snapshot("transit", "shipment", "SHP-1", { state: "booked", lines: lines(shipped) });
  return findPaperConflicts(proposals, indexSnapshots(aMergeInput({ proposals, snapshots: [shipment] })));
};

describe("lodging a stored declaration", () => {
  it("warns of other quantities than the shipment carries, naming both records", () => {
    expect(conflicts("96", [lodge])).toMatchObject([
      {
        code: "declared_qty_ne_shipped_qty",
        severity: "warn",
        proposals: [lodge.id],
        records: ["EXD-1@1", "SHP-1@1"],
        values: { declared: "SKU-1 69", shipped: "SKU-1 96" },
      },
    ]);
  });
  it("says nothing of equal ones, nor where the plan revises the draft first", () => {
    expect(conflicts("69", [lodge])).toEqual([]);
    expect(conflicts("96", [draft, lodge])).toEqual([]);
  });
});
