import { authenticateFirst, createRateLimit, createServer, type HttpServer } from "@quartermaster/shared/http";
import { cloneDatabase, quietLog, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAccess } from "../src/http/access.ts";

let database: TestDatabase;
let server: HttpServer;
let now = 0;

beforeAll(async () => {
  database = await cloneDatabase("approvals");
  for (const tenant of ["demo", "t2"]) {
    await database.admin("insert into tenants (tenant, demo) values ($1, true)", [tenant]);
    for (const user of ["stock.ben", "ops.iris"])
      await database.admin("insert into users (tenant, id, roles) values ($1, $2, '{stock_manager}')", [tenant, user]);
  }
  server = createServer({ log: quietLog(), notReadyBecause: () => null });
  const limit = createRateLimit({ perSecond: 1, burst: 3 }, () => now);
  const access = createAccess({ demo: true, oidc: undefined }, database.pool("qm_approvals"), limit);
  authenticateFirst(server, (request) => access.read(request));
  server.get("/v1/read", async (request) => await access.read(request));
  server.post("/v1/decide", async (request) => {
    await access.read(request);
    return await access.decide(request);
  });
});
afterAll(async () => {
  await server?.close();
  await database?.drop();
});

const call = async (user: string, method: "GET" | "POST" = "GET") => {
  const url = method === "GET" ? "/v1/read" : "/v1/decide";
  const answer = await server.inject({ method, url, headers: { authorization: `Bearer demo-${user}` } });
  return { status: answer.statusCode, code: answer.json().code, retryAfter: answer.headers["retry-after"] };
};

it("holds each user of each tenant to a rate, a call counting once however often it is asked about", async () => {
  for (const method of ["POST", "GET", "POST"] as const) expect((await call("stock.ben", method)).status).toBe(200);
  const refused = { status: 429, code: "rate_limited", retryAfter: "1" };
  expect(await call("stock.ben")).toEqual(refused);
  expect(await call("stock.ben", "POST")).toEqual(refused);
  for (const other of ["ops.iris", "stock.ben@t2"]) expect((await call(other)).status).toBe(200);
  now += 1_000;
  expect((await call("stock.ben")).status).toBe(200);
  expect(await call("stock.ben")).toEqual(refused);
});

it("counts nobody without a good token", async () => {
  for (let n = 0; n < 10; n++) expect((await call("nobody.here")).status).toBe(401);
  now += 10_000;
  expect((await call("stock.ben")).status).toBe(200);
});
