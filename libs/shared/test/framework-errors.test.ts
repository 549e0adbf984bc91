import { type AddressInfo, connect } from "node:net";
import { createServer } from "@quartermaster/shared/http";
import { createLogger } from "@quartermaster/shared/log";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const server = createServer({ log: createLogger({}, "silent"), notReadyBecause: () => null });
server.get("/v1/things/:id", async (request) => ({ params: request.params, url: request.url }));
server.post("/v1/things", async (request) => ({ body: request.body ?? null }));
let port = 0;

beforeAll(async () => {
  await server.listen({ host: "127.0.0.1", port: 0 });
  port = (server.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await server.close();
});

/** Sends bytes as they are and reads until the server closes. */
const talk = (text: string): Promise<{ status: number; type: string; body: Record<string, unknown> }> =>
  new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect({ host: "127.0.0.1", port, timeout: 10_000 }, () => socket.write(text));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
    });
    socket.once("timeout", () => socket.destroy(new Error("no answer")));
    socket.once("error", reject);
    socket.once("close", () => {
      const [head = "", body = ""] = answer.split("\r\n\r\n");
      resolve({
        status: Number(head.split(" ")[1]),
        type: /^content-type: *([^;\r]*)/im.exec(head)?.[1] ?? "",
        body: body === "" ? {} : JSON.parse(body),
      });
    });
  });
const get = (target: string, more = "") => talk(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`);

describe("what the framework itself refuses", () => {
  it.each([
    ["an address that cannot be decoded", () => get("/v1/things/%E0%A4"), 400],
    ["a query that cannot be decoded", () => get("/v1/things/a?b=%E0%A4"), 400],
    ["a header that is too large", () => get("/v1/things/a", `x: ${"x".repeat(20_000)}\r\n`), 431],
    ["a line that is no HTTP", () => talk("hello\r\n\r\n"), 400],
    ["an authority as the target", () => get("example.org:443"), 400],
    ["a star as the target", () => get("*"), 404],
    ["an unknown address", () => get("/nothing"), 404],
    ["a part of an address longer than any id", () => get(`/v1/things/${"x".repeat(500)}`), 400],
    ["a method that the address does not take", () => talk("DELETE /v1/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"), 405],
    ["two lengths", () => talk("POST /v1/things HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"), 400],
  ])("answers %s with a problem document", async (_what, ask, status) => {
    const answer = await ask();
    expect([answer.status, answer.type, answer.body.status]).toEqual([status, "application/problem+json", status]);
  });

  it("reads the absolute form of a target as its path", async () => {
    expect((await get("http://example.org/v1/things/a?")).body).toEqual({ params: { id: "a" }, url: "/v1/things/a?" });
    expect((await get("HTTPS://example.org/v1/things/b")).body).toMatchObject({ params: { id: "b" } });
  });

  it.each([
    ["text/plain", 415],
    ["application/jsonp", 415],
    ["application/x-www-form-urlencoded", 415],
    ["application/json; charset=latin1", 415],
    ["application/json;charset=UTF-8", 200],
    ["Application/JSON", 200],
    ["application/a2a+json", 200],
  ])("takes JSON only: %s gives %d", async (type, status) => {
    const answer = await talk(
      `POST /v1/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 2\r\n\r\n{}`,
    );
    expect(answer.status).toBe(status);
  });

  it("does not take a body without a content type", async () => {
    expect((await talk("POST /v1/things HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}")).status).toBe(415);
  });
});
