import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "../client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { until } from "../until.ts";
import { findChromium, launchBrowser, visit } from "./open-browser.ts";

const LONG_MS = 3_600_000;
let stack: Stack;
let browser: Browser;
let tenant: Tenant;

beforeAll(async () => {
  const chromium = findChromium();
  if (chromium === null) throw new Error("the browser tests need Chromium: install it, or name it in QM_CHROMIUM");
  stack = await startStack({
    args: ["--simulated-parties"],
    env: { QM_TRANSIT_SYSTEM_TIMEOUT_MS: "3000", QM_EXPORT_SYSTEM_TIMEOUT_MS: "3000" },
  });
  browser = await launchBrowser(chromium);
  tenant = await freshTenant(stack);
});
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

/** Speaks to the simulated parties' switches. */
async function parties(method: string, path: string, body?: unknown) {
  const port = stack.processes().find((entry) => entry.role === "parties")?.port;
  const answer = await fetch(`http://127.0.0.1:${port}/control/v1${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  });
  // biome-ignore lint/suspicious/noExplicitAny: documented fields of the answer
  return answer.status === 204 ? null : ((await answer.json()) as any);
}
const rule = (given: Record<string, unknown>) => parties("POST", "/rules", { tenant: tenant.name, ...given });
const sendings = async (tool: string): Promise<number[]> =>
  (await parties("GET", `/messages?tenant=${tenant.name}`)).items
    .filter((message: { tool: string }) => message.tool === tool)
    .map((message: { sendings: number }) => message.sendings);

// biome-ignore lint/suspicious/noExplicitAny: documented fields of the request resource
const stepOf = (request: any, tool: string) => request.plan?.steps.find((step: { tool: string }) => step.tool === tool);
/** The request once it asks for attention; what it waits for is looked up meanwhile. */
async function askingForAttention(id: string) {
  await until("the request asks for attention", async () => (await tenant.read("planner.anna", id)).attention, 60_000);
  return tenant.read("planner.anna", id);
}

describe("an answer of customs or of a carrier that is lost", () => {
  it("shows the lodging as unknown until it is found by our reference, and lodges once", async () => {
    await rule({ party: "customs", lookups: "break" });
    await rule({ party: "customs", tool: "lodge_declaration", lost: "response", delayMs: LONG_MS, times: 1 });
    const lodge = { agent: "export", tool: "lodge_declaration", args: { declarationId: "EXD-5004" } };
    const id = await tenant.submit("planner.anna", { mode: "exact", actions: [lodge] });
    const pending = await tenant.reaches(id, ["awaiting_approval"]);
    expect((await tenant.decide("customs.dirk", stepOf(pending, "lodge_declaration").approval.id, "approve")).status).toBeLessThan(300);
    expect(await askingForAttention(id)).toMatchObject({
      status: "executing",
      attention: true,
      openIssues: [{ code: "outcome_unknown", agent: "export" }],
    });
    const { page, context } = await visit(browser, stack, tenant, "planner.anna");
    await page.goto(`/requests/${id}`);
    await page.getByText("What another system made of a step is not known yet.").waitFor({ timeout: 60_000 });
    await context.close();

    await parties("DELETE", "/rules");
    await until(
      "the lodging is found",
      async () => stepOf(await tenant.read("planner.anna", id), "lodge_declaration").state === "succeeded",
      60_000,
    );
    await until("it asks for attention no more", async () => !(await tenant.read("planner.anna", id)).attention, 60_000);
    const found = await tenant.read("planner.anna", id);
    expect(stepOf(found, "lodge_declaration")).toMatchObject({ outcome: "pending", receipt: { version: 2 } });
    expect(await sendings("lodge_declaration")).toEqual([1]);
  });

  it("settles the booking by the carrier's own event, though it cannot be looked up, and books once", async () => {
    await rule({ party: "carrier", lookups: "break" });
    await rule({ party: "carrier", tool: "book_shipment", lost: "response", delayMs: 4_000, times: 1 });
    const lines = [{ sku: "VLV-050", quantity: "60", uom: "PCE" }];
    const args = { origin: "LOC-HAM", destination: "LOC-VLC", lines, serviceId: "SVC-01" };
    const id = await tenant.submit("planner.anna", { mode: "exact", actions: [{ agent: "transit", tool: "book_shipment", args }] });
    const unknown = await askingForAttention(id);
    expect(unknown.status).toBe("executing");
    expect(stepOf(unknown, "book_shipment").state).toBe("unknown");
    const done = await tenant.reaches(id, ["completed"], 90_000);
    expect(done.attention).toBe(false);
    await until(
      "the carrier's answer is on record",
      async () => stepOf(await tenant.read("planner.anna", id), "book_shipment").outcome === "confirmed",
      60_000,
    );
    expect(await sendings("book_shipment")).toEqual([1]);
  });
});
