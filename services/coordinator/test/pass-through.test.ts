import { createServer as createUpstream, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "@quartermaster/shared/errors";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import { quietLog } from "@quartermaster/testing";
import { afterEach, beforeEach, expect, it } from "vitest";
import { registerPassThrough } from "../src/pass-through/routes.ts";
import { createCaller } from "../src/rest/caller.ts";

let upstream: Server;
let server: HttpServer | undefined;
/** What reached approvals: method and token. */
let carried: string[];
let addresses: string[];

beforeEach(async () => {
  carried = [];
  addresses = [];
  upstream = createUpstream((request, response) => {
    carried.push(`${request.method} ${request.headers.authorization}`);
    addresses.push(request.url ?? "");
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
});
afterEach(async () => {
  await server?.close();
  await new Promise((resolve) => upstream.close(resolve));
});

const caller = createCaller(async (authorization) => {
  if (authorization === undefined) throw new AppError("unauthenticated");
  if (authorization === "Bearer for-approvals") throw new AppError("wrong_audience");
  return { user: "stock.ben", tenant: "demo", roles: ["stock_manager"] };
});

async function ask(demo: boolean, method: "GET" | "POST", token: string | undefined, url = "/v1/approvals/apr_1/decisions") {
  server = createServer({ log: quietLog(), notReadyBecause: () => null });
  const approvalsUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  registerPassThrough(server, { approvalsUrl, demo, caller });
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await server.inject({ method, url, headers });
  return { status: answer.statusCode, code: answer.json().code };
}

it("carries a person's own token outside demo mode, for reading", async () => {
  expect(await ask(false, "GET", "for-coordinator")).toEqual({ status: 200, code: undefined });
  expect(carried).toEqual(["GET Bearer for-coordinator"]);
});

it.each([
  ["GET", "for-approvals", 401, "wrong_audience"],
  ["GET", undefined, 401, "unauthenticated"],
  ["POST", "for-coordinator", 405, "method_not_allowed"],
  ["POST", "for-approvals", 405, "method_not_allowed"],
] as const)("carries nothing of a %s with the token %s outside demo mode", async (method, token, status, code) => {
  expect(await ask(false, method, token)).toEqual({ status, code });
  expect(carried).toEqual([]);
});

it("carries every method in demo mode, for approvals to judge", async () => {
  expect((await ask(true, "POST", "demo-stock.ben")).status).toBe(200);
  expect(carried).toEqual(["POST Bearer demo-stock.ben"]);
});

it.each(["apr_%00", "a%0Ab", "a%20b"])("leaves an id that holds what none has to approvals, which names the field: %s", async (id) => {
  expect((await ask(true, "GET", "demo-stock.ben", `/v1/approvals/${id}`)).status).toBe(200);
  expect(addresses).toEqual([`/v1/approvals/${id}`]);
});

it.each(["a%2Fb", "..%2Fusers", "%5C", "a%3Fb", "a%23"])("carries no address that leads elsewhere there: %s", async (id) => {
  expect(await ask(true, "GET", "demo-stock.ben", `/v1/approvals/${id}`)).toEqual({ status: 400, code: "invalid_request" });
  expect(addresses).toEqual([]);
});
