import type { Bus } from "@quartermaster/shared/bus";
import { createOutbox } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { cloneDatabase, quietLog, type TestDatabase, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, test } from "vitest";

let database: TestDatabase;
const log = quietLog();

beforeAll(async () => {
  database = await cloneDatabase("coordinator");
});
afterAll(() => database.drop());

/** A bus that keeps what was published; `down` makes it refuse. */
function fakeBus() {
  const sent: string[] = [];
  const bus: Pick<Bus, "publish"> & { sent: string[]; down: boolean } = {
    sent,
    down: false,
    async publish(_subject, _body, { msgId }) {
      if (bus.down) throw new AppError("unavailable");
      sent.push(msgId);
    },
  };
  return bus;
}

const rows = async () => Number((await database.admin<{ n: string }>("select count(*) as n from outbox"))[0]?.n);
const message = (msgId: string) => ({ subject: "qm.plan.demo.r1", msgId, body: { hello: msgId } });

test("a message is published right after the commit and its row removed", async () => {
  const bus = fakeBus();
  const outbox = createOutbox({ pool: database.pool("qm_coordinator"), bus, log });
  await outbox.transaction("demo", async (tx) => tx.send(message("fast")));
  await until(() => bus.sent.includes("fast"));
  await outbox.stop();
  expect(await rows()).toBe(0);
});

test("nothing is published when the transaction fails", async () => {
  const bus = fakeBus();
  const outbox = createOutbox({ pool: database.pool("qm_coordinator"), bus, log });
  const failing = outbox.transaction("demo", async (tx) => {
    tx.send(message("never"));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  await outbox.stop();
  expect(bus.sent).toEqual([]);
  expect(await rows()).toBe(0);
});

test("the sweeper sends what a dead process left behind", async () => {
  await database.admin(
    "insert into outbox (role, tenant, subject, msg_id, body, created_at) values ('qm_coordinator', 'demo', 'qm.plan.demo.r1', 'left', '{}', now() - interval '1 minute')",
  );
  const bus = fakeBus();
  const outbox = createOutbox({ pool: database.pool("qm_coordinator"), bus, log, sweepEveryMs: 20 });
  outbox.start();
  await until(async () => bus.sent.includes("left") && (await rows()) === 0);
  await outbox.stop();
});

test("the sweeper sends what failed while the bus was down", async () => {
  const bus = fakeBus();
  bus.down = true;
  const outbox = createOutbox({ pool: database.pool("qm_coordinator"), bus, log, sweepEveryMs: 20, sweepOlderMs: 0 });
  outbox.start();
  await outbox.transaction("demo", async (tx) => tx.send(message("later")));
  expect(await rows()).toBe(1);
  bus.down = false;
  await until(async () => bus.sent.includes("later") && (await rows()) === 0);
  await outbox.stop();
});

test("a login role neither sees nor sends the rows of another", async () => {
  await database.admin(
    "insert into outbox (role, tenant, subject, msg_id, body, created_at) values ('qm_coordinator_seed', 'demo', 'qm.plan.demo.r1', 'foreign', '{}', now() - interval '1 minute')",
  );
  const pool = database.pool("qm_coordinator");
  expect((await pool.query("select * from outbox where msg_id = 'foreign'")).rows).toEqual([]);
  expect((await pool.query("delete from outbox where msg_id = 'foreign'")).rowCount).toBe(0);
  await expect(
    pool.query("insert into outbox (role, tenant, subject, msg_id, body) values ('qm_coordinator_seed', 'demo', 's', 'm', 'b')"),
  ).rejects.toThrow(/permission denied/);
  expect((await database.admin("select * from outbox where msg_id = 'foreign'")).length).toBe(1);
});

test("a message that no stream takes ends its transaction and leaves no row behind", async () => {
  const bus = fakeBus();
  const outbox = createOutbox({ pool: database.pool("qm_coordinator"), bus, log });
  const before = await rows();
  const large = { ...message("large"), body: { text: "ü".repeat(260_000) } };
  const failing = outbox.transaction("demo", async (tx) => {
    tx.send(message("with-it"));
    tx.send(large);
  });
  await expect(failing).rejects.toMatchObject({ code: "message_too_large", retryable: false });
  await outbox.stop();
  expect([await rows(), bus.sent]).toEqual([before, []]);
});
