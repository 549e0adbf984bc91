import { type Grant, newId, type Plan, type Receipt } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCalls, settleCall } from "../../../tools/qm/src/calls.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

const EVIDENCE = "looked at the transfer list of the warehouse system";
let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(() => stack?.stop());

/** A plan whose one step was sent to a system that did not answer. */
async function unknownStep(): Promise<{ plan: Plan; grant: Grant }> {
  const stepId = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs("60") }),
    ],
  });
  stack.supply.outcome = "unknown";
  await stack.submit(plan);
  await stack.decide("stock.ben", await stack.item(plan, stepId));
  await stack.state(plan, (state) => state.steps[0]?.state === "unknown", "the unknown outcome");
  stack.supply.outcome = "succeeded";
  const grant = stack.supply.grants.find((candidate) => candidate.planId === plan.id);
  if (!grant) throw new Error("no grant arrived");
  return { plan, grant };
}
const settle = (user: string, grantId: string, body: unknown) => stack.call(user, "POST", `/v1/calls/${grantId}/settlement`, { body });
const listed = async (grant: Grant) =>
  (await stack.call("admin.max", "GET", "/v1/calls")).body.items.find((item: { grantId: string }) => item.grantId === grant.grantId);
const arrived = (grant: Grant) => stack.supply.settlements.filter((settlement) => settlement.grantId === grant.grantId);
const settlements = () =>
  stack.database.admin<{ subject: string; actor: string; evidence: string }>(
    "select subject, actor, body -> 'body' ->> 'evidence' as evidence from ledger_entries where kind = 'call.settled'",
  );

/** As if the finding on a grant had been told ten minutes ago. */
const letTenMinutesPass = (grant: Grant) =>
  stack.database.admin(
    "update grants set settlement = jsonb_set(settlement::jsonb, '{body,settledAt}', to_jsonb(to_char(now() at time zone 'utc' - interval '10 minutes', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')))::json where id = $1",
    [grant.grantId],
  );

