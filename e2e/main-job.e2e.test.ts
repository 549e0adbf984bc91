import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "./client.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { until } from "./until.ts";

const MOVE = "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec";
const TRANSFER = {
  agent: "supply",
  tool: "transfer_stock",
  args: {
    sku: "VLV-050",
    fromLocation: "LOC-HAM",
    toLocation: "LOC-VLC",
    quantity: "60",
    uom: "PCE",
    neededBy: "2026-12-14",
    reason: "replenish",
  },
};

interface Step {
  id: string;
  agent: string;
  tool: string;
  args: Record<string, unknown>;
  state: string;
  dependsOn: { step: string }[];
  approval: { id: string; required: number } | null;
  receipt: { receiptId: string; grantId: string; outcome: string; outputs: Record<string, string> } | null;
}

const stepOf = (request: { plan: { steps: Step[] } }, tool: string): Step => {
  const found = request.plan.steps.filter((step) => step.tool === tool);
  if (found.length !== 1)
    throw new Error(`${found.length} steps of ${tool}: ${JSON.stringify(request.plan.steps.map((step) => step.tool))}`);
  return found[0] as Step;
};

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(async () => {
  await stack?.stop();
});

/** Submits the move and waits until it pends. */
async function pendingMove(tenant: Tenant, body: Record<string, unknown> = { text: MOVE }) {
  const id = await tenant.submit("planner.anna", body);
  const request = await tenant.reaches(id, ["awaiting_approval"]);
  return { id, request, transfer: stepOf(request, "transfer_stock") };
}

const approvalOf = (step: Step): string => {
  if (!step.approval) throw new Error(`${step.tool} has no approval`);
  return step.approval.id;
};

describe("a request in plain words", () => {
  it("becomes a transfer that pends for a stock manager and a booking after it, and runs once when approved", async () => {
    const tenant = await freshTenant(stack);
    const before = await tenant.stock("VLV-050", "LOC-HAM");
    const { id, request, transfer } = await pendingMove(tenant);
    const booking = stepOf(request, "book_shipment");
    expect(transfer.args).toMatchObject({ sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE" });
    expect(booking.args).toMatchObject({ serviceId: "SVC-01", transferRef: { $ref: { step: transfer.id, output: "transferId" } } });
    expect(booking.dependsOn.map((dependency) => dependency.step)).toContain(transfer.id);
    const approval = await tenant.call("stock.ben", `/v1/approvals/${approvalOf(transfer)}`);
    expect(approval.body.policy.slots).toEqual([{ role: "stock_manager", filledBy: null }]);

    expect(await tenant.decide("planner.anna", approvalOf(transfer), "approve")).toMatchObject({
      status: 403,
      body: { code: "requester_cannot_decide" },
    });
    expect(await tenant.decide("customs.dirk", approvalOf(transfer), "approve")).toMatchObject({
      status: 403,
      body: { code: "role_missing" },
    });
    const decided = await tenant.decide("stock.ben", approvalOf(transfer), "approve");
    expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    const done = await tenant.reaches(id, ["completed"]);

    const receipts = done.plan.steps.map((step: Step) => step.receipt);
    expect(receipts.map((receipt: Step["receipt"]) => receipt?.outcome)).toEqual(["succeeded", "succeeded"]);
    expect(new Set(receipts.map((receipt: Step["receipt"]) => receipt?.grantId)).size).toBe(2);
    const after = await tenant.stock("VLV-050", "LOC-HAM");
    expect(after.onHand).toBe(before.onHand);
    expect(Number(after.reserved) - Number(before.reserved)).toBe(60);
    expect(done.answer).toContain(stepOf(done, "transfer_stock").receipt?.outputs.transferId ?? "no id");

    const again = await tenant.decide("stock.ben", approvalOf(transfer), "approve");
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await tenant.decide("stock.bea", approvalOf(transfer), "approve")).toMatchObject({
      status: 409,
      body: { code: "already_decided" },
    });
    expect((await tenant.call("audit.lena", "/v1/ledger/verify")).body).toMatchObject({ ok: true });
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe(after.reserved);
  });

  it("given as known steps makes no model call", async () => {
    const tenant = await freshTenant(stack);
    const { id, request, transfer } = await pendingMove(tenant, { actions: [TRANSFER] });
    expect(stepOf(request, "book_shipment").args).toMatchObject({ serviceId: "SVC-01" });
    await tenant.decide("stock.ben", approvalOf(transfer), "approve");
    const done = await tenant.reaches(id, ["completed"]);
    expect(done.usage.modelCalls).toBe(0);
  });

  it("that only asks is answered with figures and records and creates no approval", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: "VLV-050 stock hamburg?" });
    const done = await tenant.reaches(id, ["completed"]);
    expect(done.plan).toBeNull();
    expect(done.answer).toMatch(/480/);
    expect(done.answer).toMatch(/360/);
    expect(done.answer).toMatch(/STK-006/);
    expect((await tenant.call("stock.ben", "/v1/approvals?state=pending")).body.items).toEqual([]);
  });

  it("that is rejected leaves stock untouched, skips the booking and tells the reason", async () => {
    const tenant = await freshTenant(stack);
    const before = await tenant.stock("VLV-050", "LOC-HAM");
    const { id, transfer } = await pendingMove(tenant);
    const decided = await tenant.decide("stock.ben", approvalOf(transfer), "reject", {
      reason: "Valencia is being rebuilt",
      reasonCode: "not_now",
    });
    expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    const done = await tenant.reaches(id, ["rejected"]);
    expect(stepOf(done, "transfer_stock").state).toBe("rejected");
    expect(stepOf(done, "book_shipment").state).toBe("skipped");
    expect(done.answer).toContain("Valencia is being rebuilt");
    expect(await tenant.stock("VLV-050", "LOC-HAM")).toEqual(before);
  });
});

