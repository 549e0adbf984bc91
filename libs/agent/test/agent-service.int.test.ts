import { request } from "node:http";
import { Secret } from "@quartermaster/shared/config";
import { type Brief, type JsonObject, newId, STREAMS, subjects, TaskResult } from "@quartermaster/shared/contracts";
import type { Signed } from "@quartermaster/shared/signing";
import { cloneDatabase, freePort, quietLog, startNats, type TestDatabase, type TestNats, testKeys, until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Model } from "../src/agent/model.ts";
import { createOpenaiModel } from "../src/agent/openai-model.ts";
import { createScriptedModel, type ScriptedStep } from "../src/agent/scripted-model.ts";
import { McpServerSetting } from "../src/mcp/mcp-settings.ts";
import type { AgentConfig } from "../src/service/agent-config.ts";
import type { AgentDefinition } from "../src/service/agent-definition.ts";
import { type AgentService, createAgentService } from "../src/service/create-agent-service.ts";
import { aBrief, findCall, type ShelfPorts, shelfTools, transferCall } from "./fixtures.ts";
import { createHangingModel } from "./hanging-model.ts";
import { aWorld, DRAUGHT_PIN, startHttpServer } from "./mcp-test-server.ts";
import { calls, says, startMisbehavingServer } from "./misbehaving-server.ts";

const keys = testKeys();
let nats: TestNats;
let database: TestDatabase;
const services: AgentService[] = [];

const definition: AgentDefinition<ShelfPorts> = {
  agent: "supply",
  version: "1.0.0",
  description: "Test agent.",
  skills: [],
  prompt: "You are the supply agent.",
  tools: shelfTools,
  createPorts: () => ({ reads: [] }),
  readSnapshots: async (_ports, selectors) => selectors.map((selector) => ({ ...selector, version: 1, fields: {} })),
};

const config = (instance: string, httpPort: number): AgentConfig => ({
  instance,
  httpHost: "127.0.0.1",
  httpPort,
  publicUrl: `http://127.0.0.1:${httpPort}`,
  databaseUrl: new Secret(database.url("qm_supply_agent")),
  natsUrl: nats.url,
  natsSeedFile: "",
  natsRole: "supply",
  signingKeyFile: "",
  publicKeysFile: "",
  logLevel: "silent",
  fault: undefined,
  test: true,
  demo: true,
  oidc: undefined,
  model: { baseUrl: "http://127.0.0.1:1/v1", name: "none", apiKey: undefined },
  taskSlots: 1,
});

async function startAgent(
  model: Model | readonly ScriptedStep[],
  instance = newId("ins"),
  over: Partial<AgentConfig> = {},
): Promise<AgentService & { port: number }> {
  const port = await freePort();
  const bus = await nats.bus("supply", { name: `supply-${instance}` });
  const given = {
    bus,
    model: "complete" in model ? model : createScriptedModel(model),
    signer: keys.signer("supply"),
    verifier: keys.verifier,
    log: quietLog(),
  };
  const service = await createAgentService(definition, { ...config(instance, port), ...over }, {}, given);
  await service.start();
  services.push(service);
  return Object.assign(service, { port });
}

const sendMessage = (brief: Signed<Brief>): JsonObject => ({
  jsonrpc: "2.0",
  id: 1,
  method: "SendMessage",
  params: {
    message: {
      messageId: brief.body.briefId,
      role: "ROLE_USER",
      contextId: brief.body.threadId,
      parts: [{ data: { brief: brief as unknown as JsonObject } }],
    },
  },
});

async function publishTask(body: Brief, options: { signer?: string; msgId?: string } = {}): Promise<void> {
  const bus = await nats.bus("coordinator");
  const brief = keys.signer(options.signer ?? "coordinator").sign("brief", body);
  await bus.publish(subjects.task("supply", body.tenant, body.threadId), JSON.stringify(sendMessage(brief)), {
    msgId: options.msgId ?? newId("msg"),
  });
}

/** Takes results off the stream as the coordinator does. */
async function collectResults(): Promise<{ results: TaskResult[]; stop(): Promise<void> }> {
  const bus = await nats.bus("coordinator");
  const results: TaskResult[] = [];
  const consumer = await bus.consume(
    STREAMS.results,
    "coordinator",
    async (message) => {
      const frame = JSON.parse(message.body) as { task: { artifacts: { parts: { data: { result: Signed<TaskResult> } }[] }[] } };
      const signed = frame.task.artifacts[0]?.parts[0]?.data.result as Signed<TaskResult>;
      results.push(TaskResult.parse(keys.verifier.verify("result", signed, ["supply"])));
    },
    { slots: 4 },
  );
  return { results, stop: () => consumer.stop() };
}

const rowOf = async (taskId: string) =>
  (
    await database.admin<{ state: string; status: string; attempts: number; owner: string }>(
      "select * from agent_tasks where task_id = $1",
      [taskId],
    )
  )[0];

