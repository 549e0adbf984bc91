import type { Intent, JsonObject, PlanStep, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { checkIntent as check } from "../../src/merge/check-intent.ts";
import { indexSnapshots } from "../../src/merge/snapshot-index.ts";
import { aBooking, aMergeInput, anIntent, aProposal } from "./a-proposal.ts";

const REQUEST = "SO-1";
const checkIntent = (intent: Intent, proposals: Proposal[], kept: Pick<PlanStep, "tool" | "args">[], snapshots: Snapshot[] = []) =>
  check({ intent, requestId: REQUEST, kept, index: indexSnapshots(aMergeInput({ intent, proposals, snapshots })) }, proposals);
const tools = (outcome: ReturnType<typeof checkIntent>) => outcome.inside.map((proposal) => proposal.tool);
const kept = (tool: string, args: JsonObject): Pick<PlanStep, "tool" | "args">[] => [{ tool, args }];

const bookingOf = (change: JsonObject) => aBooking({ args: { ...aBooking().args, ...change } });
const aDraft = (args: JsonObject) => aProposal({ agent: "export", tool: "draft_declaration", args, ref: "draft1" });
const aReservation = (change: JsonObject = {}) =>
  aProposal({
    tool: "reserve_stock",
    ref: "res1",
    args: { sku: "SKU-1", location: "LOC-AAA", quantity: "60", uom: "PCE", demandRef: "SO-1", ...change },
  });

describe("steps that follow by rule", () => {
  it("book what the transfer moves, and nothing else", () => {
    const intent = anIntent();
    expect(tools(checkIntent(intent, [aBooking(), aProposal()], []))).toEqual(["book_shipment", "transfer_stock"]);
    for (const line of [
      { sku: "SKU-1", quantity: "61", uom: "PCE" },
      { sku: "SKU-9", quantity: "60", uom: "PCE" },
    ]) {
      const outcome = checkIntent(intent, [bookingOf({ lines: [line] }), aProposal()], []);
      expect(tools(outcome)).toEqual(["transfer_stock"]);
      expect(outcome.conflicts).toMatchObject([{ code: "outside_intent" }]);
    }
    expect(tools(checkIntent(intent, [bookingOf({ transferRef: "@other" }), aProposal()], []))).toEqual(["transfer_stock"]);
  });

  it("still follow from a transfer that is done and has its id", () => {
    const booking = bookingOf({ transferRef: "TRF-1" });
    expect(tools(checkIntent(anIntent(), [booking], kept("transfer_stock", aProposal().args)))).toEqual(["book_shipment"]);
    expect(tools(checkIntent(anIntent(), [booking], []))).toEqual([]);
  });

  it("set aside what a booking takes from the same place", () => {
    const intent = anIntent({ actionKinds: ["book_shipment"], derivedKinds: ["reserve_stock", "draft_declaration"] });
    const check = (change: JsonObject) => tools(checkIntent(intent, [aReservation(change), aBooking()], []));
    expect(check({})).toEqual(["reserve_stock", "book_shipment"]);
    for (const change of [{ quantity: "600" }, { location: "LOC-BBB" }, { sku: "SKU-9" }]) expect(check(change)).toEqual(["book_shipment"]);
    expect(tools(checkIntent(intent, [aReservation()], kept("book_shipment", aBooking().args)))).toEqual(["reserve_stock"]);
  });

  it("draft papers for a booking of the plan or a shipment that the user named", () => {
    const intent = anIntent();
    const all = [aProposal(), aBooking()];
    expect(tools(checkIntent(intent, [...all, aDraft({ shipmentId: "@book1" })], []))).toContain("draft_declaration");
    expect(tools(checkIntent(intent, [...all, aDraft({ shipmentId: "SHP-9" })], []))).not.toContain("draft_declaration");
    const named = anIntent({ entities: [{ kind: "shipment", id: "SHP-9", text: "SHP-9" }] });
    expect(tools(checkIntent(named, [aDraft({ shipmentId: "SHP-9" })], []))).toEqual(["draft_declaration"]);
    expect(tools(checkIntent(intent, [aDraft({ shipmentId: "SHP-1" })], kept("book_shipment", aBooking().args)))).toEqual([
      "draft_declaration",
    ]);
  });

  it("fall with a parent that lies outside", () => {
    const stray = bookingOf({ lines: [{ sku: "SKU-9", quantity: "60", uom: "PCE" }] });
    expect(tools(checkIntent(anIntent(), [aDraft({ shipmentId: "@book1" }), stray, aProposal()], []))).toEqual(["transfer_stock"]);
  });

  it("are not held against words when known steps were submitted", () => {
    const intent = anIntent({ structured: true });
    expect(tools(checkIntent(intent, [bookingOf({ transferRef: "TRF-9" })], []))).toEqual(["book_shipment"]);
  });

  it("may be less than the words once an approver narrowed them, and nothing else", () => {
    const intent = anIntent();
    const less = (quantity: string) => aProposal({ args: { ...aProposal().args, quantity } });
    const booking = bookingOf({ lines: [{ sku: "SKU-1", quantity: "40", uom: "PCE" }] });
    const planned = [less("40")].map(({ agent, tool, args }) => ({ agent, tool, args }));
    const index = indexSnapshots(aMergeInput({ intent }));
    const inside = (proposals: Proposal[]) => tools(check({ intent, requestId: REQUEST, kept: [], index, planned }, proposals));
    expect(inside([less("40"), booking])).toEqual(["transfer_stock", "book_shipment"]);
    expect(inside([less("41")])).toEqual([]);
    expect(tools(checkIntent(intent, [less("40")], []))).toEqual([]);
  });

  it("may be less than the parent that is done, once an approver narrowed them", () => {
    const intent = anIntent();
    const index = indexSnapshots(aMergeInput({ intent }));
    const less = (transferRef: string) => bookingOf({ transferRef, lines: [{ sku: "SKU-1", quantity: "40", uom: "PCE" }] });
    const inside = (proposal: Proposal, planned: Pick<PlanStep, "agent" | "tool" | "args">[]) =>
      tools(check({ intent, requestId: REQUEST, kept: kept("transfer_stock", aProposal().args), index, planned }, [proposal]));
    expect(inside(less("TRF-1"), [less("TRF-1")])).toEqual(["book_shipment"]);
    expect(inside(less("TRF-1"), [])).toEqual([]);
    expect(inside(less("TRF-1"), [less("TRF-2")])).toEqual([]);
    // A reference may lead anywhere, whatever shape it has.
    expect(inside(less("@other"), [less("@transfer1")])).toEqual([]);
  });
});