describe("a world that moves while people decide", () => {
  /** Another planner takes units at once: reserve_stock needs no approval. */
  const reserve = async (tenant: Tenant, quantity: string) => {
    const id = await tenant.submit("planner.adam", {
      actions: [
        {
          agent: "supply",
          tool: "reserve_stock",
          args: { sku: "VLV-050", location: "LOC-HAM", quantity, uom: "PCE", demandRef: "SO-7999" },
        },
      ],
      acknowledge: ["same_units_promised_twice"],
    });
    await tenant.reaches(id, ["completed", "awaiting_approval"]).then(async (request) => {
      if (request.status === "completed") return;
      await tenant.decide("stock.bea", approvalOf(stepOf(request, "reserve_stock")), "approve");
      await tenant.reaches(id, ["completed"]);
    });
  };

  it("outdates the card when the units are gone, and makes a new one", async () => {
    const tenant = await freshTenant(stack);
    const { transfer } = await pendingMove(tenant);
    const card = await tenant.call("stock.ben", `/v1/approvals/${approvalOf(transfer)}`);
    await reserve(tenant, "310");
    const decided = await tenant.decide("stock.ben", approvalOf(transfer), "approve", {
      cardHash: card.body.card.hash,
      ifMatch: card.headers.get("etag"),
    });
    expect(decided).toMatchObject({ status: 412, body: { code: "card_outdated" } });
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("430");
  });

  it("does not disturb a card when enough is left", async () => {
    const tenant = await freshTenant(stack);
    const { id, transfer } = await pendingMove(tenant);
    const card = await tenant.call("stock.ben", `/v1/approvals/${approvalOf(transfer)}`);
    await reserve(tenant, "10");
    const decided = await tenant.decide("stock.ben", approvalOf(transfer), "approve", {
      cardHash: card.body.card.hash,
      ifMatch: card.headers.get("etag"),
    });
    expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    await tenant.reaches(id, ["completed"]);
  });
});

describe("follow-ups", () => {
  it("supersede the pending plan when the planner corrects it", async () => {
    const tenant = await freshTenant(stack);
    const { id, request, transfer } = await pendingMove(tenant);
    const second = await tenant.submit("planner.anna", { text: "no sorry, 50, and to Rotterdam", threadId: request.threadId });
    const corrected = await tenant.reaches(second, ["awaiting_approval"]);
    expect(stepOf(corrected, "transfer_stock").args).toMatchObject({
      quantity: "50",
      toLocation: "LOC-RTM",
      sku: "VLV-050",
      fromLocation: "LOC-HAM",
    });
    const old = await tenant.read("planner.anna", id);
    expect(old).toMatchObject({ status: "superseded", supersededBy: second });
    expect((await tenant.call("stock.ben", `/v1/approvals/${approvalOf(transfer)}`)).body.state).toMatch(/withdrawn|superseded/);
    expect((await tenant.decide("stock.ben", approvalOf(transfer), "approve")).status).toBe(409);
  });
});

