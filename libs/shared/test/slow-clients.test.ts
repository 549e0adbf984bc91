import { connect, type Socket } from "node:net";
import { createLogger } from "@quartermaster/shared/log";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createServer, type HttpServer } from "../src/http/index.ts";

let server: HttpServer;
let port: number;
beforeAll(async () => {
  server = createServer({ log: createLogger({ service: "test" }, "silent"), notReadyBecause: () => null });
  server.post("/v1/things", async () => ({ ok: true }));
  await server.listen({ host: "127.0.0.1", port: 0 });
  port = (server.server.address() as { port: number }).port;
});
afterAll(async () => {
  await server?.close();
});

/** Sends a first part, then a byte each 200 ms; resolves with what came and how long the connection lasted. */
const drip = (first: string): Promise<{ answer: string; seconds: number }> =>
  new Promise((resolve) => {
    const began = Date.now();
    let answer = "";
    const socket: Socket = connect({ host: "127.0.0.1", port });
    socket.write(first);
    const timer = setInterval(() => socket.writable && socket.write("x"), 200);
    socket.on("data", (chunk: Buffer) => {
      answer += chunk.toString();
    });
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      clearInterval(timer);
      resolve({ answer, seconds: (Date.now() - began) / 1_000 });
    });
  });

it("ends who sends its headers drop by drop, with a typed answer, while others are served", { timeout: 60_000 }, async () => {
  const slow = Array.from({ length: 200 }, () => drip("POST /v1/things HTTP/1.1\r\nhost: x\r\nx-slow: "));
  const served = await fetch(`http://127.0.0.1:${port}/v1/things`, { method: "POST" });
  expect(served.status).toBe(200);
  for (const { answer, seconds } of await Promise.all(slow)) {
    expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/);
    expect(seconds).toBeLessThan(25);
  }
});

it("bounds how long a body may take", () => {
  expect(server.server.requestTimeout).toBe(30_000);
});
