import { newId, type Plan } from "@quartermaster/shared/contracts";
import { readAllowList } from "@quartermaster/shared/egress";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";
import { type Receiver, startReceiver } from "./support/start-receiver.ts";

let stack: Stack;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  const egress = { egressAllow: readAllowList(receiver.host), egressCaFile: receiver.caFile };
  stack = await startApprovals({ notifications: { ...egress, consoleUrl: undefined, mail: undefined, mailDomains: [] } });
  const body = { url: receiver.url, events: ["approval.expiring", "approval.escalated"] };
  expect((await stack.call("admin.max", "POST", "/v1/notifications/webhooks", { body })).status).toBe(201);
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.stop();
});

async function anItem(): Promise<{ plan: Plan; stepId: string; id: string }> {
  const stepId = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
    ],
  });
  await stack.submit(plan);
  return { plan, stepId, id: (await stack.item(plan, stepId)).id };
}
const shares = async (id: string) => {
  const text = `select d.kind, extract(epoch from d.due_at - (a.created_at + make_interval(secs => t.offset_ms / 1000.0)))
    / extract(epoch from a.decide_by - (a.created_at + make_interval(secs => t.offset_ms / 1000.0))) as share
    from approval_alerts d join approvals a on a.id = d.approval_id join tenants t on t.tenant = d.tenant where a.id = $1 order by d.kind`;
  return (await stack.database.admin<{ kind: string; share: string }>(text, [id])).map((row) => [row.kind, Number(row.share).toFixed(2)]);
};
/** Lets the time of one kind of alert be over. */
const pass = async (id: string, kind: string) =>
  await stack.database.admin("update approval_alerts set due_at = now() - interval '1 year' where approval_id = $1 and kind = $2", [
    id,
    kind,
  ]);
const told = (type: string, id: string) =>
  receiver.received.map((message) => JSON.parse(message.body)).filter((body) => body.type === type && body.data.approvalId === id);
const ledgerKinds = async (id: string) =>
  (await stack.database.admin<{ kind: string }>("select kind from ledger_entries where subject = $1", [id])).map((row) => row.kind);

describe("an item that nobody decides", () => {
  it("is called to mind once after three quarters of its time, and stays where it is", async () => {
    const { id } = await anItem();
    expect(await shares(id)).toEqual([["warn", "0.75"]]);
    await pass(id, "warn");
    await until(() => told("approval.expiring", id).length === 1, { what: "the warning" });
    expect(told("approval.expiring", id)[0].data).toMatchObject({ roles: ["stock_manager"], state: "pending" });
    expect(await shares(id)).toEqual([]);
    expect((await stack.call("ops.iris", "GET", `/v1/approvals/${id}`)).body.cannotDecideBecause).toBe("role_missing");
  });

  it("is passed on to the next role where policy says so, who can then decide it, and it is executed", async () => {
    const body = { v: 1, version: "passes-on", thresholds: { escalation_share: 0.5 } };
    expect((await stack.call("admin.max", "POST", "/v1/policy/documents", { body })).status).toBeLessThan(300);
    const { plan, stepId, id } = await anItem();
    expect(await shares(id)).toEqual([
      ["escalate", "0.50"],
      ["warn", "0.75"],
    ]);
    expect((await stack.call("ops.iris", "GET", `/v1/approvals/${id}`)).body.canDecide).toBe(false);
    await pass(id, "escalate");
    await until(() => told("approval.escalated", id).length === 1, { what: "the word to the next role" });
    expect(told("approval.escalated", id)[0].data.roles).toEqual(["ops_director"]);
    const mine = (await stack.call("ops.iris", "GET", "/v1/approvals?mine=true&limit=200")).body.items;
    expect(mine.map((item: { id: string }) => item.id)).toContain(id);
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${id}`)).body.canDecide).toBe(true);
    expect(await ledgerKinds(id)).toContain("approval.escalated");
    expect((await stack.decide("ops.iris", await stack.item(plan, stepId))).status).toBe(200);
    await stack.state(plan, (state) => state.steps[0]?.state === "succeeded", "the executed step");
  });

  it("is not passed on any more once somebody decided", async () => {
    const { plan, stepId, id } = await anItem();
    expect((await stack.decide("stock.ben", await stack.item(plan, stepId))).status).toBe(200);
    await pass(id, "escalate");
    await pass(id, "warn");
    await until(async () => (await shares(id)).length === 0, { what: "the alerts to be taken" });
    expect(await ledgerKinds(id)).not.toContain("approval.escalated");
    expect(
      await stack.database.admin(
        "select 1 from notification_notes where approval_id = $1 and kind in ('approval.expiring', 'approval.escalated')",
        [id],
      ),
    ).toEqual([]);
  });
});
