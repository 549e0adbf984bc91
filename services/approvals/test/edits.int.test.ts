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
    for (const decision of ["approve", "reject"] as const)
      expect(await stack.decide("stock.bea", item, decision)).toMatchObject({ status: 412, body: { code: "card_outdated" } });
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
    const recorded = async () => (await stack.call("audit.lena", "GET", "/v1/ledger?limit=1000")).body.items.some(isEdit);
    await until(recorded, { what: "the edit in the ledger" });
  });

  it("is somebody who may decide, names the revision, and cannot ask for more", async () => {
    const { item } = await pending();
    expect(await edit("planner.anna", item, "40")).toMatchObject({ status: 403, body: { code: "requester_cannot_decide" } });
    expect(await edit("transport.cleo", item, "40")).toMatchObject({ status: 403, body: { code: "role_missing" } });
    expect(await edit("stock.ben", { ...item, revision: 7 }, "40")).toMatchObject({ status: 412, body: { code: "card_changed" } });
    expect(await edit("stock.ben", item, "61")).toMatchObject({
      status: 422,
      body: { code: "edit_widens", errors: [{ path: "/args/quantity", message: "must not be more than before" }] },
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

  it("never sees the step run in another form: such a revision is refused", async () => {
    const { again, item } = await pending();
    expect((await edit("stock.ben", item, "40")).status).toBe(202);
    const next = again("50");
    await stack.submit(next);
    const state = await stack.state(next, (s) => s.state === "refused", "the refusal");
    expect(state.refusal).toMatchObject({ code: "edit_not_followed" });
    expect((await stack.call("stock.ben", "GET", `/v1/approvals/${item.id}`)).body.state).toBe("superseded");
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
});
