import { newId, type Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack.stop();
});
afterEach(() => {
  Object.assign(stack.supply, { facts: {}, guardsHold: true, refusal: null });
});

/** A plan of transfers; the same in later revisions with other quantities, or with guards that were read again. */
function transfers(...quantities: string[]) {
  const ids = quantities.map(() => newId("stp"));
  const guard = { kind: "exact" as const, domain: "supply" as const, record: "STK-006" };
  const make = (revision: number, amounts: string[], of?: Plan) =>
    aPlan(stack.keys.signer("approvals"), {
      ...(of ? { id: of.id, requestId: of.requestId, threadId: of.threadId } : {}),
      tenant: "demo",
      revision,
      steps: ({ tenant, requestId }) =>
        amounts.map((quantity, n) =>
          aStep(tenant, requestId, {
            id: ids[n] ?? "",
            agent: "supply",
            tool: "transfer_stock",
            args: transferArgs(quantity),
            guards: [{ ...guard, version: `read@${revision}` }],
          }),
        ),
    });
  const plan = make(1, quantities);
  return { plan, ids, again: (revision: number, ...amounts: string[]) => make(revision, amounts, plan) };
}

/** A transfer in any revision of one plan. */
function aTransfer() {
  const stepId = newId("stp");
  const make = (revision: number, quantity: string, ids?: Pick<Plan, "id" | "requestId" | "threadId">) =>
    aPlan(stack.keys.signer("approvals"), {
      ...ids,
      tenant: "demo",
      revision,
      steps: ({ tenant, requestId }) => [
        aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs(quantity) }),
      ],
    });
  const plan = make(1, "60");
  return {
    plan,
    stepId,
    again: (quantity: string) => make(2, quantity, { id: plan.id, requestId: plan.requestId, threadId: plan.threadId }),
  };
}
// biome-ignore lint/suspicious/noExplicitAny: an item as the API shows it
type Item = any;
const edit = async (user: string, item: Item, quantity: string, headers: Record<string, string> = {}) =>
  await stack.call(user, "POST", `/v1/approvals/${item.id}/edits`, {
    body: { args: transferArgs(quantity) },
    headers: { "if-match": `"${item.revision}"`, ...headers },
  });

async function pending() {
  const made = aTransfer();
  await stack.submit(made.plan);
  return { ...made, item: (await stack.item(made.plan, made.stepId)) as Item };
}

