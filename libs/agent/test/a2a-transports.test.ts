import { type AgentCard, SendMessageRequest, type StreamResponse, TaskState } from "@a2a-js/sdk";
import { type Client, ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from "@a2a-js/sdk/client";
import { TaskNotFoundError } from "@a2a-js/sdk/errors";
import type { CoreMessage } from "@quartermaster/shared/bus";
import { AppError } from "@quartermaster/shared/errors";
import { createRateLimit, createServer, type HttpServer, type RateLimit } from "@quartermaster/shared/http";
import { createLogger } from "@quartermaster/shared/log";
import { createSigner, createVerifier, generateKey } from "@quartermaster/shared/signing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  buildCard,
  createNatsResponder,
  DurableRequestHandler,
  mountA2a,
  NatsTransportFactory,
  signCard,
  verifyCard,
} from "../src/a2a/index.ts";
import { ListTaskSource } from "./list-task-source.ts";

const log = createLogger({}, "silent");
const key = generateKey("supply", "supply-1");
const verifier = createVerifier({ keys: [key.publicKey] });

const authenticate = async (authorization: string | undefined) => {
  const tenant = /^Bearer user@(\w+)$/.exec(authorization ?? "")?.[1];
  if (!tenant) throw new AppError("unauthenticated");
  return { user: "user", tenant, roles: [], authorization };
};

const send = (messageId: string, change: Record<string, unknown> = {}) =>
  SendMessageRequest.fromJSON({ message: { messageId, role: "ROLE_USER", parts: [{ text: "hello" }] }, ...change });

const stateOf = (event: StreamResponse | undefined) =>
  event?.payload?.$case === "statusUpdate" || event?.payload?.$case === "task" ? event.payload.value.status?.state : undefined;

let source: ListTaskSource;
let server: HttpServer;
let card: AgentCard;
let limit: RateLimit;

beforeEach(async () => {
  source = new ListTaskSource();
  limit = createRateLimit({ perSecond: 1, burst: 6 }, () => 0);
  server = createServer({ log, notReadyBecause: () => null });
  const handler = new DurableRequestHandler(source, async () => card);
  mountA2a(server, { handler, authenticate, limit });
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  const content = {
    name: "supply",
    description: "Stock",
    version: "1.0.0",
    skills: [{ id: "stock", name: "Stock", description: "Looks up stock", tags: ["stock"], examples: ["stock?"] }],
  };
  card = await signCard(
    buildCard({ ...content, url: `${address}/a2a/jsonrpc`, natsSubject: "qm.a2a.supply.rpc" }),
    createSigner(key.privateKey),
  );
});

afterEach(async () => {
  await server.close();
});

/** The SDK's own client over HTTP. */
const httpClient = (): Promise<Client> => new ClientFactory().createFromAgentCard(card);

/** The SDK's own client over the binding; the wire here is a function call, the real bus has its own test. */
const natsClient = (): Promise<Client> => {
  const handler = new DurableRequestHandler(source, async () => card);
  const respond = createNatsResponder({ handler, authenticate, limit, instance: "i1", log });
  const ask = (body: string, headers: Record<string, string>, onReply: (reply: CoreMessage) => void) => {
    const lower = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    return respond({
      subject: "s",
      body,
      headers: lower,
      respond: (text, replied = {}) => onReply({ subject: "r", body: text, headers: new Map(Object.entries(replied)) }),
    });
  };
  const bus = {
    request: (_subject: string, body: string, options: { headers?: Record<string, string> }) =>
      new Promise<CoreMessage>((resolve) => void ask(body, options.headers ?? {}, resolve)),
    async *requestMany(_subject: string, body: string, options: { headers?: Record<string, string> }) {
      const frames: CoreMessage[] = [];
      let wake = () => {};
      let finished = false;
      void ask(body, options.headers ?? {}, (frame) => {
        frames.push(frame);
        wake();
      }).then(() => {
        finished = true;
        wake();
      });
      for (;;) {
        const frame = frames.shift();
        if (frame) yield frame;
        else if (finished) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
  return new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new NatsTransportFactory(bus)],
      preferredTransports: [new NatsTransportFactory(bus).protocolName],
    }),
  ).createFromAgentCard(card);
};

const asUser = (tenant = "demo") => ({ serviceParameters: { Authorization: `Bearer user@${tenant}` } });

