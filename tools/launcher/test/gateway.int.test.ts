import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createLogger } from "@quartermaster/shared/log";
import { afterEach, describe, expect, it } from "vitest";
import { startGateway } from "../src/compose/gateway.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

function replica(host: string, port: number): Promise<Server> {
  const server = createServer((_request, response) => response.setHeader("connection", "close").end(host));
  return new Promise((resolve) => server.listen(port, host, () => resolve(server)));
}

/** Two replicas on the same port of two loopback addresses, as two containers of a service have. */
async function twoReplicas() {
  const one = await replica("127.0.0.2", 0);
  const { port } = one.address() as AddressInfo;
  const two = await replica("127.0.0.3", port);
  const gateway = await startGateway({
    routes: [{ port: 0, host: "coordinator", targetPort: port }],
    log: createLogger({ service: "gateway" }, "fatal"),
    lookUp: async () => ["127.0.0.2", "127.0.0.3"],
    listenHost: "127.0.0.1",
  });
  const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));
  ends.push(
    () => gateway.close(),
    () => close(one),
    () => close(two),
  );
  const ask = async () => await (await fetch(`http://127.0.0.1:${gateway.ports[0]}/`)).text();
  return { ask, one, two, close };
}

describe("the gateway of the containers", () => {
  it("spreads connections over the replicas", async () => {
    const { ask } = await twoReplicas();
    expect(new Set([await ask(), await ask()])).toEqual(new Set(["127.0.0.2", "127.0.0.3"]));
  });

  it("passes over a replica that is gone", async () => {
    const { ask, one, close } = await twoReplicas();
    await close(one);
    expect([await ask(), await ask(), await ask()]).toEqual(["127.0.0.3", "127.0.0.3", "127.0.0.3"]);
  });

  it("answers 503 when nobody is there", async () => {
    const { ask, one, two, close } = await twoReplicas();
    await Promise.all([close(one), close(two)]);
    expect(JSON.parse(await ask())).toMatchObject({ status: 503, code: "unavailable" });
  });
});
