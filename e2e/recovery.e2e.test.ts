import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshTenant } from "./client.ts";
import { expectOneEffectPerStep } from "./expect-one-effect.ts";
import { startModel } from "./start-model.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { until } from "./until.ts";

const MOVE = "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec";

// biome-ignore lint/suspicious/noExplicitAny: documented fields of the request resource
type Request = any;
const stepOf = (request: Request, tool: string): Request => request.plan.steps.find((step: Request) => step.tool === tool);

describe("a stack with two replicas of supply and two of the coordinator", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ args: ["--scale", "supply=2", "--scale", "coordinator=2"] });
  });
  afterAll(async () => await stack?.stop());

  it("shares the work between two replicas of an agent and shows both", async () => {
    const tenant = await freshTenant(stack);
    // The stack is up when one of each is heard; the other's first word may come a moment later.
    const bothAreThere = async () => {
      const { body } = await tenant.call("planner.anna", "/v1/agents");
      const supply = body.items.find((agent: Request) => agent.name === "supply");
      return supply.instances.filter((instance: Request) => instance.state !== "gone").length === 2;
    };
    await until("both replicas are shown", bothAreThere, 30_000);
    const ids = await Promise.all(
      Array.from({ length: 24 }, () =>
        tenant.submit("planner.anna", { actions: [{ agent: "supply", tool: "find_stock", args: { sku: "VLV-050" } }] }),
      ),
    );
    const instances = new Set<string>();
    for (const id of ids) {
      await tenant.reaches(id, ["completed"]);
      const trajectory = await tenant.call("planner.anna", `/v1/requests/${id}/trajectory`);
      for (const [, instance = ""] of JSON.stringify(trajectory.body).matchAll(/"instance":"([^"]+)"/g)) instances.add(instance);
    }
    expect(instances.size).toBe(2);
  });

  it("says within seconds which agent is down, and serves new requests when it is back", async () => {
    const tenant = await freshTenant(stack);
    const agents = stack.processes().filter((entry) => entry.role === "transit");
    for (const agent of agents) process.kill(agent.pid, "SIGSTOP");
    await until(
      "transit is seen as gone",
      async () => {
        const { body } = await tenant.call("planner.anna", "/v1/agents");
        return body.items.find((agent: Request) => agent.name === "transit")?.state === "gone";
      },
      40_000,
    );
    const started = Date.now();
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const request = await tenant.reaches(id, ["incomplete"], 30_000);
    expect(Date.now() - started).toBeLessThan(25_000);
    expect(JSON.stringify([request.answer, request.openIssues])).toMatch(/transit/);
    expect(request.agents.transit.status).toBe("unavailable");
    for (const agent of agents) process.kill(agent.pid, "SIGCONT");
    await until(
      "transit is back",
      async () => {
        const { body } = await tenant.call("planner.anna", "/v1/agents");
        return body.items.find((agent: Request) => agent.name === "transit")?.state === "ready";
      },
      40_000,
    );
    const next = await tenant.submit("planner.anna", { text: "Move 40 VLV-050 from Hamburg to Valencia by 14 Dec" });
    await tenant.reaches(next, ["awaiting_approval"]);
  });

  it("loses nothing when every service is restarted while an approval pends", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    await stack.restart(["coordinator", "approvals", "supply", "transit", "export", "x_supply", "x_transit", "x_export"]);
    expect(await tenant.read("planner.anna", id)).toMatchObject({
      status: "awaiting_approval",
      plan: { id: pending.plan.id, revision: 1 },
    });
    await tenant.decide("stock.ben", stepOf(pending, "transfer_stock").approval.id, "approve");
    await expectOneEffectPerStep(tenant, await tenant.reaches(id, ["completed"]), "120");

    const next = await tenant.submit("planner.anna", { text: MOVE, acknowledge: ["possible_duplicate"] });
    await tenant.reaches(next, ["awaiting_approval", "awaiting_input"]);
    await stack.relaunch();
    expect(["awaiting_approval", "awaiting_input"]).toContain((await tenant.read("planner.anna", next)).status);
  });

  it("learns what was decided and done when the bus store is lost while every coordinator is down", async () => {
    const { processes, home } = stack;
    const tenant = await freshTenant(stack);
    const submit = async (quantity: string) => {
      const args = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity, uom: "PCE", neededBy: "2026-12-14" };
      return await tenant.submit("planner.anna", {
        actions: [{ agent: "supply", tool: "transfer_stock", args: { ...args, reason: "replenish" } }],
        acknowledge: ["possible_duplicate", "same_units_promised_twice", "duplicate_of_inbound"],
      });
    };
    const [approved, rejected] = [await submit("3"), await submit("4")];
    const itemOf = async (id: string) => stepOf(await tenant.reaches(id, ["awaiting_approval"]), "transfer_stock").approval.id as string;
    const [first, second] = [await itemOf(approved), await itemOf(rejected)];
    const pids = (role: string) =>
      processes()
        .filter((entry) => entry.role === role)
        .map(({ pid }) => pid);
    const coordinators = pids("coordinator");
    for (const pid of coordinators) process.kill(pid, "SIGSTOP");
    const decide = async (id: string, decision: string) => {
      const headers = { authorization: `Bearer demo-stock.ben@${tenant.name}`, "content-type": "application/json" };
      const url = `${stack.approvalsUrl}/v1/approvals/${id}`;
      const item = await (await fetch(url, { headers })).json();
      const answer = await fetch(`${url}/decisions`, {
        method: "POST",
        headers: { ...headers, "if-match": `"${item.revision}"` },
        body: JSON.stringify({ decision, cardHash: item.card.hash, reason: "as agreed" }),
      });
      expect(answer.status).toBe(200);
    };
    await decide(first, "approve");
    await decide(second, "reject");
    const ledger = async () => {
      const url = `${stack.approvalsUrl}/v1/ledger?limit=200`;
      const answer = await fetch(url, { headers: { authorization: `Bearer demo-audit.lena@${tenant.name}` } });
      return JSON.stringify(await answer.json());
    };
    const isDone = async () => (await ledger()).split("receipt.recorded").length > 2;
    await until("approvals has the receipts of the transfer and its booking", isDone, 60_000);
    const [bus] = pids("nats");
    if (bus === undefined) throw new Error("no bus runs");
    process.kill(bus, "SIGKILL");
    rmSync(join(home, "nats/store"), { recursive: true, force: true });
    for (const pid of coordinators) process.kill(pid, "SIGKILL");
    await stack.recovered("coordinator", coordinators);
    const done = await tenant.reaches(approved, ["completed"], 120_000);
    expect(stepOf(done, "transfer_stock")).toMatchObject({ state: "succeeded", receipt: { outcome: "succeeded" } });
    await tenant.reaches(rejected, ["rejected"], 120_000);
  });
});