describe.each([
  ["HTTP", httpClient],
  ["the NATS binding", natsClient],
])("the SDK's client over %s", (_name, connect) => {
  it("sends, reads and blocks until the task ends", async () => {
    const client = await connect();
    const sending = client.sendMessage(send("m1"), asUser());
    await source.appears("task-m1");
    source.move("task-m1", TaskState.TASK_STATE_COMPLETED);
    expect(await sending).toMatchObject({ id: "task-m1", status: { state: TaskState.TASK_STATE_COMPLETED } });
    expect(await client.getTask({ tenant: "", id: "task-m1" }, asUser())).toMatchObject({ id: "task-m1" });
  });

  it("streams the snapshot, then every change, and ends with the task", async () => {
    const client = await connect();
    const states: (TaskState | undefined)[] = [];
    for await (const event of client.sendMessageStream(send("m2"), asUser())) {
      states.push(stateOf(event));
      if (states.length === 1) source.move("task-m2", TaskState.TASK_STATE_WORKING);
      if (states.length === 2) source.move("task-m2", TaskState.TASK_STATE_COMPLETED);
    }
    expect(states).toEqual([TaskState.TASK_STATE_SUBMITTED, TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED]);
  });

  it("cancels a running task and refuses to cancel an ended one", async () => {
    const client = await connect();
    await client.sendMessage(send("m3", { configuration: { returnImmediately: true } }), asUser());
    expect(await client.cancelTask({ tenant: "", id: "task-m3", metadata: undefined }, asUser())).toMatchObject({
      status: { state: TaskState.TASK_STATE_CANCELED },
    });
    await client.sendMessage(send("m4", { configuration: { returnImmediately: true } }), asUser());
    source.move("task-m4", TaskState.TASK_STATE_COMPLETED);
    await expect(client.cancelTask({ tenant: "", id: "task-m4", metadata: undefined }, asUser())).rejects.toThrow();
  });

  it("holds each caller to a rate, and nobody else with it", async () => {
    const client = await connect();
    const ask = async (tenant?: string) =>
      await client.getTask({ tenant: "", id: "none" }, asUser(tenant)).catch((error: unknown) => error);
    for (let n = 0; n < 6; n++) expect(await ask()).toBeInstanceOf(TaskNotFoundError);
    expect(await ask()).not.toBeInstanceOf(TaskNotFoundError);
    expect(await ask("other")).toBeInstanceOf(TaskNotFoundError);
  });

  it("answers a foreign tenant's task like an unknown one", async () => {
    const client = await connect();
    await client.sendMessage(send("m5", { configuration: { returnImmediately: true } }), asUser());
    await expect(client.getTask({ tenant: "", id: "task-m5" }, asUser("other"))).rejects.toBeInstanceOf(TaskNotFoundError);
  });
});

it("says over the NATS binding that a body is too large, or no JSON", async () => {
  const respond = createNatsResponder({ handler: new DurableRequestHandler(source, async () => card), authenticate, instance: "i1", log });
  const ask = (body: string) =>
    new Promise<{ error: { code: number } }>((resolve) => {
      void respond({ subject: "s", body, headers: new Map(), respond: (text) => resolve(JSON.parse(text)) });
    });
  expect((await ask(JSON.stringify({ text: "x".repeat(530_000) }))).error.code).toBe(-32052);
  expect((await ask("{")).error.code).toBe(-32700);
});

describe("the HTTP face", () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    server.inject({
      method: "POST",
      url: "/a2a/jsonrpc/",
      headers: { "content-type": "application/json", authorization: "Bearer user@demo", "a2a-version": "1.0", ...headers },
      payload: JSON.stringify(body),
    });
  const message = { messageId: "x", role: "ROLE_USER", parts: [{ text: "hi" }] };

  it("refuses what the SDK would let through, naming the field", async () => {
    const answer = await post({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message: { ...message, parts: [] } } });
    expect(answer.json()).toMatchObject({ error: { code: -32602, data: [{ fieldViolations: [{ field: "message.parts" }] }] } });
  });

  it("takes a missing version for 0.3 and refuses it", async () => {
    const answer = await server.inject({
      method: "POST",
      url: "/a2a/jsonrpc",
      headers: { "content-type": "application/json", authorization: "Bearer user@demo" },
      payload: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "a" } }),
    });
    expect(answer.json()).toMatchObject({ error: { code: -32009 } });
  });

  it("tells who calls too often when to come again", async () => {
    const ask = () => post({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "a" } });
    for (let n = 0; n < 6; n++) await ask();
    const answer = await ask();
    expect([answer.statusCode, answer.headers["retry-after"], answer.json().code]).toEqual([429, "1", "rate_limited"]);
  });

  it("asks for a token", async () => {
    expect((await post({ jsonrpc: "2.0", id: 1, method: "GetTask", params: { id: "a" } }, { authorization: "" })).statusCode).toBe(401);
  });

  it("serves a card that verifies against the pinned key and no other", async () => {
    const served = await server.inject("/.well-known/agent-card.json");
    expect(served.headers.etag).toBeDefined();
    await verifyCard(card, "supply", verifier);
    await expect(verifyCard({ ...card, description: "changed" }, "supply", verifier)).rejects.toMatchObject({ code: "signature_invalid" });
    await expect(verifyCard(card, "transit", verifier)).rejects.toMatchObject({ code: "signature_invalid" });
  });
});

it("is chosen by the SDK's default factory for the JSON-RPC interface", () => {
  expect(new JsonRpcTransportFactory().protocolName).toBe("JSONRPC");
});
