import { newId, type Plan } from "@quartermaster/shared/contracts";
import { readAllowList } from "@quartermaster/shared/egress";
import { until } from "@quartermaster/testing";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "../support/build-plan.ts";
import { type Stack, startApprovals } from "../support/start-approvals.ts";
import { type Received, type Receiver, startReceiver } from "../support/start-receiver.ts";

let stack: Stack;
let receiver: Receiver;
const made: string[] = [];

beforeAll(async () => {
  receiver = await startReceiver();
  const notifications = {
    consoleUrl: "https://console.example.com",
    egressAllow: readAllowList(receiver.host),
    egressCaFile: receiver.caFile,
    mail: undefined,
    mailDomains: [],
  };
  stack = await startApprovals({ notifications });
});
afterAll(async () => {
  await stack?.stop();
  await receiver?.stop();
});
afterEach(async () => {
  for (const id of made.splice(0)) await stack.call("admin.max", "DELETE", `/v1/notifications/webhooks/${id}`);
  receiver.received.length = 0;
  receiver.answers.length = 0;
});

const ALL = ["approval.requested", "approval.decided", "approval.expired", "approval.stale"];
async function aWebhook(events = ALL, user = "admin.max") {
  const answer = await stack.call(user, "POST", "/v1/notifications/webhooks", { body: { url: receiver.url, events } });
  expect(answer.status).toBe(201);
  if (user === "admin.max") made.push(answer.body.id);
  return answer.body as { id: string; secret: string };
}
async function anItem(): Promise<{ plan: Plan; item: { id: string; revision: number } }> {
  const stepId = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
    ],
  });
  await stack.submit(plan);
  return { plan, item: await stack.item(plan, stepId) };
}
const ofItem = (id: string) => receiver.received.filter((message) => message.body.includes(id));
const verified = (secret: string, message: Received) =>
  new Webhook(secret).verify(message.body, message.headers as Record<string, string>) as { type: string; data: Record<string, unknown> };
const deliveries = async (query: string) => (await stack.call("admin.max", "GET", `/v1/notifications/deliveries${query}`)).body.items;
/** Makes a waiting attempt due now instead of after its pause. */
const hurry = async () =>
  await stack.database.admin("update notification_deliveries set next_at = now(), lease_until = null where state = 'waiting'");