beforeAll(async () => {
  nats = await startNats();
  database = await cloneDatabase("supply");
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});
afterAll(async () => {
  await nats?.stop();
  await database?.drop();
});

describe("the agent process", () => {
  it("stores and signs the work of a model that sends NUL and half characters", async () => {
    const collected = await collectResults();
    const server = await startMisbehavingServer([
      calls([
        { name: "find_stock", args: '{"sku":"VLV\\u0000"}' },
        { name: "find_stock", args: { sku: "\0" } },
      ]),
      calls([{ name: "find_\ud83d", args: '{"sku":"\ud83d"}', id: "\ud83d" }]),
      calls([{ name: "transfer_stock", args: JSON.stringify(transferCall().args) }], { content: `${"n".repeat(1_999)}\u{1f600}` }),
      says({ content: `\0\ud83d${"a".repeat(7_997)}\u{1f600}` }),
    ]);
    await startAgent(createOpenaiModel({ baseUrl: server.baseUrl, model: "m" }));
    const brief = aBrief();
    await publishTask(brief);
    await until(() => collected.results.length === 1, { what: "the result" });
    expect(collected.results[0]).toMatchObject({ status: "ok", stopReason: "answer", usage: { modelCalls: 4 } });
    expect(collected.results[0]?.answer).toBe(`\ufffd\ufffd${"a".repeat(7_997)}\ufffd`);
    expect(collected.results[0]?.proposals[0]?.note).toMatch(/n\ufffd$/);
    expect(await rowOf(brief.taskId)).toMatchObject({ state: "done", status: "ok", attempts: 1 });
    await collected.stop();
    await server.stop();
  });

  it("claims a task, works, and sends one signed result; the same task delivered twice is not worked on again", async () => {
    const collected = await collectResults();
    await startAgent([{ calls: [findCall()] }, { calls: [transferCall()] }, "Proposed."]);
    const brief = aBrief();
    await publishTask(brief);
    await until(() => collected.results.length === 1, { what: "the result" });
    expect(collected.results[0]).toMatchObject({ taskId: brief.taskId, status: "ok", answer: "Proposed.", usage: { modelCalls: 3 } });
    expect(collected.results[0]?.proposals).toHaveLength(1);
    expect(await rowOf(brief.taskId)).toMatchObject({ state: "done", status: "ok", attempts: 1 });
    await publishTask(brief);
    await until(async () => {
      const bus = await nats.bus("coordinator");
      const { pending, ackPending } = await bus.consumerInfo(STREAMS.tasks, "supply");
      return pending + ackPending === 0;
    });
    expect(await rowOf(brief.taskId)).toMatchObject({ state: "done", attempts: 1 });
    await collected.stop();
  });

  it("goes on from the journal of a replica that died, without paying for its model calls again", async () => {
    const collected = await collectResults();
    const brief = aBrief();
    const hung = createHangingModel([{ calls: [findCall()] }]);
    const frozen = await startAgent(hung.model);
    await publishTask(brief);
    await until(() => hung.calls() === 2, { what: "the second model call" });
    // As after a kill: the lease is no longer renewed and runs out; the owner is somebody else.
    await database.admin("update agent_tasks set owner = 'own_dead', lease_until = now() - interval '1 second' where task_id = $1", [
      brief.taskId,
    ]);
    await startAgent([{ calls: [transferCall()] }, "Proposed."]);
    await publishTask(brief);
    await until(() => collected.results.length === 1, { what: "the result", timeoutMs: 30_000 });
    // The call that hung when its process died counts as spent: it was leased and never settled.
    expect(collected.results[0]).toMatchObject({ status: "ok", usage: { modelCalls: 4 } });
    expect(collected.results[0]?.reads).toHaveLength(1);
    expect(await rowOf(brief.taskId)).toMatchObject({ state: "done", attempts: 2 });
    hung.release();
    await frozen.stop();
    services.splice(services.indexOf(frozen), 1);
    expect(await rowOf(brief.taskId)).toMatchObject({ state: "done", status: "ok", attempts: 2 });
    expect(collected.results).toHaveLength(1);
    await collected.stop();
  });

  it("ends a cancelled task as cancelled and stops the model call", async () => {
    const collected = await collectResults();
    const hung = createHangingModel([]);
    await startAgent(hung.model);
    const brief = aBrief();
    await publishTask(brief);
    await until(() => hung.calls() === 1, { what: "the model call" });
    (await nats.bus("coordinator")).publishCore(subjects.cancel("supply", brief.taskId), "");
    await until(() => collected.results.length === 1, { what: "the result" });
    expect(collected.results[0]?.status).toBe("cancelled");
    await collected.stop();
  });

  it("acts on nothing that the coordinator did not sign, and keeps it as a dead letter", async () => {
    const model = createScriptedModel([]);
    await startAgent(model);
    const brief = aBrief();
    await publishTask(brief, { signer: "approvals" });
    await publishTask(aBrief({ agent: "transit" }));
    const letters = await until(async () => {
      const rows = await database.admin<{ code: string }>("select code from agent_dead_letters order by id");
      return rows.length === 2 ? rows : null;
    });
    expect(letters.map((letter) => letter.code).sort()).toEqual(["envelope_invalid", "key_unknown"]);
    expect(await rowOf(brief.taskId)).toBeUndefined();
    expect(model.requests).toHaveLength(0);
  });

  it("answers snapshots and structured actions without a model, and tells what its tasks did", async () => {
    const collected = await collectResults();
    const service = await startAgent([]);
    const { args } = transferCall();
    const actions = aBrief({ kind: "actions", calls: [{ agent: "supply", tool: "transfer_stock", args: args as JsonObject, ref: "a1" }] });
    await publishTask(actions);
    await publishTask(
      aBrief({ kind: "snapshot", selectors: [{ domain: "supply", kind: "stock", id: "STK-001" }], threadId: actions.threadId }),
    );
    await until(() => collected.results.length === 2, { what: "both results" });
    expect(collected.results.every((result) => result.status === "ok" && result.usage.modelCalls === 0)).toBe(true);
    const coordinator = await nats.bus("coordinator");
    const ask = { jsonrpc: "2.0", id: 7, method: "qm/GetTrajectory", params: { tenant: "demo", requestId: actions.requestId } };
    const answer = JSON.parse((await coordinator.request(subjects.rpc("supply"), JSON.stringify(ask), { timeoutMs: 3_000 })).body);
    expect(answer).toMatchObject({
      id: 7,
      result: { nextCursor: null, tasks: [{ taskId: actions.taskId, status: "ok", steps: [{ kind: "tool", tool: "transfer_stock" }] }] },
    });
    const one = { ...ask, params: { tenant: "demo", taskId: actions.taskId } };
    const task = JSON.parse(
      (await coordinator.request(subjects.rpc("supply"), JSON.stringify(one), { timeoutMs: 3_000, headers: { "A2A-Version": "1.0" } }))
        .body,
    );
    expect(task.result).toMatchObject({ taskId: actions.taskId, steps: [{ tool: "transfer_stock" }], nextStep: null });
    const ready = await new Promise<number | undefined>((resolve) => {
      request({ port: service.port, path: "/readyz" }, (response) => resolve(response.statusCode)).end();
    });
    expect(ready).toBe(200);
    await collected.stop();
  });

  it("offers the tools of its MCP servers, and tells their state", async () => {
    const world = aWorld();
    const outside = await startHttpServer(world);
    const setting = { server: "port", transport: { kind: "http", url: outside.url }, tools: [DRAUGHT_PIN] };
    const service = await startAgent([], newId("ins"), { mcpTools: { supply: [McpServerSetting.parse(setting)] } });
    const read = async (path: string) => await (await fetch(`http://127.0.0.1:${service.port}${path}`)).text();
    const state = (value: string) => JSON.stringify({ status: "ok", outsideTools: { mcp_port_port_draught: value } });
    await until(async () => (await read("/healthz")) === state("ok"), { what: "the tool's state" });
    expect(await read("/metrics")).toContain('qm_agent_outside_tools_refused{agent="supply"} 0');
    const coordinator = await nats.bus("coordinator");
    const ask = JSON.stringify({ jsonrpc: "2.0", id: 8, method: "qm/GetCatalogue", params: {} });
    const catalogue = JSON.parse((await coordinator.request(subjects.rpc("supply"), ask, { timeoutMs: 3_000 })).body);
    expect(catalogue.result.tools).toContainEqual(expect.objectContaining({ name: "mcp_port_port_draught", effect: "read" }));
    await outside.stop();
  });

  it("is not ready while its database does not answer, and ready again when it does", async () => {
    const service = await startAgent([]);
    const readiness = async () => (await fetch(`http://127.0.0.1:${service.port}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;
    expect(await readiness()).toBe(200);
    await database.setReachable(false);
    await until(async () => (await readiness()) === 503, { what: "an agent without a database that says so" });
    await database.setReachable(true);
    await until(async () => (await readiness()) === 200, { what: "an agent that is ready again" });
  });

  it("keeps one tenant's tasks from another", async () => {
    const pool = database.pool("qm_supply_agent");
    const { transaction } = await import("@quartermaster/shared/db");
    const seen = await transaction(pool, "t2", (tx) => tx.query("select 1 from agent_tasks"));
    expect(seen.rowCount).toBe(0);
    await expect(transaction(pool, "demo", (tx) => tx.query("delete from agent_journal"))).rejects.toThrow(/permission denied/);
  });
});