describe("an approver who wants less", () => {
  it("gets the step planned anew on a new card of the same item, which then somebody decides", async () => {
    const { plan, stepId, again, item } = await pending();
    const answer = await edit("stock.ben", item, "40");
    expect(answer).toMatchObject({
      status: 202,
      body: { id: item.id, canDecide: false, cannotDecideBecause: "card_outdated", edit: { by: "stock.ben", revision: null } },
    });
    const told = await stack.state(plan, (s) => s.steps[0]?.state === "stale", "the edit");
    expect(told.steps[0]).toMatchObject({ code: "edited", approval: { edit: { by: "stock.ben", args: transferArgs("40") } } });
    expect(await stack.decide("stock.bea", item)).toMatchObject({ status: 412, body: { code: "card_outdated" } });
    expect((await edit("stock.bea", item, "30")).body.code).toBe("card_outdated");

    const next = again("40");
    await stack.submit(next);
    const renewed = await stack.item(next, stepId);
    expect(renewed).toMatchObject({ id: item.id, revision: 2, state: "pending", canDecide: true, edit: { revision: 2 } });
    expect(renewed.card.headline).toContain("Move 40 PCE");
    expect((await stack.decide("stock.bea", item)).body.code).toBe("card_changed");
    expect(await stack.decide("stock.ben", renewed)).toMatchObject({ status: 200, body: { state: "approved" } });
    await stack.state(next, (s) => s.steps[0]?.state === "succeeded", "the narrowed transfer");
    expect(stack.supply.grants.filter((grant) => grant.planId === plan.id).map((grant) => grant.args.quantity)).toEqual(["40"]);
    const isEdit = (entry: Item) => entry.planId === plan.id && entry.kind === "approval.edited";
    const recorded = async () => (await stack.call("audit.lena", "GET", "/v1/ledger?limit=200")).body.items.some(isEdit);
    await until(recorded, { what: "the edit in the ledger" });
  });

  it("is somebody who may decide, names the revision, and cannot ask for more", async () => {
    const { item } = await pending();
    expect(await edit("planner.anna", item, "40")).toMatchObject({ status: 403, body: { code: "requester_cannot_decide" } });
    expect(await edit("transport.cleo", item, "40")).toMatchObject({ status: 403, body: { code: "role_missing" } });
    expect(await edit("stock.ben", { ...item, revision: 7 }, "40")).toMatchObject({ status: 412, body: { code: "card_changed" } });
    expect(await edit("stock.ben", item, "61")).toMatchObject({
      status: 422,
      body: {
        code: "edit_widens",
        errors: [{ path: "/args/quantity", code: "more_than_before", message: "must not be more than before" }],
      },
    });
    expect(await edit("stock.ben", item, "60")).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    const without = await stack.call("stock.ben", "POST", `/v1/approvals/${item.id}/edits`, { body: { args: transferArgs("40") } });
    expect(without.status).toBe(428);
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body).toMatchObject({ edit: null, canDecide: true });
  });

  it("hears at once what the executor says against it", async () => {
    const { item } = await pending();
    stack.supply.refusal = { code: "below_minimum", detail: "fewer than one carton" };
    expect(await edit("stock.ben", item, "1")).toMatchObject({ status: 422, body: { code: "edit_refused", refusal: "below_minimum" } });
  });

  it("never sees the step run in another form: a revision of a coordinator that knew better is refused", async () => {
    const { plan, ids, again } = transfers("60");
    await stack.submit(plan);
    const item = (await stack.item(plan, ids[0] ?? "")) as Item;
    expect((await edit("stock.ben", item, "40")).status).toBe(202);
    await stack.submit(again(2, "50"));
    await stack.state(plan, (s) => s.revision === 2 && s.steps[0]?.code === "edited", "the edit again");
    const next = again(3, "50");
    await stack.submit(next);
    const state = await stack.state(next, (s) => s.state === "refused", "the refusal");
    expect(state.refusal).toMatchObject({ code: "edit_not_followed" });
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body.state).toBe("superseded");
  });

  it("is heard also while a revision is on its way that knows nothing of it", async () => {
    const { plan, ids, again } = transfers("60", "30");
    const [first = "", second = ""] = ids;
    await stack.submit(plan);
    const other = (await stack.item(plan, second)) as Item;
    expect((await edit("stock.ben", (await stack.item(plan, first)) as Item, "40")).status).toBe(202);
    expect((await edit("stock.bea", other, "20")).status).toBe(202);
    const next = again(2, "40", "30");
    await stack.submit(next);
    const told = await stack.state(plan, (s) => s.revision === 2, "the second revision");
    expect(told).toMatchObject({
      state: "accepted",
      steps: [
        { state: "pending", approval: { revision: 2 } },
        { state: "stale", code: "edited", approval: { id: other.id, revision: 1, edit: { by: "stock.bea", args: transferArgs("20") } } },
      ],
    });
    expect((await stack.decide("stock.ben", other)).body.code).toBe("card_outdated");
    const last = again(3, "40", "20");
    await stack.submit(last);
    const renewed = (await stack.item(last, second)) as Item;
    expect(renewed).toMatchObject({ id: other.id, revision: 2, edit: { by: "stock.bea", revision: 2 }, canDecide: true });
    for (const id of ids) expect((await stack.decide("stock.ben", await stack.item(last, id))).status).toBe(200);
    await stack.state(last, (s) => s.steps.every((step) => step.state === "succeeded"), "both transfers");
    const ran = stack.supply.grants.filter((grant) => grant.planId === plan.id).map((grant) => grant.args.quantity);
    expect(ran.sort()).toEqual(["20", "40"]);
  });

  it("holds up nobody who wants none of it, and the revision for it finds the step rejected", async () => {
    const { plan, ids, again } = transfers("60", "30");
    const [first = "", second = ""] = ids;
    await stack.submit(plan);
    const item = (await stack.item(plan, first)) as Item;
    const asked = await edit("stock.ben", item, "40");
    expect(asked.body).toMatchObject({ canDecide: false, canReject: true });
    expect(await stack.decide("stock.bea", item, "reject")).toMatchObject({ status: 200, body: { state: "rejected" } });
    const told = await stack.state(plan, (s) => s.steps[0]?.state === "rejected", "the rejection");
    expect(told.steps[0]?.approval).not.toHaveProperty("edit");
    const next = again(2, "40", "30");
    await stack.submit(next);
    const after = await stack.state(plan, (s) => s.revision === 2, "the second revision");
    expect(after.steps).toMatchObject([
      { stepId: first, state: "rejected", approval: { id: item.id } },
      { stepId: second, state: "pending" },
    ]);
  });

  it("gets the first answer when the process died before it gave it", async () => {
    const { stepId, again, item } = await pending();
    const key = { "idempotency-key": newId("evt") };
    const first = await edit("stock.ben", item, "40", key);
    await stack.database.admin("delete from idempotency_keys where key = $1", [key["idempotency-key"]]);
    const second = await edit("stock.ben", item, "40.0", key);
    expect(second).toMatchObject({ status: 202, body: { id: item.id, edit: { id: first.body.edit.id } } });
    expect((await edit("stock.ben", item, "39")).body.code).toBe("card_outdated");
    expect((await edit("stock.bea", item, "40")).body.code).toBe("card_outdated");
    const next = again("40");
    await stack.submit(next);
    await stack.item(next, stepId);
    await stack.database.admin("delete from idempotency_keys where key = $1", [key["idempotency-key"]]);
    expect(await edit("stock.ben", item, "40", key)).toMatchObject({
      status: 202,
      body: { edit: { id: first.body.edit.id, revision: 2 } },
    });
  });

  it("cannot rid the step of the second person by going under a threshold", async () => {
    stack.supply.facts = { transfer_stock: { valueEur: "60000", sku: "VLV-050" } };
    const { stepId, again, item } = await pending();
    expect(item.policy.required).toBe(2);
    stack.supply.facts = { transfer_stock: { valueEur: "4000", sku: "VLV-050" } };
    expect((await edit("stock.ben", item, "4")).status).toBe(202);
    const next = again("4");
    await stack.submit(next);
    expect((await stack.item(next, stepId)).policy).toMatchObject({ required: 2 });
  });

  it("cannot do so either when the records move after that", async () => {
    stack.supply.facts = { transfer_stock: { valueEur: "60000", sku: "VLV-050" } };
    const { plan, ids, again } = transfers("60");
    const [stepId = ""] = ids;
    await stack.submit(plan);
    const item = (await stack.item(plan, stepId)) as Item;
    stack.supply.facts = { transfer_stock: { valueEur: "4000", sku: "VLV-050" } };
    expect((await edit("stock.ben", item, "4")).status).toBe(202);
    for (const revision of [2, 3]) {
      const next = again(revision, "4");
      await stack.submit(next);
      expect(await stack.item(next, stepId)).toMatchObject({ id: item.id, policy: { required: 2 }, edit: { by: "stock.ben" } });
    }
  });
});