describe("a company's webhook", () => {
  it("gets what happens to an item, signed as Standard Webhooks says, each once", async () => {
    const { secret } = await aWebhook();
    const { item } = await anItem();
    await until(() => ofItem(item.id).length === 1, { what: "the new item" });
    expect((await stack.decide("stock.ben", item)).status).toBe(200);
    await until(() => ofItem(item.id).length === 2, { what: "the decision" });
    const [asked, decided] = ofItem(item.id).map((message) => verified(secret, message));
    expect(asked).toMatchObject({
      type: "approval.requested",
      data: { approvalId: item.id, tool: "transfer_stock", state: "pending", roles: ["stock_manager"] },
    });
    expect(asked?.data.url).toBe(`https://console.example.com/approvals/${item.id}`);
    expect(decided).toMatchObject({ type: "approval.decided", data: { decision: "approve", decidedBy: "stock.ben", state: "approved" } });
    expect(() => verified(`whsec_${Buffer.alloc(32).toString("base64")}`, ofItem(item.id)[0] as Received)).toThrow();
  });

  it("tries again after a failure, with the same id and body, and keeps a log of it", async () => {
    const { id } = await aWebhook(["approval.requested"]);
    receiver.answers.push(500, { status: 302, headers: { location: `${receiver.url}&elsewhere=1` } });
    const { item } = await anItem();
    for (const attempts of [1, 2])
      await until(
        async () => {
          const [one] = await deliveries(`?channel=${id}`);
          if (one?.log.length >= attempts && one.state === "waiting") await hurry();
          return one?.log.length >= attempts;
        },
        { what: `attempt ${attempts}` },
      );
    await until(async () => (await deliveries(`?channel=${id}`))[0]?.state === "sent", { what: "the delivery" });
    const [one] = await deliveries(`?channel=${id}`);
    expect(one.log.map((attempt: { outcome: string; ok: boolean }) => [attempt.outcome, attempt.ok])).toEqual([
      ["500", false],
      ["302", false],
      ["204", true],
    ]);
    const all = ofItem(item.id);
    expect(all.map((message) => message.path)).toEqual(Array(3).fill("/hook?of=tests"));
    expect(new Set(all.map((message) => `${message.headers["webhook-id"]} ${message.body}`)).size).toBe(1);
    expect(all[0]?.headers["webhook-id"]).toBe(one.messageId);
  });

  it("ends when the receiver says that it is gone, says so, and starts again when an admin changes it", async () => {
    const { id } = await aWebhook(["approval.requested"]);
    receiver.answers.push(410);
    await anItem();
    const find = async () =>
      (await stack.call("audit.lena", "GET", "/v1/notifications/webhooks")).body.items.find((one: { id: string }) => one.id === id);
    await until(async () => (await find()).stopped === "gone", { what: "the end of the webhook" });
    expect((await stack.call("admin.max", "POST", `/v1/notifications/webhooks/${id}/test`)).body.code).toBe("conflict");
    const again = await stack.call("admin.max", "PUT", `/v1/notifications/webhooks/${id}`, { body: { events: ["approval.decided"] } });
    expect(again.body).toMatchObject({ stopped: null, events: ["approval.decided"] });
    const test = await stack.call("admin.max", "POST", `/v1/notifications/webhooks/${id}/test`);
    await until(() => receiver.received.find((message) => message.headers["webhook-id"] === test.body.messageId), { what: "the test" });
  });

  it("carries signatures of both keys for a day after a change, and a second change within it is refused", async () => {
    const { id, secret } = await aWebhook();
    const path = `/v1/notifications/webhooks/${id}`;
    const next = await stack.call("admin.max", "POST", `${path}/secret`, { body: {} });
    const send = async () => {
      const { messageId } = (await stack.call("admin.max", "POST", `${path}/test`)).body;
      return await until(() => receiver.received.find((one) => one.headers["webhook-id"] === messageId), { what: "the test" });
    };
    const both = await send();
    expect([verified(secret, both).type, verified(next.body.secret, both).type]).toEqual(Array(2).fill("notifications.test"));
    expect((await stack.call("admin.max", "POST", `${path}/secret`, { body: {} })).body.code).toBe("conflict");
    const last = await stack.call("admin.max", "POST", `${path}/secret`, { body: { endOldNow: true } });
    const one = await send();
    expect(verified(last.body.secret, one).type).toBe("notifications.test");
    expect(() => verified(next.body.secret, one)).toThrow();
  });

  it("is the admins' to change, the auditors' to see, and no other company's", async () => {
    const { id } = await aWebhook();
    const path = "/v1/notifications/webhooks";
    expect((await stack.call("stock.ben", "GET", path)).body.code).toBe("role_missing");
    expect((await stack.call("audit.lena", "POST", path, { body: { url: receiver.url, events: ALL } })).body.code).toBe("role_missing");
    expect((await stack.call("audit.lena", "GET", path)).body.items.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(JSON.stringify((await stack.call("audit.lena", "GET", path)).body)).not.toContain("whsec_");
    expect((await stack.call("admin.max@t2", "GET", path)).body.items).toEqual([]);
    expect((await stack.call("admin.max@t2", "DELETE", `${path}/${id}`)).status).toBe(404);
    expect((await stack.call("admin.max@t2", "POST", `${path}/${id}/secret`, { body: {} })).status).toBe(404);
    // Entries get their place in the chain a moment after the change.
    const isOurs = (one: { kind: string; subject: string }) => one.kind === "channel.changed" && one.subject === id;
    const ledger = await until(
      async () => {
        const { items } = (await stack.call("audit.lena", "GET", "/v1/ledger?limit=200")).body;
        return items.some(isOurs) ? items : null;
      },
      { what: "the change in the ledger" },
    );
    const entry = ledger.find(isOurs);
    expect(entry).toMatchObject({ actor: "admin.max", body: { did: "added", host: receiver.host } });
    expect(JSON.stringify(ledger)).not.toContain("of=tests");
  });

  it("is made once under an Idempotency-Key, and there are 20 at most", async () => {
    const headers = { "idempotency-key": newId("evt") };
    const body = { url: receiver.url, events: ["approval.expired"] };
    const both = [1, 2].map(async () => await stack.call("admin.max", "POST", "/v1/notifications/webhooks", { body, headers }));
    const [a, b] = await Promise.all(both);
    expect(a?.body).toEqual(b?.body);
    made.push(a?.body.id);
    for (let n = 1; n < 20; n++) await aWebhook(["approval.expired"]);
    expect((await stack.call("admin.max", "POST", "/v1/notifications/webhooks", { body })).body.code).toBe("conflict");
  });

  it.each([
    ["http://hooks.example.com/", "not_https"],
    ["https://127.0.0.1/", "address_forbidden"],
    ["https://169.254.169.254/latest", "address_forbidden"],
    ["https://[::ffff:10.0.0.1]/", "address_forbidden"],
    ["https://user:pass@hooks.example.com/", "credentials"],
  ])("is not made for %s", async (url, reason) => {
    const answer = await stack.call("admin.max", "POST", "/v1/notifications/webhooks", { body: { url, events: ALL } });
    expect(answer).toMatchObject({ status: 422, body: { code: "destination_refused", reason, errors: [{ path: "body:/url" }] } });
  });

  it("is refused without events, with unknown ones and with members that nobody knows, each by name", async () => {
    const post = async (body: unknown) => await stack.call("admin.max", "POST", "/v1/notifications/webhooks", { body });
    for (const body of [
      { url: receiver.url, events: [] },
      { url: receiver.url, events: ["approval.invented"] },
      { url: receiver.url, events: ALL, secret: "mine" },
    ])
      expect(await post(body)).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});

describe("somebody's own webhook", () => {
  const own = async (user: string, webhook: unknown) => await stack.call(user, "PUT", "/v1/me/notifications", { body: { webhook } });
  const ofBen = { url: "", events: ["approval.requested", "approval.decided"] };

  it("goes to hosts that an admin has allowed, and stops when the host is allowed no more", async () => {
    ofBen.url = receiver.url;
    expect((await own("stock.ben", ofBen)).body).toMatchObject({ code: "destination_refused", reason: "host_not_listed" });
    const allow = async (hosts: string[]) => await stack.call("admin.max", "PUT", "/v1/notifications/hosts", { body: { hosts } });
    expect((await stack.call("stock.ben", "PUT", "/v1/notifications/hosts", { body: { hosts: [] } })).body.code).toBe("role_missing");
    expect((await allow(["localhost"])).body).toMatchObject({ code: "destination_refused", errors: [{ path: "body:/hosts/0" }] });
    expect((await allow([receiver.host])).status).toBe(200);
    const made = await own("stock.ben", ofBen);
    expect(made.body.webhookSecret).toMatch(/^whsec_/);
    expect((await own("stock.ben", ofBen)).body.webhookSecret).toBeNull();
    expect((await own("planner.anna", { ...ofBen, events: ["approval.requested", "approval.decided"] })).status).toBe(200);

    const { item } = await anItem();
    await until(() => ofItem(item.id).length === 1, { what: "the one who can decide" });
    expect(verified(made.body.webhookSecret, ofItem(item.id)[0] as Received).type).toBe("approval.requested");
    await stack.decide("stock.ben", item);
    await until(() => ofItem(item.id).length === 2, { what: "the requester" });
    // The second is signed with the requester's key: nobody is told of their own deed.
    expect(() => verified(made.body.webhookSecret, ofItem(item.id)[1] as Received)).toThrow();

    await allow([]);
    expect((await stack.call("stock.ben", "GET", "/v1/me/notifications")).body.webhook.stopped).toBe("host_not_listed");
    expect((await own("stock.ben", null)).body.webhook).toBeNull();
    expect((await own("planner.anna", null)).body.webhook).toBeNull();
  });
});

describe("while nobody wants to be told", () => {
  it("nothing is written", async () => {
    await stack.database.admin("delete from notification_notes");
    const { item } = await anItem();
    await stack.decide("stock.ben", item);
    expect(await stack.database.admin("select * from notification_notes")).toEqual([]);
  });
});
