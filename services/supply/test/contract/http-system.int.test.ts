import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttpSystem } from "@quartermaster/executor";
import { freePort, type ReferenceSystem, startReferenceSystem } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "../support/supply-world.ts";
import { type ContractWorld, outsideContract } from "./outside-contract.ts";
import { lostTransfersContract, transfersContract } from "./transfers-contract.ts";

const KEY = "QM-AAAAAAAAAAAAAAAAAAAA";
let reference: ReferenceSystem;
let contract: ContractWorld;
let world: SupplyWorld;
const servers: Server[] = [];

const linkTo = (url: string, timeoutMs = 5_000) =>
  createHttpSystem({
    url,
    token: reference.token,
    timeoutMs,
    repeat: { kind: "by_key", quietMs: 60_000 },
    tools: new Set(["transfer_stock"]),
  });

beforeAll(async () => {
  reference = await startReferenceSystem({ mode: "honours" });
  const timesMade = async (key: string) => (await reference.state()).made.filter((entry) => entry.key === key).length;
  contract = { system: linkTo(reference.url), timesMade };
  world = await startSupplyWorld();
});
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});
afterAll(async () => {
  await reference?.stop();
  await world?.drop();
});

describe("a system behind HTTP", () => {
  const linked = () => ({ world, link: { system: contract.system, timeoutMs: 5_000 } });
  outsideContract(() => contract);
  transfersContract(linked);
  lostTransfersContract(linked);
});

/** A system that answers every call in the same way. */
async function answering(listener: RequestListener, timeoutMs?: number) {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return linkTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs);
}
const json = (status: number, body: string) =>
  answering((_request, response) => response.writeHead(status, { "content-type": "application/json" }).end(body));
const effect = { tenant: "demo", tool: "transfer_stock", content: {}, args: {}, ids: {}, businessAt: "2026-12-07T09:00:00.000Z" };
const soon = (): AbortSignal => AbortSignal.timeout(10_000);

describe("a system behind HTTP that misbehaves", () => {
  it.each([
    [500, "{}"],
    [502, "<html>"],
    [204, ""],
    [201, '{"reference":""}'],
    [200, "not json"],
    [302, "{}"],
  ])("leaves it open what it did, when it answers an effect with %i %s", async (status, body) => {
    expect((await (await json(status, body)).apply(effect, KEY, null, soon())).kind).toBe("unknown");
  });

  it("surely has not looked at an effect that it answers with 429", async () => {
    await expect((await json(429, "{}")).apply(effect, KEY, null, soon())).rejects.toMatchObject({ code: "unavailable" });
  });

  it("surely got nothing when nobody listens", async () => {
    await expect(linkTo(`http://127.0.0.1:${await freePort()}`).apply(effect, KEY, null, soon())).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("is given up at the time limit, and it stays open what it did", async () => {
    const system = await answering(() => {}, 200);
    expect((await system.apply(effect, KEY, null, soon())).kind).toBe("unknown");
    expect((await system.lookup("demo", KEY, soon())).kind).toBe("unknown");
  });

  it("is not believed when something else than its contract says 404", async () => {
    expect((await (await json(404, "<html>no such page</html>")).lookup("demo", KEY, soon())).kind).toBe("unknown");
    expect((await (await json(404, '{"code":"not_found","detail":""}')).lookup("demo", KEY, soon())).kind).toBe("not_found");
  });

  it("may write quantities as numbers: every digit arrives as it was written", async () => {
    const system = await json(200, '{"records":[{"kind":"stock","id":"A|B","version":7,"fields":{"onHand":60.0000024,"sku":"A"}}]}');
    expect(await system.read("demo", [{ kind: "stock", id: "A|B" }], soon())).toEqual([
      { kind: "stock", id: "A|B", version: "7", fields: { onHand: "60.0000024", sku: "A" } },
    ]);
  });

  it("is not followed to another address with our token", async () => {
    let asked = 0;
    const elsewhere = createServer((_request, response) => {
      asked++;
      response.writeHead(201).end("{}");
    });
    servers.push(elsewhere);
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const system = await answering((_request, response) => response.writeHead(307, { location }).end());
    expect((await system.apply(effect, KEY, null, soon())).kind).toBe("unknown");
    expect(asked).toBe(0);
  });
});
