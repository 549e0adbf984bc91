import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AgentName, ToolDescription } from "@quartermaster/shared/contracts";
import { cloneDatabase, freePort, quietLog, startNats, testKeys, until } from "@quartermaster/testing";
import { createApp } from "../../src/app.ts";
import { readLimits } from "../../src/budget/read-limits.ts";
import { aTool, type FakeAgent, startFakeAgent, type Work } from "./fake-agent.ts";
import { startFakeApprovals } from "./fake-approvals.ts";

const USERS = [
  { id: "planner.anna", roles: ["planner"] },
  { id: "planner.ben", roles: ["planner"] },
  { id: "stock.maria", roles: ["stock_manager"] },
];

export const TOOLS: Record<AgentName, ToolDescription[]> = {
  supply: [
    aTool("supply", "find_stock", "read"),
    aTool("supply", "transfer_stock", "propose", {
      outputs: [{ name: "transferId", kind: "transfer" }],
      parameters: {
        type: "object",
        additionalProperties: false,
        required: ["sku", "quantity"],
        properties: { sku: { type: "string" }, quantity: { type: "string" }, uom: { type: "string" } },
      },
    }),
  ],
  transit: [
    aTool("transit", "book_shipment", "propose", { outputs: [{ name: "shipmentId", kind: "shipment" }], refable: ["transferRef"] }),
    aTool("transit", "find_shipments", "read"),
  ],
  export: [aTool("export", "find_declarations", "read")],
};

/** A whole coordinator on a real bus and database, with agents and approvals played by the test. */
export async function startCoordinator(options: { tenantTasks?: number; modelUrl?: string } = {}) {
  const nats = await startNats();
  const database = await cloneDatabase("coordinator");
  for (const tenant of ["demo", "t2"]) {
    await database.admin("insert into tenants (tenant, demo) values ($1, true)", [tenant]);
    for (const user of USERS)
      await database.admin("insert into users (tenant, id, roles) values ($1, $2, $3)", [tenant, user.id, user.roles]);
  }
  const keys = testKeys();
  const home = mkdtempSync(join(tmpdir(), "qm-coordinator-"));
  const file = (name: string, text: string) => {
    writeFileSync(join(home, name), text);
    return join(home, name);
  };
  const approvalsBus = await nats.bus("approvals");
  const approvals = await startFakeApprovals({ bus: approvalsBus, signer: keys.signer("approvals") });
  const port = await freePort();
  const config = {
    instance: "test",
    host: "127.0.0.1",
    port,
    publicUrl: `http://127.0.0.1:${port}`,
    databaseUrl: database.url("qm_coordinator"),
    nats: { url: nats.url, seedFile: file("coordinator.nk", nats.seeds.coordinator ?? ""), role: "coordinator" },
    signingKeyFile: file("key.json", JSON.stringify(keys.privateKey("coordinator"))),
    publicKeysFile: file("public.json", JSON.stringify(keys.keySet)),
    demo: true,
    logLevel: "silent",
    fault: undefined,
    testMode: true,
    oidc: null,
    model: { baseUrl: options.modelUrl ?? "http://127.0.0.1:9/v1", name: "none", apiKey: undefined },
    budgets: readLimits({ QM_BUDGET_STEPS: 60, QM_BUDGET_TOKENS: 400_000, QM_BUDGET_WALL_MS: 900_000 }, {}, ["none"]),
    tenantTasks: options.tenantTasks ?? 32,
    approvalsUrl: approvals.url,
    consoleDir: undefined,
  };
  const app = await createApp(config, quietLog("coordinator"));
  await app.start();
  const work: Partial<Record<AgentName, Work>> = {};
  const agents: Partial<Record<AgentName, FakeAgent>> = {};
  for (const agent of ["supply", "transit", "export"] as const) {
    agents[agent] = await startFakeAgent({
      bus: await nats.bus(agent),
      signer: keys.signer(agent),
      agent,
      tools: TOOLS[agent],
      work: (brief) => work[agent]?.(brief) ?? {},
    });
  }
  const call = async (method: string, path: string, options: { as?: string; body?: unknown; headers?: Record<string, string> } = {}) => {
    const response = await fetch(`${config.publicUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer demo-${options.as ?? "planner.anna"}`,
        ...(options.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes
    return { status: response.status, headers: response.headers, body: (text.startsWith("{") ? JSON.parse(text) : text) as any };
  };
  await until(async () => (await call("GET", "/v1/tools")).body.items.length === 5, { what: "the agents' catalogues" });
  const requestWith = async (id: string, status: string) =>
    await until(
      async () => {
        const { body } = await call("GET", `/v1/requests/${id}`);
        return body.status === status ? body : null;
      },
      { what: `request ${status}`, timeoutMs: 20_000 },
    );
  return {
    call,
    requestWith,
    work,
    agents,
    approvals,
    keys,
    database,
    nats,
    executorBus: (domain: string) => nats.bus(`x_${domain}`),
    url: config.publicUrl,
    /** Every route, as Fastify prints it: a tree of paths. */
    routeTree: app.http.printRoutes({ commonPrefix: false }),
    async stop() {
      await app.stop();
      await Promise.allSettled(Object.values(agents).map((agent) => agent.stop()));
      await approvals.stop();
      await nats.stop();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type StartedCoordinator = Awaited<ReturnType<typeof startCoordinator>>;
