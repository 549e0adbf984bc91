import { Secret } from "@quartermaster/shared/config";
import { newId } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "../support/build-plan.ts";
import { type Stack, startApprovals } from "../support/start-approvals.ts";
import { type MailCatcher, startMailCatcher } from "../support/start-mail-catcher.ts";

let stack: Stack;
let catcher: MailCatcher;

beforeAll(async () => {
  catcher = await startMailCatcher();
  stack = await startApprovals({
    notifications: {
      consoleUrl: "https://console.example.com",
      egressAllow: new Set(),
      egressCaFile: undefined,
      mail: { url: new Secret(catcher.url), from: "quartermaster@example.com", caFile: catcher.caFile },
      mailDomains: ["example.com"],
    },
  });
});
afterAll(async () => {
  await stack?.stop();
  await catcher?.stop();
});

const EVENTS = ["approval.requested", "approval.decided"];
const put = async (user: string, body: unknown) => await stack.call(user, "PUT", "/v1/me/notifications", { body });
const get = async (user: string) => (await stack.call(user, "GET", "/v1/me/notifications")).body;
const mailsTo = (address: string) => catcher.mails.filter((mail) => mail.to.includes(address));
const confirm = async (user: string, code: string) => await stack.call(user, "POST", "/v1/me/notifications/confirm", { body: { code } });
const codeIn = (text: string | undefined) => /\b\d{8}\b/.exec(text ?? "")?.[0] ?? "";

/** Sets an address and proves it, as a person would. */
async function withMail(user: string, address: string, settings: object = {}): Promise<void> {
  expect((await put(user, { ...settings, email: { address, events: EVENTS } })).status).toBe(200);
  const mail = await until(() => mailsTo(address).at(-1), { what: "the code" });
  expect((await confirm(user, codeIn(mail.parts["text/plain"]))).body.email.confirmed).toBe(true);
}
async function anItem(): Promise<{ id: string; revision: number }> {
  const stepId = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: stepId, agent: "supply", tool: "transfer_stock", args: transferArgs() }),
    ],
  });
  await stack.submit(plan);
  return await stack.item(plan, stepId);
}
const about = (address: string, id: string) => mailsTo(address).filter((mail) => mail.parts["text/plain"]?.includes(id));
const allSpread = async () => (await stack.database.admin("select 1 from notification_notes where spread_at is null")).length === 0;

