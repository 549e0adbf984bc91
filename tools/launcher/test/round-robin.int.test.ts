import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { createServer as createService } from "@quartermaster/shared/http";
import { createLogger } from "@quartermaster/shared/log";
import { afterEach, describe, expect, it } from "vitest";
import { type RunningProxy, startProxy } from "../src/proxy/round-robin.ts";

const HOST = "127.0.0.1";
const open: { close(): unknown }[] = [];

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, HOST, () => resolve((server.address() as AddressInfo).port)));

async function replica(name: string): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === "/stream") {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(": open\n\n");
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => response.end(JSON.stringify({ name, body, user: request.headers.authorization ?? null })));
  });
  const port = await listen(server);
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  open.push({ close: stop });
  return { port, stop };
}

async function front(replicas: number[]): Promise<string> {
  const free = createServer();
  const port = await listen(free);
  await new Promise((resolve) => free.close(resolve));
  const proxy: RunningProxy = await startProxy({ port, host: HOST, replicas });
  open.push(proxy);
  return `http://${HOST}:${port}`;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

describe("the front door of replicas", () => {
  it.each([300_000, 3_000_000, 5_000_000, 20_000_000])("tells who sends %d bytes that this is too much", async (bytes) => {
    const service = createService({ log: createLogger({}, "silent"), notReadyBecause: () => null });
    service.post("/things", async (request) => request.body);
    open.push(service);
    await service.listen({ host: HOST, port: 0 });
    const url = await front([(service.server.address() as AddressInfo).port]);
    const body = JSON.stringify({ text: "x".repeat(bytes) });
    const answer = await fetch(`${url}/things`, { method: "POST", headers: { "content-type": "application/json" }, body });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([413, "body_too_large"]);
  });

  it("hears a sender of too much out, so that it reads the answer", async () => {
    const one = await replica("one");
    const { hostname, port } = new URL(await front([one.port]));
    const chunk = Buffer.alloc(1_000_000, "x");
    const heard = await new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect({ host: hostname, port: Number(port) });
      const head = `POST /things HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${12 * chunk.length}\r\n\r\n`;
      let left = 12;
      // The rest goes out only once the answer is there: a connection that is closed with it meets these bytes with a reset.
      const send = (): void => {
        left -= 1;
        if (left === 0) socket.end(chunk);
        else if (left > 6 || answer !== "") socket.write(chunk, send);
      };
      socket.on("data", (data) => {
        const isFirst = answer === "";
        answer += data.toString("latin1");
        if (isFirst) send();
      });
      socket.once("error", reject).once("close", () => resolve(answer));
      socket.write(head, send);
    });
    expect(heard).toMatch(/^HTTP\/1\.1 413 /);
    expect(heard).toContain('"code":"body_too_large"');
  });

  it("answers what is no HTTP with a problem document", async () => {
    const one = await replica("one");
    const { hostname, port } = new URL(await front([one.port]));
    const heard = await new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = connect({ host: hostname, port: Number(port) }, () =>
        socket.write(`GET / HTTP/1.1\r\nx: ${"x".repeat(30_000)}\r\n\r\n`),
      );
      socket.on("data", (data) => {
        answer += data.toString("latin1");
      });
      socket.once("error", reject).once("close", () => resolve(answer));
    });
    expect(heard).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
  });

  it("spreads requests and carries body and authorization", async () => {
    const [one, two] = [await replica("one"), await replica("two")];
    const url = await front([one.port, two.port]);
    const ask = async () =>
      (await (await fetch(url, { method: "POST", body: "{}", headers: { authorization: "Bearer x" } })).json()) as {
        name: string;
        body: string;
        user: string;
      };
    const answers = [await ask(), await ask(), await ask(), await ask()];
    expect(answers.filter((answer) => answer.name === "one")).toHaveLength(2);
    expect(answers[0]).toMatchObject({ body: "{}", user: "Bearer x" });
  });
  it("passes over a replica that is gone, also when a connection to it was kept", async () => {
    const [one, two] = [await replica("one"), await replica("two")];
    const url = await front([one.port, two.port]);
    for (let i = 0; i < 4; i++) await (await fetch(url)).text();
    await one.stop();
    for (let i = 0; i < 4; i++) expect(await (await fetch(url)).json()).toMatchObject({ name: "two" });
  });
  it("answers 503 as a problem document when none is there", async () => {
    const one = await replica("one");
    const url = await front([one.port]);
    await one.stop();
    const answer = await fetch(url);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("1");
    expect(await answer.json()).toMatchObject({ code: "unavailable", status: 503 });
  });
  it("passes a stream on as it comes", async () => {
    const one = await replica("one");
    const answer = await fetch(`${await front([one.port])}/stream`);
    const first = await answer.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe(": open\n\n");
  });
});
