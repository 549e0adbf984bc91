import { createPool, isLostConnection, transaction } from "@quartermaster/shared/db";
import { createServer, type HttpServer } from "@quartermaster/shared/http";
import { cloneDatabase, freePort, quietLog, type TestDatabase, until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

let database: TestDatabase;
let server: HttpServer;

beforeAll(async () => {
  database = await cloneDatabase("approvals");
});
afterEach(() => server.close());
afterAll(() => database?.drop());

const serve = (work: () => Promise<unknown>): void => {
  server = createServer({ log: quietLog(), notReadyBecause: () => null });
  server.get("/v1/thing", work);
};
const UNAVAILABLE = { statusCode: 503, headers: expect.objectContaining({ "retry-after": "2" }) };

describe("a call whose database connection is lost", () => {
  it.each([
    ["the server ends it", "select pg_terminate_backend($1)"],
    ["the server ends it at its next statement", "select pg_terminate_backend($1), 2"],
  ])("is answered with 503 to try again when %s, and the next one with its answer", async (what, end) => {
    const pool = database.pool("qm_approvals", { max: 1 });
    const idle = what.includes("next");
    serve(
      async () =>
        await transaction(pool, "demo", async (tx) => {
          const pid = (await tx.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
          if (ends) {
            if (!idle) void until(async () => (await database.admin(WAITS, [pid])).length > 0).then(() => database.admin(end, [pid]));
            else {
              await database.admin(end, [pid]);
              await until(async () => (await database.admin("select from pg_stat_activity where pid = $1", [pid])).length === 0);
            }
            await tx.query("select pg_sleep(30)");
          }
          return { ok: true };
        }),
    );
    const WAITS = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
    let ends = true;
    const lost = await server.inject("/v1/thing");
    expect(lost).toMatchObject(UNAVAILABLE);
    expect(lost.json()).toEqual({
      type: "urn:quartermaster:error:unavailable",
      title: "A needed service does not answer",
      status: 503,
      detail: "A needed service does not answer",
      code: "unavailable",
    });
    ends = false;
    expect((await server.inject("/v1/thing")).json()).toEqual({ ok: true });
  });

  it("is answered with 503 when nobody listens, with and without a transaction", async () => {
    const pool = createPool({ url: `postgres://nobody@127.0.0.1:${await freePort()}/none`, name: "lost" });
    for (const work of [() => transaction(pool, "demo", async () => ({})), () => pool.query("select 1")]) {
      serve(work);
      expect(await server.inject("/v1/thing")).toMatchObject(UNAVAILABLE);
      await server.close();
    }
    await pool.end();
  });

  it("is told from a fault of ours", async () => {
    const pool = database.pool("qm_approvals", { max: 1 });
    serve(() => pool.query("select no_such_column"));
    expect(await server.inject("/v1/thing")).toMatchObject({ statusCode: 500 });
    for (const error of [
      new Error("the connection to the past"),
      { code: "23505" },
      { code: "57014" },
      null,
      "ECONNRESET",
      new TypeError("x"),
    ])
      expect(isLostConnection(error)).toBe(false);
  });
});
