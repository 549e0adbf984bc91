import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quietLog, until } from "@quartermaster/testing";
import { afterEach, describe, expect, it } from "vitest";
import { createApp } from "../src/app.ts";
import { deliverEvents } from "../src/deliver-events.ts";
import { createMessageStore, type MessageStore } from "../src/message-store.ts";

const closers: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Received {
  token: string | undefined;
  body: Record<string, unknown>;
}

/** Stands where a domain's events interface stands; says what it is told to. */
async function aDomain(statuses: number[] = []): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push({ token: request.headers.authorization, body: JSON.parse(Buffer.concat(chunks).toString()) });
      response.writeHead(statuses.shift() ?? 200, { "content-type": "application/json" });
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

async function theParties(store: MessageStore = createMessageStore(null), statuses: number[] = []) {
  const domain = await aDomain(statuses);
  const app = createApp({ log: quietLog(), store, delayMs: 0 });
  const delivery = deliverEvents({
    store,
    urls: { export: domain.url, transit: domain.url },
    tokenOf: (party, tenant) => `demo-${party}@${tenant}`,
    log: quietLog(),
    everyMs: 5,
  });
  closers.push(
    () => app.close(),
    () => delivery.stop(),
  );
  await app.listen({ host: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${url}${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  return {
    put: (key: string, body: unknown, party = "customs") => call("PUT", `/${party}/v1/effects/${key}`, body),
    look: (key: string) => call("GET", `/customs/v1/effects/${key}?tenant=demo`),
    rule: (rule: Record<string, unknown>) => call("POST", "/control/v1/rules", { party: "customs", ...rule }),
    forget: () => call("DELETE", "/control/v1/rules"),
    messages: () => call("GET", "/control/v1/messages?tenant=demo"),
    received: domain.received,
  };
}

const LODGE = { tenant: "demo", tool: "lodge_declaration", content: { regime: "EU-AES" }, expectedVersion: null };
const AMEND = { tenant: "demo", tool: "amend_declaration", content: { declarationId: "EXD-5008" }, expectedVersion: null };

describe("a message to a simulated party", () => {
  it("is taken in once, answered by an event, and found by our reference", async () => {
    const parties = await theParties();
    const [first, again] = [await parties.put("QM-1", LODGE), await parties.put("QM-1", LODGE)];
    expect([first.status, again.status]).toEqual([201, 200]);
    const { reference, outcome } = (await first.json()) as { reference: string; outcome: string };
    expect([outcome, reference]).toEqual(["pending", expect.stringMatching(/^26XX[0-9A-F]{14}$/)]);
    await until(async () => ((await (await parties.look("QM-1")).json()) as { fields: { state: string } }).fields.state === "accepted");
    expect(parties.received).toEqual([
      {
        token: "Bearer demo-customs@demo",
        body: { eventId: "customs:QM-1:customs_accepted", bizStep: "customs_accepted", what: { ourReference: "QM-1", mrn: reference } },
      },
    ]);
  });

  it("is refused with another content under the same reference, and names wrong fields", async () => {
    const parties = await theParties();
    await parties.put("QM-1", LODGE);
    expect((await parties.put("QM-1", AMEND)).status).toBe(409);
    const wrong = await parties.put("QM-2", LODGE, "carrier");
    expect([wrong.status, await wrong.json()]).toEqual([
      400,
      expect.objectContaining({ code: "invalid_request", errors: [expect.objectContaining({ path: "/tool" })] }),
    ]);
  });

  it("is rejected, refused, or never answered, on demand", async () => {
    const parties = await theParties();
    await parties.rule({ subject: "EXD-5008", answer: "reject", reason: "no such code", times: 1 });
    await parties.rule({ tool: "lodge_declaration", answer: "silent", times: 1 });
    await parties.put("QM-1", AMEND);
    await parties.put("QM-2", LODGE);
    await until(() => parties.received.length === 1);
    expect(parties.received[0]?.body).toMatchObject({ bizStep: "customs_amendment_rejected", reason: "no such code" });
    expect(await (await parties.look("QM-2")).json()).toMatchObject({ fields: { state: "received" } });
    await parties.rule({ tool: "lodge_declaration", answer: "refuse", reason: "the office is closed" });
    expect(await (await parties.put("QM-3", LODGE)).json()).toMatchObject({ status: 409, detail: "the office is closed" });
    expect((await parties.look("QM-3")).status).toBe(404);
  });

  it("loses its answer on demand: a look-up tells whether it was taken in", async () => {
    const parties = await theParties();
    await parties.rule({ tool: "lodge_declaration", lost: "response", times: 1 });
    await expect(parties.put("QM-1", LODGE)).rejects.toThrow();
    await parties.rule({ tool: "lodge_declaration", lost: "request", times: 1 });
    await expect(parties.put("QM-2", LODGE)).rejects.toThrow();
    expect([(await parties.look("QM-1")).status, (await parties.look("QM-2")).status]).toEqual([200, 404]);
  });

  it("cannot be looked up while a rule breaks that, and is counted as often as it was sent", async () => {
    const parties = await theParties();
    await parties.rule({ lookups: "break" });
    await parties.put("QM-1", LODGE);
    await parties.put("QM-1", LODGE);
    await expect(parties.look("QM-1")).rejects.toThrow();
    await parties.forget();
    expect((await parties.look("QM-1")).status).toBe(200);
    expect(await (await parties.messages()).json()).toEqual({
      items: [{ party: "customs", ourReference: "QM-1", tool: "lodge_declaration", sendings: 2 }],
    });
  });

  it("is answered again, under the same id, while the domain is not there", async () => {
    const parties = await theParties(createMessageStore(null), [503, 503]);
    await parties.put("QM-1", LODGE);
    await until(() => parties.received.length === 3);
    expect(new Set(parties.received.map(({ body }) => body.eventId)).size).toBe(1);
  });

  it("outlives the process", async () => {
    const folder = mkdtempSync(join(tmpdir(), "qm-parties-"));
    closers.push(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "parties.jsonl");
    const before = createApp({ log: quietLog(), store: createMessageStore(file), delayMs: 0 });
    await before.inject({ method: "PUT", url: "/customs/v1/effects/QM-1", payload: LODGE });
    await before.close();
    const parties = await theParties(createMessageStore(file));
    await until(() => parties.received.length === 1);
    expect(parties.received[0]?.body).toMatchObject({ bizStep: "customs_accepted" });
  });
});