describe("a stack with a fault or a model of its own", () => {
  let stack: Stack | undefined;
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await stack?.stop();
    stack = undefined;
    for (const close of closers.splice(0)) await close();
  });

  it("makes a new revision and no wrong effect when the units go between decision and lock", async () => {
    stack = await startStack({ env: { QM_FAULTS: JSON.stringify({ x_supply: "executor.beforeLock:delay:6000:1" }) } });
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    await tenant.decide("stock.ben", stepOf(pending, "transfer_stock").approval.id, "approve");
    const other = await tenant.submit("planner.adam", {
      actions: [
        {
          agent: "supply",
          tool: "reserve_stock",
          args: { sku: "VLV-050", location: "LOC-HAM", quantity: "200", uom: "PCE", demandRef: "SO-7998" },
        },
      ],
      acknowledge: ["same_units_promised_twice"],
    });
    const taken = await tenant.reaches(other, ["completed", "awaiting_approval"]);
    if (taken.status === "awaiting_approval") {
      await tenant.decide("stock.bea", stepOf(taken, "reserve_stock").approval.id, "approve");
      await tenant.reaches(other, ["completed"]);
    }
    await until("a second revision is made", async () => ((await tenant.read("planner.anna", id)).plan?.revision ?? 0) >= 2, 60_000);
    const request = await tenant.reaches(id, ["awaiting_approval", "awaiting_input"]);
    expect(stepOf(request, "transfer_stock").receipt?.outcome ?? "none").not.toBe("succeeded");
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("320");
  });

  it("ends in the truth when cancelled while it executes", async () => {
    stack = await startStack({ env: { QM_FAULTS: JSON.stringify({ x_supply: "executor.beforeLock:delay:4000:1" }) } });
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    await tenant.decide("stock.ben", stepOf(pending, "transfer_stock").approval.id, "approve");
    const cancelled = await tenant.call("planner.anna", `/v1/requests/${id}/cancel`, { method: "POST", body: {} });
    expect(cancelled.status).toBeLessThan(300);
    const done = await tenant.reaches(id, ["cancelled", "incomplete", "completed"], 60_000);
    const moved = Number((await tenant.stock("VLV-050", "LOC-HAM")).reserved) - 120;
    const transfer = stepOf(done, "transfer_stock");
    expect(transfer.state === "succeeded" ? 60 : 0).toBe(moved);
    expect(done.cancelRequested).toBe(true);
  });

  it("runs the same flow on another OpenAI-compatible server", async () => {
    const model = await startModel({ otherWords: true });
    closers.push(model.stop);
    stack = await startStack({ env: { QM_MODEL_BASE_URL: model.baseUrl, QM_MODEL: "other-model" } });
    expect(stack.processes().some((entry) => entry.role === "offline-model")).toBe(false);
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    expect(model.calls()).toBeGreaterThan(1);
    await tenant.decide("stock.ben", stepOf(pending, "transfer_stock").approval.id, "approve");
    await expectOneEffectPerStep(tenant, await tenant.reaches(id, ["completed"]), "120");
  });

  it("takes back what a running step made when its request is corrected meanwhile, so that nothing is added up", async () => {
    stack = await startStack({ env: { QM_FAULTS: JSON.stringify({ x_supply: "executor.beforeLock:delay:6000:1" }) } });
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    await tenant.decide("stock.ben", stepOf(pending, "transfer_stock").approval.id, "approve");
    await tenant.reaches(id, ["executing"]);
    const next = await tenant.submit("planner.anna", { text: "no sorry, 50, and to Rotterdam", threadId: pending.threadId });
    const corrected = await tenant.reaches(next, ["awaiting_approval"], 90_000);
    const first = stepOf(await tenant.read("planner.anna", id), "transfer_stock");
    expect(first.receipt.outcome).toBe("succeeded");
    const [undo, transfer] = [stepOf(corrected, "release_reservation"), stepOf(corrected, "transfer_stock")];
    expect(transfer.dependsOn.map((dependency: { step: string }) => dependency.step)).toContain(undo.id);
    for (const step of [undo, transfer]) {
      const { body } = await tenant.call("stock.ben", `/v1/approvals/${step.approval.id}`);
      expect(JSON.stringify(body.conflicts ?? body.card ?? body)).toContain(first.receipt.outputs.transferId);
      const decided = await tenant.decide("stock.ben", step.approval.id, "approve");
      expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    }
    await tenant.reaches(next, ["completed"], 90_000);
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("170");
  });
});
