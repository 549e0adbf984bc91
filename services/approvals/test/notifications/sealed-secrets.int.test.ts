import { readAllowList } from "@quartermaster/shared/egress";
import { createSealRing, withNewSealKey } from "@quartermaster/shared/signing";
import { until } from "@quartermaster/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startApprovals } from "../support/start-approvals.ts";
import { type Receiver, startReceiver } from "../support/start-receiver.ts";
import { startReplica } from "../support/start-replica.ts";

let stack: Stack;
let receiver: Receiver;
/** The ring's file: every replica reads it at its start, and again for a key that it does not know. */
let file = withNewSealKey(null);
const ring = () => createSealRing(() => file);

beforeAll(async () => {
  receiver = await startReceiver();
  const notifications = {
    consoleUrl: undefined,
    egressAllow: readAllowList(receiver.host),
    egressCaFile: receiver.caFile,
    mail: undefined,
    mailDomains: [],
  };
  stack = await startApprovals({ notifications }, ring());
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.stop();
});

const PATH = "/v1/notifications/webhooks";
const make = async (headers: Record<string, string> = {}) =>
  await stack.call("admin.max", "POST", PATH, { body: { url: receiver.url, events: ["approval.requested"] }, headers });
async function test(id: string) {
  const { messageId } = (await stack.call("admin.max", "POST", `${PATH}/${id}/test`)).body;
  return { messageId, arrived: () => receiver.received.find((message) => message.headers["webhook-id"] === messageId) };
}
async function signedWith(secret: string, id: string): Promise<unknown> {
  const { arrived } = await test(id);
  const message = await until(arrived, { what: "the message" });
  return new Webhook(secret).verify(message.body, message.headers as Record<string, string>);
}
/** Every row of every table of the service, as text. */
async function dump(): Promise<string> {
  const tables = (await stack.database.admin("select tablename from pg_tables where schemaname = 'public'")) as { tablename: string }[];
  const rows = await Promise.all(
    tables.map(async ({ tablename }) => await stack.database.admin(`select t::text as row from ${tablename} t`)),
  );
  return JSON.stringify(rows);
}
const stored = async (id: string) =>
  ((await stack.database.admin("select secret, old_secret from notification_channels where id = $1", [id])) as { secret: string }[])[0]
    ?.secret ?? "";

it("writes no secret of a webhook anywhere in the open, and answers a repeat as the first time", async () => {
  const key = { "idempotency-key": "make-one" };
  const made = await make(key);
  const changed = await stack.call("admin.max", "POST", `${PATH}/${made.body.id}/secret`, {
    body: {},
    headers: { "idempotency-key": "k2" },
  });
  expect([made.status, changed.status]).toEqual([201, 200]);
  expect(changed.body.secret).toMatch(/^whsec_/);
  expect((await make(key)).body).toEqual(made.body);
  const everything = await dump();
  expect(everything).toContain(made.body.id);
  for (const secret of [made.body.secret, changed.body.secret]) {
    expect(everything).not.toContain(secret);
    expect(everything).not.toContain(secret.slice("whsec_".length));
  }
  await expect(signedWith(changed.body.secret, made.body.id)).resolves.toMatchObject({ type: "notifications.test" });
});

it("seals at the start what an earlier version wrote in the open, and forgets it in kept answers", async () => {
  const { body } = await make({ "idempotency-key": "open" });
  await stack.database.admin("update notification_channels set secret = $2, old_secret = $2 where id = $1", [body.id, body.secret]);
  await stack.database.admin("update idempotency_keys set answer = $1 where key = 'open'", [JSON.stringify(body)]);
  const replica = await startReplica(stack, {}, ring());
  await replica.stop();
  expect(await dump()).not.toContain(body.secret);
  expect(await stored(body.id)).toMatch(/^qms1\.seal-/);
  await expect(signedWith(body.secret, body.id)).resolves.toMatchObject({ type: "notifications.test" });
});

it("goes on signing through a rotation of the ring, on replicas of before it too", async () => {
  const { body } = await make();
  const before = await stored(body.id);
  file = withNewSealKey(file);
  const replica = await startReplica(stack, {}, ring());
  const after = await stored(body.id);
  expect([before, after].map((text) => text.split(".")[1])).toEqual([file.keys[1]?.kid, file.keys[0]?.kid]);
  await expect(signedWith(body.secret, body.id)).resolves.toMatchObject({ type: "notifications.test" });
  await replica.stop();
});

it("says of a secret that no key opens which it is, sends nothing, and works again with another secret", async () => {
  const { body } = await make();
  const lost = withNewSealKey(null);
  const namesake = { keys: [{ ...lost.keys[0], kid: file.keys[0]?.kid ?? "" }] } as typeof lost;
  for (const [keys, code] of [
    [lost, "seal_key_unknown"],
    [namesake, "seal_broken"],
  ] as const) {
    const sealed = createSealRing(() => keys).seal(body.secret, `demo/${body.id}`);
    await stack.database.admin("update notification_channels set secret = $2 where id = $1", [body.id, sealed]);
    const { messageId, arrived } = await test(body.id);
    await until(async () => {
      const items = (await stack.call("admin.max", "GET", "/v1/notifications/deliveries")).body.items as { messageId: string }[];
      return JSON.stringify(items.filter((item) => item.messageId === messageId)).includes(code);
    });
    expect(arrived()).toBeUndefined();
    await stack.database.admin("delete from notification_deliveries where channel_id = $1", [body.id]);
  }
  const next = await stack.call("admin.max", "POST", `${PATH}/${body.id}/secret`, { body: { endOldNow: true } });
  await expect(signedWith(next.body.secret, body.id)).resolves.toMatchObject({ type: "notifications.test" });
});
