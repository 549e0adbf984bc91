import { Secret } from "@quartermaster/shared/config";
import { transaction } from "@quartermaster/shared/db";
import { cloneDatabase, freePort, quietLog, startNats, type TestDatabase, type TestNats, testKeys } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createA2aExtension } from "../src/a2a/index.ts";
import { createScriptedModel } from "../src/agent/scripted-model.ts";
import type { AgentDefinition } from "../src/service/agent-definition.ts";
import { type AgentService, createAgentService } from "../src/service/create-agent-service.ts";
import { type ShelfPorts, shelfTools } from "./fixtures.ts";

const definition: AgentDefinition<ShelfPorts> = {
  agent: "supply",
  version: "1.0.0",
  description: "Test agent.",
  skills: [],
  prompt: "You are the supply agent.",
  tools: shelfTools,
  createPorts: () => ({ reads: [] }),
  readSnapshots: async () => [],
};

let nats: TestNats;
let database: TestDatabase;
let service: AgentService;
let url = "";

beforeAll(async () => {
  [nats, database] = await Promise.all([startNats(), cloneDatabase("supply")]);
  const seeder = database.pool("qm_supply_seed", { max: 1 });
  for (const tenant of ["demo", "t2"])
    await transaction(seeder, tenant, async (tx) => {
      await tx.query("insert into tenants (tenant, demo, offset_ms) values ($1, true, 0)", [tenant]);
      await tx.query("select seed_demo_users($1, $2)", [tenant, JSON.stringify({ users: [{ id: `only.${tenant}`, roles: ["planner"] }] })]);
    });
  const keys = testKeys();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const config = {
    instance: "ins-a2a",
    httpHost: "127.0.0.1",
    httpPort: port,
    publicUrl: url,
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
  };
  const given = {
    bus: await nats.bus("supply"),
    model: createScriptedModel(Array.from({ length: 5 }, () => "Nothing found.")),
    signer: keys.signer("supply"),
    verifier: keys.verifier,
    log: quietLog(),
  };
  service = await createAgentService(definition, config, createA2aExtension(definition), given);
  await service.start();
});
afterAll(async () => {
  await service?.stop();
  await nats?.stop();
  await database?.drop();
});

interface RpcAnswer {
  result?: { task?: { id: string }; tasks?: { id: string }[]; nextPageToken?: string };
  error?: { code: number; message: string };
}

const post = (body: unknown, user: string | null) =>
  fetch(`${url}/a2a/jsonrpc`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "a2a-version": "1.0",
      ...(user === null ? {} : { authorization: `Bearer demo-${user}` }),
    },
    body: JSON.stringify(body),
  });
const rpc = async (method: string, params: object, user = "only.demo"): Promise<RpcAnswer> =>
  (await (await post({ jsonrpc: "2.0", id: 1, method, params }, user)).json()) as RpcAnswer;
const say = (messageId: string, more: object = {}) => ({
  message: { messageId, role: "ROLE_USER", parts: [{ text: "hello" }], ...more },
  configuration: { returnImmediately: true },
});

describe("an agent's A2A port", () => {
  it("knows no token of a user who does not exist, in any tenant", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} };
    for (const user of ["nobody", "only.t2", "only.demo@t2", "only.demo@default", "only.demo@nowhere", "admin.max"])
      expect([user, (await post(list, user)).status]).toEqual([user, 401]);
    for (const user of ["only.demo", "only.t2@t2"]) expect([user, (await post(list, user)).status]).toEqual([user, 200]);
  });

  it("asks who calls before it says what a message must look like", async () => {
    for (const body of [{}, [], null, { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: {} } }])
      expect((await post(body, null)).status).toBe(401);
  });

  it("refuses parameters that no store can look up, and keeps the database's words to itself", async () => {
    for (const pageToken of ["soon", "2026-13-45", "'", "0000-01-01T00:00:00Z", "W10", "WyIwMDAwLTAxLTAxVDAwOjAwOjAwWiIsIngiXQ"]) {
      const { error } = await rpc("ListTasks", { pageToken });
      expect([pageToken, error?.message]).toEqual([pageToken, expect.stringContaining("pageToken")]);
      expect(error?.code).not.toBe(-32603);
    }
    const long = "x".repeat(20_000);
    for (const [method, params] of [
      ["ListTasks", { contextId: long }],
      ["ListTasks", { pageToken: long }],
      ["ListTasks", { pageSize: -1 }],
      ["GetTask", { id: long }],
      ["CancelTask", { id: long }],
      ["SubscribeToTask", { id: long }],
      ["SendMessage", say("long", { contextId: long })],
      ["SendMessage", say("long", { taskId: long })],
    ] as const)
      expect([method, (await rpc(method, params)).error?.code]).toEqual([method, -32602]);
  });

  it("tells nothing of a fault inside", async () => {
    await database.admin("alter table agent_tasks rename to agent_tasks_away");
    try {
      for (const [method, params] of [
        ["ListTasks", {}],
        ["GetTask", { id: `tsk_${"0".repeat(26)}` }],
        ["SendMessage", say("fault")],
        ["SendStreamingMessage", say("fault")],
      ] as const) {
        const text = await (await post({ jsonrpc: "2.0", id: 1, method, params }, "only.demo")).text();
        expect([method, text]).toEqual([method, expect.stringContaining('"message":"internal error"')]);
        expect(text).not.toMatch(/agent_tasks|relation/);
      }
    } finally {
      await database.admin("alter table agent_tasks_away rename to agent_tasks");
    }
  });

  it("lists every task once, page by page, also those of one moment", async () => {
    for (let n = 0; n < 5; n++) await rpc("SendMessage", say(`list-${n}`));
    await database.admin("update agent_tasks set created_at = '2026-11-30T09:00:00.000123Z'");
    const seen: string[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page < 10 && (page === 0 || pageToken); page++) {
      const { result } = await rpc("ListTasks", { pageSize: 2, ...(pageToken ? { pageToken } : {}) });
      seen.push(...(result?.tasks ?? []).map((task) => task.id));
      pageToken = result?.nextPageToken;
    }
    const all = await database.admin<{ task_id: string }>("select task_id from agent_tasks where caller = 'only.demo'");
    expect(seen.toSorted()).toEqual(all.map((row) => row.task_id).toSorted());
  });
});