describe("papers", () => {
  it("are drafted and lodged in one plan without making themselves stale", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", {
      actions: [
        {
          agent: "export",
          tool: "draft_declaration",
          ref: "d1",
          args: { shipmentId: "SHP-1005", declarationId: "EXD-5005", lines: [{ sku: "PNT-EPX", quantity: "96", uom: "CAN" }] },
        },
        { agent: "export", tool: "lodge_declaration", after: ["d1"], args: { declarationId: "EXD-5005" } },
      ],
    });
    const pending = await tenant.reaches(id, ["awaiting_approval", "executing"]);
    const lodge = stepOf(pending, "lodge_declaration");
    await until(
      "both people can decide",
      async () => (await tenant.call("customs.dirk", `/v1/approvals/${approvalOf(lodge)}`)).body.state === "pending",
    );
    expect((await tenant.decide("customs.dirk", approvalOf(lodge), "approve")).status).toBeLessThan(300);
    const other = await tenant.decide("hse.gita", approvalOf(lodge), "approve");
    expect(other.status, JSON.stringify(other.body)).toBeLessThan(300);
    const lodged = async () => {
      const request = await tenant.read("planner.anna", id);
      return stepOf(request, "lodge_declaration").state === "succeeded";
    };
    await until("the declaration is lodged", lodged);
    const request = await tenant.read("planner.anna", id);
    expect(request.plan.revision).toBe(1);
    expect(request.plan.steps.map((step: Step) => step.receipt?.outcome)).toEqual(["succeeded", "succeeded"]);
  });
});

describe("bad input", () => {
  it("is refused naming the field, and nothing is stored", async () => {
    const tenant = await freshTenant(stack);
    const bad = await tenant.call("planner.anna", "/v1/requests", {
      method: "POST",
      body: { actions: [{ ...TRANSFER, args: { ...TRANSFER.args, quantity: 60, colour: "red" } }] },
    });
    expect(bad).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(JSON.stringify(bad.body.errors)).toMatch(/quantity/);
    expect((await tenant.call("planner.anna", "/v1/requests")).body.items).toEqual([]);
  });

  it("answers a foreign tenant's id like an unknown one", async () => {
    const one = await freshTenant(stack);
    const two = await freshTenant(stack);
    const { id, transfer } = await pendingMove(one);
    for (const path of [`/v1/requests/${id}`, `/v1/approvals/${approvalOf(transfer)}`, `/v1/requests/${id}/trajectory`]) {
      expect((await two.call("planner.anna", path)).status, path).toBe(404);
    }
    expect((await two.call("nobody", `/v1/requests/${id}`)).status).toBe(401);
  });

  it("gets the first answer again under the same Idempotency-Key, and 409 with another body", async () => {
    const tenant = await freshTenant(stack);
    const headers = { "idempotency-key": "once" };
    const first = await tenant.call("planner.anna", "/v1/requests", { method: "POST", body: { text: "VLV-050 stock hamburg?" }, headers });
    const again = await tenant.call("planner.anna", "/v1/requests", { method: "POST", body: { text: "VLV-050 stock hamburg?" }, headers });
    expect(again.body.id).toBe(first.body.id);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect((await tenant.call("planner.anna", "/v1/requests", { method: "POST", body: { text: "other" }, headers })).status).toBe(409);
  });

  it("makes no second demo tenant under the same Idempotency-Key", async () => {
    const tenant = await freshTenant(stack);
    const make = (body: unknown) =>
      tenant.call("admin.max", "/v1/demo/tenants", { method: "POST", body, headers: { "idempotency-key": "one-tenant" } });
    const first = await make({});
    expect(first.status).toBe(201);
    expect(await make({})).toMatchObject({ status: 201, body: { tenant: first.body.tenant } });
    expect((await make({ world: {} })).body).toMatchObject({ status: 409, code: "idempotency_mismatch" });
  });

  it("asks for a token before it says what is wrong with a body", async () => {
    const tenant = await freshTenant(stack);
    for (const path of ["/v1/requests", "/v1/approvals/decisions", "/v1/policy/evaluate"])
      expect((await tenant.call("nobody", path, { method: "POST", body: { colour: "red" } })).status, path).toBe(401);
  });
});
