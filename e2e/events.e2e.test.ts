import { afterAll, beforeAll, expect, it } from "vitest";
import { freshTenant, type Tenant } from "./client.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { until } from "./until.ts";

let stack: Stack;
let tenant: Tenant;
beforeAll(async () => {
  stack = await startStack();
  tenant = await freshTenant(stack);
  // What customs says here is said by the test, not by the simulated office.
  await post("parties", "/control/v1/rules", { party: "customs", tenant: tenant.name, answer: "silent" });
});
afterAll(async () => {
  await stack?.stop();
});

const portOf = (role: string): number => {
  const found = stack.processes().find((entry) => entry.role === role);
  if (!found) throw new Error(`no process of ${role} runs`);
  return found.port;
};

async function post(role: string, path: string, body: unknown, token?: string) {
  const answer = await fetch(`http://127.0.0.1:${portOf(role)}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
  // biome-ignore lint/suspicious/noExplicitAny: documented fields of the answer
  return { status: answer.status, body: (await answer.json()) as any };
}

let count = 0;
const report = (domain: string, source: string, bizStep: string, what: Record<string, unknown>) =>
  post(`x_${domain}`, "/v1/events", { eventId: `e2e-${++count}`, bizStep, what }, `demo-${source}@${tenant.name}`);

it("keeps a request executing until customs has accepted what a later step waits for, and then completes it", async () => {
  const id = await tenant.submit("planner.anna", {
    actions: [
      { ref: "a1", agent: "export", tool: "lodge_declaration", args: { declarationId: "EXD-5004" } },
      {
        ref: "a2",
        after: ["a1"],
        agent: "supply",
        tool: "request_cycle_count",
        args: { location: "LOC-LIO", skus: ["RGT-KIT"], completeBy: "2026-12-20" },
      },
    ],
  });
  const pending = await tenant.reaches(id, ["awaiting_approval"]);
  // biome-ignore lint/suspicious/noExplicitAny: documented fields of the request resource
  const stepOf = (request: any, tool: string) => request.plan.steps.find((step: { tool: string }) => step.tool === tool);
  const decided = await tenant.decide("customs.dirk", stepOf(pending, "lodge_declaration").approval.id, "approve");
  expect(decided.status).toBeLessThan(300);
  await until(
    "the lodging is on record",
    async () => stepOf(await tenant.read("planner.anna", id), "lodge_declaration").outcome === "pending",
    60_000,
  );
  const waiting = await tenant.read("planner.anna", id);
  expect([waiting.status, stepOf(waiting, "request_cycle_count").state]).toEqual(["executing", "approved"]);

  const what = { declarationId: "EXD-5004", mrn: "26FRABCDEF01234567" };
  const accepted = await report("export", "customs", "customs_accepted", what);
  expect(accepted).toMatchObject({ status: 200, body: { receipts: [{ version: 2, outcome: "confirmed" }] } });
  const done = await tenant.reaches(id, ["completed"]);
  const lodged = stepOf(done, "lodge_declaration");
  expect(lodged).toMatchObject({ state: "succeeded", outcome: "confirmed", receipt: { version: 2 } });
  expect(stepOf(done, "request_cycle_count").state).toBe("succeeded");
  expect(accepted.body.receipts[0].receiptId).toBe(lodged.receipt.receiptId);
});

it("loads nothing for export before export's own executor says that customs has let it go", async () => {
  for (const step of ["picking", "packing"])
    expect((await report("transit", "warehouse", step, { shipmentId: "SHP-1003" })).status).toBe(200);
  expect(await report("transit", "warehouse", "loading", { shipmentId: "SHP-1003" })).toMatchObject({
    status: 409,
    body: { code: "load_before_exit_release", detail: expect.stringContaining("EXD-5003 is accepted") },
  });
  for (const step of ["customs_released", "customs_arrived_at_exit"])
    expect((await report("export", "customs", step, { declarationId: "EXD-5003" })).status).toBe(200);
  expect((await report("transit", "warehouse", "loading", { shipmentId: "SHP-1003" })).status).toBe(200);
});
