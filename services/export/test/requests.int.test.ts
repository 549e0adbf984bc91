import { executeGrant } from "@quartermaster/executor";
import type { ForeignFact, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordScreening } from "../src/adapters/record-screening.ts";
import { type ExportWorld, startExportWorld } from "./support/export-world.ts";

let world: ExportWorld;
beforeAll(async () => {
  world = await startExportWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed());

async function proposed(tool: string, args: JsonObject): Promise<Proposal> {
  const answer = await world.call(tool, args);
  if (!answer.proposal) throw new Error(JSON.stringify(answer));
  return answer.proposal;
}
async function execute(tool: string, args: JsonObject, deciders: number, foreign: ForeignFact[] = []) {
  const proposal = await proposed(tool, args);
  const step = world.step(proposal);
  const preview = await world.preview(step, { foreign });
  const approvers = ["compliance.eva", "compliance.finn"].slice(0, deciders);
  return { proposal, preview, approvers, receipt: await executeGrant(world.ports, world.grant(step, preview, { foreign }, deciders)) };
}
const codes = (proposal: Proposal) => proposal.findings.map((finding) => finding.code);
const declaration = async (id: string) =>
  (await world.db.admin("select state, version, exit_status from declarations where tenant = 'demo' and id = $1", [id]))[0];
const MORE = { declarationId: "EXD-5008", changes: [{ line: 1, field: "quantity", from: "2000", to: "3000" }], reason: "more" };

describe("amend_declaration", () => {
  it("asks customs and changes nothing before the answer; mass and value follow the quantity", async () => {
    const { preview, receipt } = await execute("amend_declaration", MORE, 2);
    expect(preview).toMatchObject({ refusal: null, facts: { quantityRises: true, partyChanges: false, paperState: "accepted" } });
    expect(preview.after).toContainEqual(expect.objectContaining({ path: "declaration/lines/1/net", value: "2358" }));
    expect(receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
    expect(await declaration("EXD-5008")).toMatchObject({ state: "amendment_pending", version: 2 });
    const [line] = await world.db.admin(
      "select trim_scale(quantity)::text quantity from declaration_lines where tenant = 'demo' and declaration = 'EXD-5008'",
    );
    expect(line).toEqual({ quantity: "2000" });
    const [message] = await world.db.admin(
      "select kind, state, prior_state, payload -> 'changes' -> 0 ->> 'to' as to from declaration_messages where tenant = 'demo' and declaration = 'EXD-5008'",
    );
    expect(message).toEqual({ kind: "amend", state: "sent", prior_state: "accepted", to: "3000" });
    expect(codes(await proposed("amend_declaration", MORE))).toContain("outcome_pending");
  });
  it("takes two people when a quantity rises", async () => {
    expect((await execute("amend_declaration", MORE, 1)).receipt).toMatchObject({ outcome: "refused", code: "approvers_insufficient" });
  });
  it("compares every value with what is stored, and pads no code", async () => {
    const change = (more: JsonObject) =>
      world.call("amend_declaration", { ...MORE, changes: [{ line: 1, field: "quantity", to: "1", ...more }] });
    expect(await change({ from: "1999" })).toMatchObject({ ok: false, code: "amendment_stale" });
    expect(await change({ field: "cn8", to: "290512" })).toMatchObject({ ok: false, code: "code_too_short" });
  });
  it("refuses another consignee with an open screening, drafts, and papers under control", async () => {
    const consignee = await proposed("amend_declaration", {
      declarationId: "EXD-5003",
      changes: [{ field: "consignee", to: "Gulf Meridian" }],
      reason: "asked",
    });
    expect(codes(consignee)).toContain("open_screening");
    const incoterm = (declarationId: string) =>
      proposed("amend_declaration", { declarationId, changes: [{ field: "incoterm", to: "FCA" }], reason: "x" });
    expect(codes(await incoterm("EXD-5004"))).toEqual(["declaration_is_draft"]);
    expect(codes(await incoterm("EXD-5013"))).toEqual(["declaration_in_control"]);
    expect(codes(await incoterm("EXD-5001"))).toEqual(["declaration_terminal"]);
  });
});

describe("invalidate_declaration", () => {
  const shipment = (state: string): ForeignFact => ({
    domain: "transit",
    kind: "shipment",
    id: "SHP-1007",
    version: 1,
    fields: {
      id: "SHP-1007",
      kind: "outbound",
      state,
      destination: "GBFXT",
      originCountry: "DE",
      destinationCountry: "GB",
      originTerritory: "EU",
      destinationTerritory: "GB",
      consignee: "PTY-KEN",
      incoterm: "DAP",
      dangerousGoods: false,
      lines: [],
      modes: ["sea"],
      etd: null,
      cutoffs: { docs: null, cargo: null, dg: null },
    },
  });
  const args = { declarationId: "EXD-5007", reason: "goods will not leave" };
  it("asks customs for goods that have not left, with two people once they are released", async () => {
    expect((await execute("invalidate_declaration", args, 1, [shipment("loaded")])).receipt).toMatchObject({ outcome: "refused" });
    const { receipt } = await execute("invalidate_declaration", args, 2, [shipment("loaded")]);
    expect(receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending", inverse: null });
    expect(await declaration("EXD-5007")).toMatchObject({ state: "invalidation_pending" });
  });
  it("refuses once they have left", async () => {
    const preview = await world.preview(world.step(await proposed("invalidate_declaration", args)), { foreign: [shipment("departed")] });
    expect(preview.refusal).toMatchObject({ code: "goods_have_left" });
  });
});

describe("file_exit_evidence", () => {
  it("sends the declaration's own document, and says that the exit is overdue", async () => {
    const args = { declarationId: "EXD-5016", evidenceType: "proof_of_delivery", documentRef: "POD-1016" };
    const { proposal, receipt } = await execute("file_exit_evidence", args, 1);
    expect(codes(proposal)).toEqual(["exit_deadline", "weak_evidence"]);
    expect(receipt).toMatchObject({ outcome: "succeeded", externalOutcome: "pending" });
    expect(await declaration("EXD-5016")).toMatchObject({ state: "released", exit_status: "evidence_filed" });
    expect(await world.call("file_exit_evidence", { ...args, documentRef: "CI-5008" })).toMatchObject({
      ok: false,
      code: "document_mismatch",
    });
  });
});

describe("resolve_screening", () => {
  it("needs two people, and names them", async () => {
    const args = { screeningId: "SCR-801", decision: "clear", rationale: "another company" };
    expect((await execute("resolve_screening", args, 1)).receipt).toMatchObject({ outcome: "refused", code: "approvers_insufficient" });
    expect((await execute("resolve_screening", args, 2)).receipt).toMatchObject({ outcome: "succeeded" });
    const [row] = await world.db.admin(
      "select state, cardinality(decided_by) people from screenings where tenant = 'demo' and id = 'SCR-801'",
    );
    expect(row).toEqual({ state: "cleared", people: 2 });
    expect(await world.db.admin("select screening from parties where tenant = 'demo' and id = 'PTY-UAE'")).toEqual([
      { screening: "clear" },
    ]);
  });
});

describe("screen_party", () => {
  it("says what stands against a party", async () => {
    expect(await world.call("screen_party", { partyId: "PTY-UAE" })).toMatchObject({
      result: { status: "review", openScreening: "SCR-801", score: "0.87", blocks: ["SHP-1020"] },
    });
    expect(await world.call("screen_party", { name: "Volga Steel", country: "RU" })).toMatchObject({
      result: { party: null, status: "review", hits: ["DPL-102"] },
    });
    // The first words of a name will do, half a word or nothing will not.
    expect(await world.call("screen_party", { partyId: "deccan biotech" })).toMatchObject({ result: { party: "PTY-IND" } });
    expect(await world.call("screen_party", { partyId: "Decc" })).toMatchObject({ ok: false, code: "unknown_party" });
    expect(await world.call("screen_party", { partyId: "..." })).toMatchObject({ ok: false, code: "unknown_party" });
    expect(await world.call("screen_party", { partyId: "PTY-NOPE" })).toMatchObject({ ok: false, code: "unknown_party" });
  });
  it("is on file once a task, by a role that may write nothing else", async () => {
    const pool = world.db.pool("qm_export_agent");
    const audit = { party: "PTY-UAE", nameKey: "k", listVersion: "2026-11", status: "review", score: "0.87", hits: ["DPL-101"] };
    const file = () =>
      transaction(pool, "demo", (tx) => recordScreening(tx, { tenant: "demo", taskId: "tsk_1", tool: "screen_party", audit }));
    await file();
    await file();
    expect(await world.db.admin("select party, status from screening_audit where tenant = 'demo'")).toEqual([
      { party: "PTY-UAE", status: "review" },
    ]);
    for (const sql of ["update screenings set state = 'cleared'", "update parties set screening = 'clear'", "delete from screening_audit"])
      await expect(transaction(pool, "demo", (tx) => tx.query(sql))).rejects.toMatchObject({ code: "42501" });
  });
});
