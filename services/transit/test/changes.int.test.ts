import { executeGrant } from "@quartermaster/executor";
import type { ForeignFact, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTransitWorld, type TransitWorld } from "./support/transit-world.ts";

let world: TransitWorld;
beforeAll(async () => {
  world = await startTransitWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed());

async function proposed(tool: string, args: JsonObject): Promise<Proposal> {
  const answer = await world.call(tool, args);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  return answer.proposal;
}
const papers = (id: string, state: string | null, problems: JsonObject[] = []): ForeignFact => ({
  domain: "export",
  kind: "papers",
  id,
  version: 1,
  fields: { declarationId: state === null ? null : "EXD-1", state, problems },
});
const foreign = (...facts: ForeignFact[]) => ({ foreign: facts });
async function execute(tool: string, args: JsonObject, facts: ForeignFact[], deciders: number) {
  const proposal = await proposed(tool, args);
  const step = world.step(proposal);
  const preview = await world.preview(step, foreign(...facts));
  return { proposal, preview, receipt: await executeGrant(world.ports, world.grant(step, preview, { foreign: facts }, deciders)) };
}
const one = async (sql: string) => (await world.db.admin(sql))[0];
const LINES = { shipmentId: "SHP-1008", changes: [{ sku: "SLV-IPA", quantity: "3", uom: "IBC" }] };
const codes = (proposal: Proposal) => proposal.findings.map((finding) => finding.code);

describe("change_lines", () => {
  it("sets the whole quantity under the line's lot, and states what policy needs", async () => {
    const { proposal, preview, receipt } = await execute("change_lines", LINES, [papers("SHP-1008", "accepted")], 2);
    expect(proposal.args).toEqual({ shipmentId: "SHP-1008", changes: [{ sku: "SLV-IPA", lot: "I2610", quantity: "3", uom: "IBC" }] });
    expect(proposal.requires).toContainEqual({ domain: "export", kind: "papers", id: "SHP-1008" });
    expect(preview).toMatchObject({
      refusal: null,
      needs: [],
      facts: { dangerousGoods: true, crossesTerritory: true, paperState: "accepted" },
    });
    expect(receipt).toMatchObject({ outcome: "succeeded", records: [{ record: "SHP-1008", version: 2 }] });
    expect(
      await one("select trim_scale(base_quantity)::text base from shipment_lines where tenant = 'demo' and id = 'SHP-1008/1'"),
    ).toEqual({ base: "3000" });
  });
  it("is taken back by an action that is bound to the version it left: a later change is never taken back with it", async () => {
    const facts = [papers("SHP-1008", "accepted")];
    const first = await execute("change_lines", LINES, facts, 2);
    const undo = first.receipt.inverse?.args ?? {};
    expect(undo).toEqual({
      shipmentId: "SHP-1008",
      changes: [{ sku: "SLV-IPA", lot: "I2610", quantity: "2000", uom: "LTR" }],
      ifVersion: 2,
    });
    const base = () => one("select trim_scale(base_quantity)::text base from shipment_lines where tenant = 'demo' and id = 'SHP-1008/1'");
    const before = first.preview.before.find((row) => row.path === "lines/1/quantity")?.value;
    // Proposed and approved while nothing else had happened, and carried out after something had.
    const early = await proposed("change_lines", undo);
    const step = world.step(early);
    const grant = world.grant(step, await world.preview(step, foreign(...facts)), { foreign: facts }, 2);
    const other = { shipmentId: "SHP-1008", changes: [{ sku: "SLV-IPA", quantity: "1", uom: "IBC" }] };
    expect((await execute("change_lines", other, facts, 2)).receipt).toMatchObject({ outcome: "succeeded" });
    expect(await executeGrant(world.ports, grant)).toMatchObject({ outcome: "stale", code: "changed_since" });
    expect(await world.call("change_lines", undo)).toMatchObject({ ok: false, code: "changed_since", path: "ifVersion" });
    expect((await world.preview(step, foreign(...facts))).refusal).toMatchObject({ code: "changed_since" });
    expect(await base()).toEqual({ base: "1000" });
    // Of the last change the undoing holds.
    await world.seed();
    const again = await execute("change_lines", LINES, facts, 2);
    expect((await execute("change_lines", again.receipt.inverse?.args ?? {}, facts, 2)).receipt).toMatchObject({ outcome: "succeeded" });
    expect(await base()).toEqual({ base: before });
  });
  it("is still taken from an agent that does not know of versions", () => {
    const hash = "sha256:d6377fd7be0d62c145e80300aea067182aff87eafa298e7fdbb63f1673a50fdc";
    expect(world.ports.registry.accepts("change_lines", 1, hash)).toBe(true);
    expect(world.ports.registry.accepts("change_lines", 2, hash)).toBe(false);
  });
  it("asks for the papers first, and stops while customs looks at them", async () => {
    const step = world.step(await proposed("change_lines", LINES));
    expect((await world.preview(step)).needs).toEqual([{ domain: "export", kind: "papers", id: "SHP-1008" }]);
    expect((await world.preview(step, foreign(papers("SHP-1008", "under_control")))).refusal).toMatchObject({
      code: "declaration_in_control",
    });
  });
  it.each(["lodged", "amendment_pending", "invalidation_pending"])("waits for customs to answer while papers are %s", async (state) => {
    const step = world.step(await proposed("change_lines", LINES));
    const stated = (fields: string) => foreign(papers("SHP-1008", fields));
    expect((await world.preview(step, stated(state))).refusal).toMatchObject({ code: "outcome_pending" });
    // Papers that were accepted when the card was shown may be out of step when the grant arrives.
    const grant = world.grant(step, await world.preview(step, stated("accepted")), { foreign: [papers("SHP-1008", state)] }, 2);
    expect((await executeGrant(world.ports, grant)).outcome).not.toBe("succeeded");
    const lot = { shipmentId: "SHP-1008", changes: [{ sku: "SLV-IPA", lot: "I2611", quantity: "2000", uom: "LTR" }] };
    expect((await world.preview(world.step(await proposed("change_lines", lot)), stated(state))).refusal).toBeNull();
  });
  it("refuses loaded and held shipments", async () => {
    expect(
      codes(await proposed("change_lines", { shipmentId: "SHP-1007", changes: [{ sku: "VLV-050", quantity: "100", uom: "PCE" }] })),
    ).toContain("already_loaded");
    expect(
      codes(await proposed("change_lines", { shipmentId: "SHP-1009", changes: [{ sku: "CAM-TH", quantity: "1", uom: "PCE" }] })),
    ).toContain("hold_active");
  });
});

describe("reschedule_leg", () => {
  it("takes the next service of the route when none is named, also for a held shipment", async () => {
    const { proposal, preview, receipt } = await execute(
      "reschedule_leg",
      { shipmentId: "SHP-1014", legSeq: 1, reason: "freezer" },
      [papers("SHP-1014", "released")],
      1,
    );
    expect(proposal.args).toMatchObject({ serviceId: "SVC-11" });
    expect(preview.facts).toMatchObject({ promiseMissed: false, paperState: "released" });
    expect(receipt).toMatchObject({ outcome: "succeeded", inverse: null });
    expect(await one("select service_id from legs where tenant = 'demo' and id = 'SHP-1014/leg-1'")).toEqual({ service_id: "SVC-11" });
  });
  it("knows another route from another sailing", async () => {
    expect(await world.call("reschedule_leg", { shipmentId: "SHP-1014", legSeq: 1, serviceId: "SVC-01", reason: "x" })).toMatchObject({
      ok: false,
      code: "service_route_mismatch",
    });
  });
});

describe("reroute_shipment", () => {
  it("says that batteries cannot fly", async () => {
    const proposal = await proposed("reroute_shipment", {
      shipmentId: "SHP-1010",
      fromLegSeq: 1,
      serviceIds: ["SVC-12"],
      reason: "faster",
    });
    expect(codes(proposal)).toContain("carrier_dg_forbidden");
    expect((await world.preview(world.step(proposal), foreign(papers("SHP-1010", "lodged")))).refusal).toMatchObject({
      code: "carrier_dg_forbidden",
    });
  });
});

describe("reroute_shipment to another country", () => {
  it.each(["lodged", "amendment_pending", "invalidation_pending"])("waits for customs to answer while papers are %s", async (state) => {
    const args = { shipmentId: "SHP-1003", fromLegSeq: 1, newDestination: "NOBGO", serviceIds: ["SVC-17"], reason: "asked" };
    const step = world.step(await proposed("reroute_shipment", args));
    expect((await world.preview(step, foreign(papers("SHP-1003", state)))).refusal).toMatchObject({ code: "outcome_pending" });
    expect((await world.preview(step, foreign(papers("SHP-1003", "accepted")))).refusal).toBeNull();
  });
});

describe("release_hold", () => {
  it("keeps a licence hold whatever is said, and asks for evidence", async () => {
    const proposal = await proposed("release_hold", { shipmentId: "SHP-1009", holdId: "HLD-1", reason: "boss said ok" });
    expect(codes(proposal)).toEqual(["evidence_missing"]);
    const named = await proposed("release_hold", { shipmentId: "SHP-1009", holdId: "HLD-1", reason: "ok", evidenceRef: "X-1" });
    const exhausted = { code: "licence_exhausted", detail: "LIC-2026-0522 is fully used", record: "LIC-2026-0522" };
    expect((await world.preview(world.step(named), foreign(papers("SHP-1009", "draft", [exhausted])))).refusal).toMatchObject({
      code: "licence_exhausted",
    });
  });
  it("is lifted by two people with evidence once nothing stands against it", async () => {
    const args = { shipmentId: "SHP-1019", holdId: "HLD-3", reason: "cleared", evidenceRef: "26GB-CLEAR-1" };
    const { receipt } = await execute("release_hold", args, [papers("SHP-1019", "exited")], 1);
    expect(receipt).toMatchObject({ outcome: "refused", code: "approvers_insufficient" });
    expect((await execute("release_hold", args, [papers("SHP-1019", "exited")], 2)).receipt).toMatchObject({ outcome: "succeeded" });
    expect(await one("select state, evidence_ref from holds where tenant = 'demo' and id = 'HLD-3'")).toEqual({
      state: "released",
      evidence_ref: "26GB-CLEAR-1",
    });
  });
});

describe("cancel_shipment", () => {
  const cancel = (shipmentId: string) => ({ shipmentId, reason: "order withdrawn" });
  it("ends what is not loaded at once", async () => {
    expect((await execute("cancel_shipment", cancel("SHP-1021"), [papers("SHP-1021", "draft")], 1)).receipt).toMatchObject({
      outcome: "succeeded",
      externalOutcome: null,
    });
    expect(await one("select state from shipments where tenant = 'demo' and id = 'SHP-1021'")).toEqual({ state: "cancelled" });
  });
  it("asks the carrier to take a loaded one off: it stays loaded until that is confirmed", async () => {
    const { preview, receipt } = await execute("cancel_shipment", cancel("SHP-1007"), [papers("SHP-1007", "arrived_at_exit")], 2);
    expect(preview.facts).toMatchObject({ shipmentState: "loaded", paperState: "arrived_at_exit" });
    expect(receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
    expect(
      await one("select state, cancel_requested_at is not null asked from shipments where tenant = 'demo' and id = 'SHP-1007'"),
    ).toEqual({ state: "loaded", asked: true });
    expect(codes(await proposed("cancel_shipment", cancel("SHP-1007")))).toContain("cancel_requested");
  });
  it("shows on the card what is lost with it: goods, route, time, and that the carrier may charge", async () => {
    const proposal = await proposed("cancel_shipment", cancel("SHP-1021"));
    const preview = await world.preview(world.step(proposal), foreign(papers("SHP-1021", "draft")));
    const pairs = Object.fromEntries(
      preview.before.map(({ path, label, value }) => [label, [value, preview.after.find((row) => row.path === path)?.value]]),
    );
    const line = await one(
      "select sku, trim_scale(quantity)::text quantity from shipment_lines where tenant = 'demo' and id = 'SHP-1021/1'",
    );
    const goods = Object.keys(pairs).find((label) => label.startsWith(`Goods ${line?.sku}`)) ?? "";
    expect(pairs).toMatchObject({
      State: ["booked", "cancelled"],
      Route: [expect.stringContaining(" → "), null],
      Leaves: [expect.stringMatching(/^\d{4}-/), null],
      [goods]: [line?.quantity, null],
      Charge: [null, "carrier_may_charge"],
    });
    expect(preview.onReject).toEqual(["SHP-1021 goes on as planned."]);
  });
  it("keeps a shipment that is on hold on hold when somebody rejects", async () => {
    expect(
      (await execute("place_hold", { shipmentId: "SHP-1021", type: "customer", reason: "asked by phone" }, [], 0)).receipt.outcome,
    ).toBe("succeeded");
    const proposal = await proposed("cancel_shipment", cancel("SHP-1021"));
    const preview = await world.preview(world.step(proposal), foreign(papers("SHP-1021", "draft")));
    expect(preview.onReject).toEqual(["SHP-1021 stays on hold (customer)."]);
  });
  it("is too late after departure", async () => {
    expect(codes(await proposed("cancel_shipment", cancel("SHP-1015")))).toContain("goods_have_left");
  });
});