describe("e-mail", () => {
  it("goes to an address that its reader has proved, over TLS, as text and plain HTML", async () => {
    await withMail("stock.ben", "ben@example.com");
    const item = await anItem();
    const mail = await until(() => about("ben@example.com", item.id)[0], { what: "the mail" });
    expect(mail.secure).toBe(true);
    expect(mail.headers).toMatchObject({ from: ["Quartermaster <quartermaster@example.com>"], to: ["ben@example.com"] });
    expect(mail.headers["auto-submitted"]).toEqual(["auto-generated"]);
    expect(mail.headers["message-id"]?.[0]).toMatch(/^<ntf_\w+@example\.com>$/);
    expect(mail.parts["text/plain"]).toContain(`https://console.example.com/approvals/${item.id}`);
    expect(mail.parts["text/html"]).not.toMatch(/<(?:script|img|style|form|iframe)/i);
    expect((await stack.call("stock.ben", "POST", "/v1/me/notifications/test")).body.channels).toEqual(["email"]);
    await until(() => mailsTo("ben@example.com").some((one) => one.headers.subject?.[0]?.includes("Test of your")), { what: "the test" });
  });

  it("is not sent before that, nor after five wrong codes", async () => {
    expect((await put("transport.cleo", { email: { address: "jo@example.com", events: EVENTS } })).body.email.confirmed).toBe(false);
    const mail = await until(() => mailsTo("jo@example.com")[0], { what: "the code" });
    const right = codeIn(mail.parts["text/plain"]);
    const wrong = right === "00000000" ? "11111111" : "00000000";
    for (let tries = 0; tries < 5; tries++) expect((await confirm("transport.cleo", wrong)).body.code).toBe("code_wrong");
    expect((await confirm("transport.cleo", right)).body).toMatchObject({ code: "code_wrong", errors: [{ path: "body:/code" }] });
    expect((await confirm("transport.cleo", "1")).status).toBe(400);
    expect((await confirm("audit.lena", right)).status).toBe(404);
    // The code is nowhere kept once it was sent, and another address has to wait its minute.
    const kept = await stack.database.admin("select 1 from notification_deliveries where payload like '%' || $1 || '%'", [right]);
    expect(kept).toEqual([]);
    const other = { email: { address: "jo.two@example.com", events: EVENTS } };
    expect(await put("transport.cleo", other)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect((await put("transport.cleo", { email: null })).status).toBe(429);
    await stack.database.admin("update notification_channels set code_sent_at = code_sent_at - interval '2 minutes'");
    expect((await put("transport.cleo", other)).body.email).toMatchObject({ target: "jo.two@example.com", confirmed: false });
  });

  it.each([
    ["a@example.com\r\nBcc: b@example.com", 400, "invalid_request"],
    ["a@example.com, b@example.com", 400, "invalid_request"],
    ["a@elsewhere.example", 422, "mail_domain_refused"],
  ])("refuses the address %j", async (address, status, code) => {
    expect(await put("planner.anna", { email: { address, events: EVENTS } })).toMatchObject({ status, body: { code } });
    expect((await get("planner.anna")).email).toBeNull();
  });

  it("waits for the end of quiet hours, then comes as one digest without what was settled meanwhile", async () => {
    // Quiet hours around now, whatever the time of the test is.
    const clock = (shiftMinutes: number) => new Date(Date.now() + shiftMinutes * 60_000).toISOString().slice(11, 16);
    const quietHours = { from: clock(-120), to: clock(120), timeZone: "UTC", urgentAnyway: false };
    const address = "carla@example.com";
    await stack.call("admin.max", "POST", "/v1/users/stock.carla", { body: { roles: ["stock_manager"] } });
    await withMail("stock.carla", address, { quietHours, language: "de" });
    const before = mailsTo(address).length;
    const items = [await anItem(), await anItem(), await anItem()];
    const [first] = items;
    if (!first) throw new Error("three items were made");
    expect((await stack.decide("stock.ben", first)).status).toBe(200);
    await until(allSpread, { what: "the notes to be spread" });
    const waiting = await stack.database.admin<{ due_at: string }>(
      "select i.due_at from notification_items i join notification_channels c on c.id = i.channel_id where c.target = $1 and not i.done",
      [address],
    );
    expect(waiting.map((row) => new Date(row.due_at).toISOString().slice(11, 16))).toEqual(Array(3).fill(quietHours.to));
    expect(mailsTo(address)).toHaveLength(before);
    await stack.database.admin("update notification_items set due_at = now() where not done");
    const digest = await until(() => mailsTo(address)[before], { what: "the digest" });
    expect(digest.headers.subject?.[0]).toBe("[Quartermaster] 2 Meldungen aus der Freigabeliste");
    const text = digest.parts["text/plain"];
    expect([text?.includes(first.id), ...items.slice(1).map((item) => text?.includes(item.id))]).toEqual([false, true, true]);
    expect(text).toContain("1 weitere hat sich inzwischen erledigt");
    expect(mailsTo(address)).toHaveLength(before + 1);
  });

  it("that the mail server refuses for now is sent again under the same id", async () => {
    catcher.busy = true;
    const item = await anItem();
    const state = async () =>
      await stack.database.admin<{ attempts: number; state: string; message_id: string }>(
        "select d.attempts, d.state, d.message_id from notification_deliveries d where d.payload like '%' || $1 || '%'",
        [item.id],
      );
    const failed = await until(async () => (await state()).find((one) => one.attempts === 1), { what: "the first attempt" });
    await until(
      async () => (await stack.database.admin("select 1 from notification_attempts where outcome = 'unavailable' and not ok")).length > 0,
      { what: "the log" },
    );
    catcher.busy = false;
    await stack.database.admin("update notification_deliveries set next_at = now() where state = 'waiting'");
    const mail = await until(() => about("ben@example.com", item.id)[0], { what: "the mail" });
    expect(mail.headers["message-id"]).toEqual([`<${failed.message_id}@example.com>`]);
  });
});
