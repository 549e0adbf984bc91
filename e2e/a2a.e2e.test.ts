import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SendMessageRequest, type StreamResponse, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";
import { NatsTransportFactory, verifyCard } from "@quartermaster/agent/a2a";
import { type Bus, connectBus } from "@quartermaster/shared/bus";
import { createLogger } from "@quartermaster/shared/log";
import { loadVerifier } from "@quartermaster/shared/signing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "./client.ts";
import { type Stack, startStack } from "./start-stack.ts";

const ASK = "How much VLV-050 is in Hamburg?";

let stack: Stack;
let tenant: Tenant;
let bus: Bus;
let guest: Bus;
let count = 0;

beforeAll(async () => {
  stack = await startStack();
  tenant = await freshTenant(stack);
  const connect = (role: string) =>
    connectBus({
      url: `nats://127.0.0.1:${stack.port + 3}`,
      role,
      name: `a2a-test-${role}`,
      nkeySeed: readFileSync(join(stack.home, `nats/${role}.nk`), "utf8").trim(),
      log: createLogger({}, "silent"),
    });
  bus = await connect("coordinator");
  guest = await connect("a2a");
});
afterAll(async () => {
  await bus?.close();
  await guest?.close();
  await stack?.stop();
});

const asAnna = () => ({ serviceParameters: { Authorization: `Bearer demo-planner.anna@${tenant.name}` } });
const text = (words: string, configuration?: Record<string, unknown>) =>
  SendMessageRequest.fromJSON({
    message: { messageId: `m-${++count}-${Date.now()}`, role: "ROLE_USER", parts: [{ text: words }] },
    ...(configuration ? { configuration } : {}),
  });
const stateOf = (event: StreamResponse) =>
  event.payload?.$case === "statusUpdate" || event.payload?.$case === "task" ? event.payload.value.status?.state : undefined;
const addressOf = (agent: string): string => {
  const found = stack.processes().find((entry) => entry.role === agent);
  if (!found) throw new Error(`no process of ${agent}`);
  return `http://127.0.0.1:${found.port}`;
};

const overHttp = (url: string): Promise<Client> => new ClientFactory().createFromUrl(url);
async function overNats(url: string, over: Bus = bus): Promise<Client> {
  const factory = new NatsTransportFactory(over);
  const card = await (await new ClientFactory().createFromUrl(url)).getAgentCard();
  return new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { transports: [factory], preferredTransports: [factory.protocolName] }),
  ).createFromAgentCard(card);
}

describe.each(["supply", "transit", "export"])("agent %s", (agent) => {
  it("publishes a card that verifies against its pinned key", async () => {
    const card = await (await overHttp(addressOf(agent))).getAgentCard();
    await verifyCard(card, agent, loadVerifier(join(stack.home, "keys/public.json")));
    expect(card.supportedInterfaces.map((entry) => entry.protocolBinding)).toContain("JSONRPC");
  });

  it.each([
    ["HTTP", overHttp],
    ["NATS", overNats],
  ])("answers, streams and cancels over %s", async (_name, connect) => {
    const client = await connect(addressOf(agent));
    const done = await client.sendMessage(text(ASK), asAnna());
    expect("status" in done && done.status?.state).not.toBe(TaskState.TASK_STATE_FAILED);
    const id = "id" in done ? done.id : "";
    expect(await client.getTask({ tenant: "", id }, asAnna())).toMatchObject({ id });
    const states: (TaskState | undefined)[] = [];
    for await (const event of client.sendMessageStream(text(ASK), asAnna())) states.push(stateOf(event));
    expect(states.length).toBeGreaterThan(1);
    await expect(client.cancelTask({ tenant: "", id, metadata: undefined }, asAnna())).rejects.toThrow();
    await expect(
      client.getTask({ tenant: "", id }, { serviceParameters: { Authorization: "Bearer demo-planner.anna@t2" } }),
    ).rejects.toThrow();
  });
});

it("an agent asked over A2A reads only: what it proposes enters no plan", async () => {
  const client = await overHttp(addressOf("supply"));
  await client.sendMessage(text("Move 60 VLV-050 from Hamburg to Valencia by 14 Dec"), asAnna());
  expect((await tenant.call("stock.ben", "/v1/approvals?state=pending")).body.items).toEqual([]);
});

describe("the coordinator", () => {
  it.each([
    ["HTTP", () => overHttp(stack.url)],
    ["NATS", () => overNats(stack.url, guest)],
  ])("answers a question, streams until people must decide, and cancels, over %s", async (name, connect) => {
    const client = await connect();
    const card = await client.getAgentCard();
    await verifyCard(card, "coordinator", loadVerifier(join(stack.home, "keys/public.json")));
    const answered = await client.sendMessage(text("VLV-050 stock hamburg?"), asAnna());
    expect(answered).toMatchObject({ status: { state: TaskState.TASK_STATE_COMPLETED } });
    expect(JSON.stringify(answered)).toMatch(/480/);

    const seen: (TaskState | undefined)[] = [];
    let taskId = "";
    for await (const event of client.sendMessageStream(
      text(`Move ${name === "HTTP" ? 30 : 20} VLV-050 from Hamburg to Valencia by 14 Dec`),
      asAnna(),
    )) {
      if (event.payload?.$case === "task") taskId = event.payload.value.id;
      seen.push(stateOf(event));
      if (stateOf(event) === TaskState.TASK_STATE_AUTH_REQUIRED) break;
    }
    expect(seen.at(-1)).toBe(TaskState.TASK_STATE_AUTH_REQUIRED);
    const cancelled = await client.cancelTask({ tenant: "", id: taskId, metadata: undefined }, asAnna());
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    expect((await tenant.read("planner.anna", taskId)).status).toBe("cancelled");
  });
});
