import { Secret } from "@quartermaster/shared/config";
import { newId, subjects } from "@quartermaster/shared/contracts";
import { createLogger } from "@quartermaster/shared/log";
import { cloneDatabase, freePort, startNats, type TestDatabase, type TestNats, testKeys, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createOpenaiModel } from "../src/agent/openai-model.ts";
import type { AnyTool, ReadTool } from "../src/agent/tool.ts";
import { createAgentService } from "../src/service/create-agent-service.ts";
import { aBrief, findCall, type ShelfPorts, shelfTools } from "./fixtures.ts";
import { calls, json, says, startMisbehavingServer } from "./misbehaving-server.ts";
import { testDefinition } from "./test-definition.ts";

/** What only the process may know: the key of the model server and the password of its database role. */
const CANARY = "sk-canary-5b1f0c9d7e3a";
const keys = testKeys();
let nats: TestNats;
let database: TestDatabase;

beforeAll(async () => {
  nats = await startNats();
  database = await cloneDatabase("supply");
});
afterAll(async () => {
  await nats?.stop();
  await database?.drop();
});

/** A read that fails with everything that a careless driver might put into its error. */
const leaky = (): AnyTool<ShelfPorts> => {
  const tool = shelfTools[0] as ReadTool<ShelfPorts, { sku: string }>;
  return {
    ...tool,
    run: async (args, context) => {
      if (args.sku !== "LEAK") return await tool.run(args, context);
      const url = database.url("qm_supply_agent");
      throw Object.assign(new Error(`connect failed: ${url} with key ${CANARY}`), { url, headers: { authorization: `Bearer ${CANARY}` } });
    },
  } as AnyTool<ShelfPorts>;
};

it("a secret of the process is in no prompt, no trajectory, no result and no log line, whoever lets it slip", async () => {
  const lines: string[] = [];
  const echo = json(500, { error: { message: `Incorrect API key provided: ${CANARY}` } }, { "x-echo": `Bearer ${CANARY}` });
  const server = await startMisbehavingServer([
    calls([findCall("LEAK", "c1")].map((call) => ({ ...call, args: JSON.stringify(call.args) }))),
    echo,
    says({ content: "Nothing found." }),
  ]);
  const instance = newId("ins");
  const port = await freePort();
  const apiKey = new Secret(CANARY);
  const databaseUrl = new Secret(database.url("qm_supply_agent"));
  const password = new URL(databaseUrl.reveal()).password;
  const service = await createAgentService(
    testDefinition([leaky(), ...shelfTools.slice(1)]),
    {
      instance,
      httpHost: "127.0.0.1",
      httpPort: port,
      publicUrl: `http://127.0.0.1:${port}`,
      databaseUrl,
      natsUrl: nats.url,
      natsSeedFile: "",
      natsRole: "supply",
      signingKeyFile: "",
      publicKeysFile: "",
      logLevel: "trace",
      fault: undefined,
      test: true,
      demo: true,
      oidc: undefined,
      model: { baseUrl: server.baseUrl, name: "m", apiKey },
      taskSlots: 1,
    },
    {},
    {
      bus: await nats.bus("supply", { name: `supply-${instance}` }),
      model: createOpenaiModel({ baseUrl: server.baseUrl, model: "m", apiKey }),
      signer: keys.signer("supply"),
      verifier: keys.verifier,
      log: createLogger({ service: "supply", apiKey: CANARY }, "trace", { write: (line) => void lines.push(line) }),
    },
  );
  await service.start();
  const body = aBrief();
  const brief = keys.signer("coordinator").sign("brief", body);
  const message = { messageId: body.briefId, role: "ROLE_USER", contextId: body.threadId, parts: [{ data: { brief } }] };
  const bus = await nats.bus("coordinator");
  const call = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
  await bus.publish(subjects.task("supply", body.tenant, body.threadId), JSON.stringify(call), { msgId: newId("msg") });
  const rows = () => database.admin<{ state: string; status: string }>("select * from agent_tasks where task_id = $1", [body.taskId]);
  await until(async () => (await rows())[0]?.state === "done", { what: "the end of the task", timeoutMs: 60_000 });
  await service.stop();
  await server.stop();

  const journal = await database.admin("select * from agent_journal where task_id = $1", [body.taskId]);
  const places = {
    prompts: JSON.stringify(server.bodies),
    tasks: JSON.stringify(await rows()),
    trajectory: JSON.stringify(journal),
    log: lines.join(""),
  };
  // The canary could have been seen at each place: the failed call is on record, and its error in the log.
  expect(server.bodies.length).toBeGreaterThanOrEqual(3);
  expect(places.trajectory).toContain("tool_failed");
  expect(places.log).toContain("connect failed");
  for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
  for (const [place, text] of Object.entries(places)) {
    expect.soft(text.includes(CANARY), `the key in ${place}`).toBe(false);
    expect.soft(text.includes(password), `the password in ${place}`).toBe(false);
  }
}, 120_000);