describe("a call whose outcome is unknown", () => {
  it("is listed for admins and auditors, and settled by an admin with what was found", async () => {
    const { plan, grant } = await unknownStep();
    expect(await listed(grant)).toMatchObject({ planId: plan.id, domain: "supply", tool: "transfer_stock", settlement: null });
    expect((await stack.call("planner.anna", "GET", "/v1/calls")).body.code).toBe("role_missing");
    expect((await stack.call("audit.lena", "GET", "/v1/calls")).status).toBe(200);
    const finding = { outcome: "made", reference: "TR-77", evidence: EVIDENCE };
    expect((await settle("stock.ben", grant.grantId, finding)).body.code).toBe("role_missing");
    const answer = await settle("admin.max", grant.grantId, finding);
    expect(answer).toMatchObject({ status: 202, body: { grantId: grant.grantId, settlement: { by: "admin.max", reference: "TR-77" } } });
    expect(await settlements()).toContainEqual({ subject: grant.grantId, actor: "admin.max", evidence: EVIDENCE });
    await until(() => stack.supply.settlements.some((settlement) => settlement.grantId === grant.grantId), { what: "the settlement" });
    const signed = stack.supply.settlements.find((settlement) => settlement.grantId === grant.grantId);
    expect(signed).toMatchObject({ outcome: "made", reference: "TR-77", by: "admin.max", tenant: "demo" });
    const verified = await stack.call("audit.lena", "GET", "/v1/ledger/verify");
    expect(verified.body).toMatchObject({ ok: true });
  });

  it("is sent again when the same is said again, and written down once", async () => {
    const { grant } = await unknownStep();
    const finding = { outcome: "not_made", evidence: EVIDENCE };
    for (const count of [1, 2]) {
      expect((await settle("admin.max", grant.grantId, finding)).status).toBe(202);
      await until(() => arrived(grant).length === count, { what: `sending ${count}` });
    }
    expect((await settlements()).filter(({ subject }) => subject === grant.grantId)).toHaveLength(1);
  });

  it("is found anew by whoever says the same ten minutes later: the executor may have sent it again since the first look", async () => {
    const { grant } = await unknownStep();
    const finding = { outcome: "not_made", evidence: EVIDENCE };
    const first = (await settle("admin.max", grant.grantId, finding)).body.settlement.settledAt;
    await letTenMinutesPass(grant);
    const again = (await settle("admin.max", grant.grantId, finding)).body.settlement.settledAt;
    expect(Date.parse(again)).toBeGreaterThan(Date.parse(first));
    await until(() => arrived(grant).at(-1)?.settledAt === again, { what: "the new finding" });
    expect((await settlements()).filter(({ subject }) => subject === grant.grantId)).toHaveLength(2);
  });

  it("is corrected by whoever mistyped it while it is unknown, and by another admin ten minutes later", async () => {
    const { grant } = await unknownStep();
    const made = (reference: string) => ({ outcome: "made", reference, evidence: EVIDENCE });
    expect((await settle("admin.max", grant.grantId, made("TR-71"))).status).toBe(202);
    expect(await settle("admin.nora", grant.grantId, made("TR-17"))).toMatchObject({ status: 409, body: { code: "conflict" } });
    expect((await settle("admin.max", grant.grantId, made("TR-17"))).body.settlement).toMatchObject({ reference: "TR-17" });
    await until(() => arrived(grant).at(-1)?.reference === "TR-17", { what: "the correction" });
    await letTenMinutesPass(grant);
    expect((await settle("admin.nora", grant.grantId, made("TR-18"))).body.settlement).toMatchObject({
      by: "admin.nora",
      reference: "TR-18",
    });
    expect((await settlements()).filter(({ subject }) => subject === grant.grantId)).toHaveLength(3);
    expect((await stack.call("audit.lena", "GET", "/v1/ledger/verify")).body).toMatchObject({ ok: true });
  });

  it("is sent again by itself while its receipt is missing, and no more once that is here", async () => {
    const { plan, grant } = await unknownStep();
    expect((await settle("admin.max", grant.grantId, { outcome: "not_made", evidence: EVIDENCE })).status).toBe(202);
    await until(() => arrived(grant).length === 1, { what: "the first sending" });
    const later = () =>
      stack.database.admin("update grants set settlement_sent_at = now() - interval '1 day' where id = $1", [grant.grantId]);
    await later();
    await until(() => arrived(grant).length === 2, { what: "the second sending", timeoutMs: 20_000 });
    const known: Receipt = { ...stack.supply.receiptOf(grant), outcome: "failed", code: "settled_not_made", version: 2 };
    await stack.supply.tell(known);
    await stack.state(plan, (state) => state.steps[0]?.state !== "unknown", "the outcome");
    await later();
    const other = await unknownStep();
    expect((await settle("admin.max", other.grant.grantId, { outcome: "not_made", evidence: EVIDENCE })).status).toBe(202);
    await stack.database.admin("update grants set settlement_sent_at = now() - interval '1 day' where id = $1", [other.grant.grantId]);
    await until(() => arrived(other.grant).length === 2, { what: "a round after it", timeoutMs: 20_000 });
    expect(arrived(grant)).toHaveLength(2);
  });

  it("is listed page by page, oldest first", async () => {
    const grants = [(await unknownStep()).grant, (await unknownStep()).grant, (await unknownStep()).grant].map((grant) => grant.grantId);
    const all: string[] = [];
    let cursor: string | null = "";
    for (let page = 0; cursor !== null && page < 50; page++) {
      const answer = await stack.call("audit.lena", "GET", `/v1/calls?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
      expect(answer.body.items.length).toBeLessThanOrEqual(2);
      all.push(...answer.body.items.map((item: { grantId: string }) => item.grantId));
      cursor = answer.body.nextCursor;
    }
    expect(all.slice(-3)).toEqual(grants);
    expect(new Set(all).size).toBe(all.length);
  });

  it("is not settled without evidence, without the reference of what was made, or in another tenant", async () => {
    const { grant } = await unknownStep();
    for (const body of [
      { outcome: "not_made", evidence: "no" },
      { outcome: "made", evidence: EVIDENCE },
      { outcome: "not_made", reference: "TR-1", evidence: EVIDENCE },
    ])
      expect((await settle("admin.max", grant.grantId, body)).body.code).toBe("invalid_request");
    const finding = { outcome: "not_made", evidence: EVIDENCE };
    expect((await settle("admin.max@t2", grant.grantId, finding)).body.code).toBe("not_found");
  });

  it("is not settled as not made when it is known to be made", async () => {
    const { grant } = await unknownStep();
    const detail = "the warehouse made it as TR-5; our own records do not allow it yet";
    await stack.supply.tell({ ...stack.supply.receiptOf(grant), outcome: "unknown", code: "record_conflict", detail, version: 2 });
    await until(async () => (await listed(grant))?.code === "record_conflict", { what: "the receipt" });
    expect(await settle("admin.max", grant.grantId, { outcome: "not_made", evidence: EVIDENCE })).toMatchObject({
      status: 409,
      body: { code: "call_was_made", detail },
    });
    expect((await settle("admin.max", grant.grantId, { outcome: "made", reference: "TR-5", evidence: EVIDENCE })).status).toBe(202);
  });

  it("is taken back once when its request is cancelled, so that it is not sent again", async () => {
    const { plan, grant } = await unknownStep();
    const cancel = { type: "cancel" as const, tenant: "demo", requestId: plan.requestId, planId: plan.id, by: "planner.anna" };
    await stack.command(cancel);
    const revoked = () => stack.supply.revocations.filter((revoke) => revoke.grantId === grant.grantId).length;
    await until(() => revoked() === 1, { what: "the revocation" });
    const [row] = await stack.database.admin("select state from plan_steps where plan_id = $1", [plan.id]);
    expect(row?.state).toBe("unknown");
  });

  it("is no longer settled once its receipt says what became of it", async () => {
    const { plan, grant } = await unknownStep();
    const known: Receipt = { ...stack.supply.receiptOf(grant), outcome: "succeeded", code: null, version: 2 };
    await stack.supply.tell(known);
    await stack.state(plan, (state) => state.steps[0]?.state === "succeeded", "the outcome");
    expect(await listed(grant)).toBeUndefined();
    const finding = { outcome: "not_made", evidence: EVIDENCE };
    expect((await settle("admin.max", grant.grantId, finding)).body.code).toBe("conflict");
  });
});

describe("qm calls", () => {
  it("lists what is unknown and settles it", async () => {
    const { grant } = await unknownStep();
    const options = { url: stack.url, token: "demo-admin.max" };
    expect((await listCalls(options)).lines.join("\n")).toContain(grant.grantId);
    const finding = { outcome: "made", reference: "TR-9", evidence: EVIDENCE } as const;
    const settled = await settleCall(options, grant.grantId, finding);
    expect(settled).toMatchObject({ ok: true, lines: expect.arrayContaining(["  settled by admin.max as made TR-9"]) });
    expect(await settleCall({ ...options, token: "demo-stock.ben" }, grant.grantId, finding)).toMatchObject({
      ok: false,
      lines: [expect.stringContaining("role_missing"), expect.any(String)],
    });
  });
});
