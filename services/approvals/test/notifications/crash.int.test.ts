import { spawn } from "node:child_process";
import { join } from "node:path";
import { transaction } from "@quartermaster/shared/db";
import { createEgress, readAllowList } from "@quartermaster/shared/egress";
import { createLogger } from "@quartermaster/shared/log";
import { createSealRing, withNewSealKey } from "@quartermaster/shared/signing";
import { cloneDatabase, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Card } from "../../src/card/card.ts";
import { createNotifier } from "../../src/notifications/delivery/create-notifier.ts";
import { noteOf } from "../../src/notifications/notes/notes-of-change.ts";
import { storeNotes } from "../../src/notifications/notes/store-notes.ts";
import { addChannel } from "../../src/notifications/settings/channel-store.ts";
import { anApproval } from "../support/build-picture.ts";
import { type Receiver, startReceiver } from "../support/start-receiver.ts";

const NOTIFIER = join(import.meta.dirname, "../support/run-notifier.ts");
const CARD = { headline: "Move 60 PCE" } as Card;
const file = withNewSealKey(null);
const ring = createSealRing(() => file);
let database: TestDatabase;
let receiver: Receiver;

beforeAll(async () => {
  [database, receiver] = await Promise.all([cloneDatabase("approvals"), startReceiver()]);
  const channel = { tenant: "demo", id: "chn_1", owner: null, kind: "webhook", target: receiver.url, created_by: "admin.max" } as const;
  await transaction(
    database.pool("qm_approvals"),
    "demo",
    async (tx) => await addChannel(tx, ring, { ...channel, events: ["approval.requested"] }),
  );
});
afterAll(async () => {
  await receiver?.stop();
  await database?.drop();
});

/** Runs a notifier in a process of its own that dies at a fault point. @returns the signal that ended it, or its exit code. */
const runUntil = async (fault: string): Promise<string | number | null> =>
  await new Promise((done, fail) => {
    const own = { RING: JSON.stringify(file), DATABASE: database.url("qm_approvals"), ALLOW: receiver.host };
    const env = { ...process.env, ...own, CA_FILE: receiver.caFile, FAULT: fault };
    const child = spawn(process.execPath, ["--conditions=@quartermaster/source", "--import", "tsx", NOTIFIER], {
      env,
      stdio: ["ignore", "ignore", "inherit"],
      timeout: 55_000,
    });
    child.once("error", fail);
    child.once("exit", (code, signal) => done(signal ?? code));
  });
/** Another replica's notifier: rounds until there is nothing to do. */
async function tellAll(): Promise<void> {
  const notifier = createNotifier({
    pool: database.pool("qm_approvals", { max: 2 }),
    egress: createEgress({ allow: readAllowList(receiver.host), ca: [receiver.ca] }),
    ring,
    mailer: undefined,
    faults: async () => {},
    log: createLogger({}, "silent"),
    consoleUrl: undefined,
  });
  for (let rounds = 0; rounds < 20 && (await notifier.round()); rounds++);
}
const note = async (key: string, breaks = false): Promise<void> => {
  await transaction(database.pool("qm_approvals"), "demo", async (tx) => {
    await storeNotes(tx, "demo", [noteOf("approval.requested", anApproval({ id: `apr_${key}`, card: CARD }), key)]);
    if (breaks) throw new Error("the change failed");
  });
};
const sentAbout = (id: string) => receiver.received.filter((message) => message.body.includes(id));

it("a message whose sender dies before it can say so comes once more, with the same id and text, and then never again", async () => {
  await note("one");
  expect(await runUntil("approvals.afterNotificationSent:kill")).toBe("SIGKILL");
  expect(sentAbout("apr_one")).toHaveLength(1);
  // Until the claim of the dead one runs out nobody else sends it.
  await tellAll();
  expect(sentAbout("apr_one")).toHaveLength(1);
  await database.admin("update notification_deliveries set lease_until = now() - interval '1 second' where state = 'waiting'");
  await tellAll();
  const both = sentAbout("apr_one");
  expect(both).toHaveLength(2);
  expect(new Set(both.map((message) => `${message.headers["webhook-id"]} ${message.body}`)).size).toBe(1);
  await tellAll();
  expect(sentAbout("apr_one")).toHaveLength(2);
});

it("what happened while no notifier ran is told when one does; what was rolled back never is, and the same happening once", async () => {
  await note("kept");
  await note("kept");
  await expect(note("undone", true)).rejects.toThrow("the change failed");
  expect(sentAbout("apr_kept")).toEqual([]);
  await tellAll();
  expect([sentAbout("apr_kept").length, sentAbout("apr_undone").length]).toEqual([1, 0]);
});

it("tells nobody who may not sign in any more, also not of what collected before", async () => {
  await database.admin("insert into users (tenant, id, roles, active) values ('demo', 'stock.gone', '{stock_manager}', false)");
  const channel = { tenant: "demo", id: "chn_2", owner: "stock.gone", kind: "webhook", target: `${receiver.url}&own=1` } as const;
  await transaction(database.pool("qm_approvals"), "demo", async (tx) => {
    await addChannel(tx, ring, { ...channel, created_by: "stock.gone", events: ["approval.requested"] });
    await storeNotes(tx, "demo", [noteOf("approval.requested", anApproval({ id: "apr_gone", card: CARD }), "gone")]);
    await tx.query(
      "insert into notification_items (tenant, channel_id, note_id, due_at) select 'demo', 'chn_2', id, now() from notification_notes where approval_id = 'apr_gone'",
    );
  });
  await tellAll();
  expect(sentAbout("apr_gone").map((message) => message.path)).toEqual(["/hook?of=tests"]);
  expect(await database.admin("select 1 from notification_items where channel_id = 'chn_2' and not done")).toEqual([]);
});

it("two notifiers at once send each message once", async () => {
  for (let n = 0; n < 12; n++) await note(`both${n}.`);
  await Promise.all([tellAll(), tellAll()]);
  await tellAll();
  expect(Array.from({ length: 12 }, (_, n) => sentAbout(`apr_both${n}.`).length)).toEqual(Array(12).fill(1));
});
