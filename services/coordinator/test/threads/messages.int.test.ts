import { newId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readThread } from "../../src/threads/thread-store.ts";
import { type StartedCoordinator, startCoordinator } from "../start/start-coordinator.ts";

let run: StartedCoordinator;
const threadId = newId("thr");

beforeAll(async () => {
  run = await startCoordinator();
  await run.database.admin("insert into threads (tenant, id, created_by) values ('demo', $1, 'planner.anna')", [threadId]);
  await run.database.admin(
    `insert into messages (tenant, id, thread_id, request_id, role, text)
     select 'demo', 'msg_' || n, $1, 'req_' || n, 'user', n::text from generate_series(1, 505) as g (n) order by g.n`,
    [threadId],
  );
});
afterAll(async () => {
  await run?.stop();
});

it("reads the turns before a request in the order they were said", async () => {
  const tokenizer = { name: "one", count: () => 1 };
  const pool = run.database.pool("qm_coordinator", { max: 1 });
  const before = await transaction(pool, "demo", (tx) => readThread(tx, threadId, "req_103", tokenizer as never));
  expect(before.history.map((turn) => Number(turn.text))).toEqual(Array.from({ length: 40 }, (_, n) => n + 63));
});

it("shows a thread's checkpoints newest first, page by page", async () => {
  await run.database.admin(
    `insert into thread_checkpoints (tenant, thread_id, request_id, step, state, record)
     select 'demo', $1, 'req_1', g.n::text, '{}', '{}' from generate_series(1, 120) as g (n) order by g.n`,
    [threadId],
  );
  const seen: number[] = [];
  let query = "?limit=50";
  for (let n = 0; n < 10 && query !== ""; n++) {
    const { body } = await run.call("GET", `/v1/threads/${threadId}/checkpoints${query}`);
    seen.push(...body.items.map((item: { step: string }) => Number(item.step)));
    query = body.nextCursor === null ? "" : `?limit=50&cursor=${body.nextCursor}`;
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n));
});

it("shows the newest messages of a thread, in the order they were said, and those before them page by page", async () => {
  const page = async (query = "") => (await run.call("GET", `/v1/threads/${threadId}${query}`)).body;
  const texts = (body: { messages: { text: string }[] }) => body.messages.map((message) => Number(message.text));
  const newest = await page();
  expect(texts(newest)).toEqual(Array.from({ length: 500 }, (_, n) => n + 6));
  expect(Object.keys(newest.messages[0]).sort()).toEqual(["at", "id", "requestId", "role", "text"]);
  const rest = await page(`?cursor=${newest.nextCursor}`);
  expect([texts(rest), rest.nextCursor]).toEqual([[1, 2, 3, 4, 5], null]);

  const seen: number[] = [];
  let cursor: string | null = "";
  for (let n = 0; n < 20 && cursor !== null; n++) {
    const body: { messages: { text: string }[]; nextCursor: string | null } = await page(
      `?limit=100${cursor === "" ? "" : `&cursor=${cursor}`}`,
    );
    seen.unshift(...texts(body));
    cursor = body.nextCursor;
  }
  expect(seen).toEqual(Array.from({ length: 505 }, (_, n) => n + 1));
  expect((await page("?limit=501")).errors).toMatchObject([{ path: "querystring:/limit" }]);
});
