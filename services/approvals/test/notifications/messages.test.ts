import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { pauseAfter } from "../../src/notifications/delivery/backoff.ts";
import { mailOf } from "../../src/notifications/delivery/mail-of.ts";
import { messageOf, type TellingOf } from "../../src/notifications/delivery/message.ts";
import { newWebhookSecret, signWebhook } from "../../src/notifications/delivery/sign-webhook.ts";
import { visibleText } from "../../src/notifications/delivery/visible-text.ts";
import { type NoteBody, NoteKind } from "../../src/notifications/notes/note.ts";
import { isTold } from "../../src/notifications/notes/who-is-told.ts";
import { MailAddress, refuseOtherDomains } from "../../src/notifications/settings/mail-address.ts";

const note = (change: Partial<NoteBody> = {}): NoteBody => ({
  requestId: "req_1",
  revision: 1,
  state: "pending",
  agent: "supply",
  tool: "transfer_stock",
  risk: 2,
  headline: "Move 60 PCE of VLV-050 from Hamburg to Valencia",
  requester: "planner.anna",
  decideBy: "2026-01-10T12:00:00.000Z",
  roles: ["stock_manager"],
  approvedBy: [],
  decidedBy: null,
  decision: null,
  reasonCode: null,
  because: null,
  ...change,
});
const telling = (change: Partial<TellingOf> = {}): TellingOf => ({
  kind: "approval.requested",
  approvalId: "apr_1",
  at: "2026-01-10T10:00:00.000Z",
  url: "https://console.example.com/approvals/apr_1",
  ...note(),
  ...change,
});

describe("who is told", () => {
  const ben = { id: "stock.ben", roles: ["stock_manager"] };
  const anna = { id: "planner.anna", roles: ["planner", "stock_manager"] };
  const iris = { id: "ops.iris", roles: ["ops_director"] };
  it.each([
    ["approval.requested", note(), [true, false, false]],
    ["approval.requested", note({ approvedBy: ["stock.ben"], roles: ["stock_manager", "ops_director"] }), [false, false, true]],
    ["approval.expiring", note(), [true, false, false]],
    ["approval.escalated", note({ roles: ["ops_director"] }), [false, false, true]],
    ["approval.expired", note(), [true, true, false]],
    ["approval.decided", note({ approvedBy: ["ops.iris", "stock.ben"], decidedBy: "stock.ben", decision: "approve" }), [false, true, true]],
    ["approval.stale", note({ approvedBy: ["stock.ben"] }), [true, true, false]],
  ] as const)("%s %#: who can decide of questions, requester and approvers of answers, nobody of their own deed", (kind, body, told) => {
    expect([ben, anna, iris].map((person) => isTold(kind, body, person))).toEqual(told);
  });
});

describe("a message", () => {
  it("is the happening itself when there is one, a digest of the newest 50 when there are more", () => {
    expect(messageOf([], 3, "now")).toBeNull();
    expect(messageOf([telling()], 0, "now")).toEqual({ type: "approval.requested", timestamp: "now", data: telling() });
    const many = Array.from({ length: 60 }, (_, n) => telling({ approvalId: `apr_${n}` }));
    const digest = messageOf(many, 2, "now");
    expect(digest).toMatchObject({ type: "notifications.digest", data: { more: 10, settled: 2 } });
    expect(digest?.type === "notifications.digest" && digest.data.items.at(-1)?.approvalId).toBe("apr_59");
  });

  it("is signed so that another implementation of Standard Webhooks takes it, and no changed one", () => {
    const secret = newWebhookSecret();
    const body = JSON.stringify({ type: "approval.requested", data: { headline: "Ωmega → Valencia" } });
    const headers = signWebhook([secret, newWebhookSecret()], "ntf_1", Date.now(), body);
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
    expect(() => new Webhook(secret).verify(body, { ...headers, "webhook-id": "ntf_2" })).toThrow();
    const old = signWebhook([secret], "ntf_1", Date.now() - 3_600_000, body);
    expect(() => new Webhook(secret).verify(body, old)).toThrow();
  });

  it("that fails comes again after longer and longer pauses, a bounded number of times", () => {
    const pauses = Array.from({ length: 8 }, (_, n) => pauseAfter(n + 1, 0));
    expect(pauses.slice(0, 6).every((pause, n) => pause !== null && (n === 0 || pause > (pauses[n - 1] ?? 0)))).toBe(true);
    expect(pauses.slice(6)).toEqual([null, null]);
    expect(pauseAfter(1, 1)).toBeGreaterThan(pauseAfter(1, 0) ?? 0);
  });
});

describe("a mail", () => {
  it("says what happened in the person's language, with a link to the console only", () => {
    const message = messageOf(
      [telling({ kind: "approval.decided", state: "rejected", decision: "reject", decidedBy: "stock.ben" })],
      0,
      "now",
    );
    expect(message).not.toBeNull();
    if (!message) return;
    const english = mailOf(message, "en");
    expect(english.subject).toBe("[Quartermaster] Decided: Move 60 PCE of VLV-050 from Hamburg to Valencia");
    expect(english.text).toContain("Rejected by stock.ben");
    expect(english.text).toContain("https://console.example.com/approvals/apr_1");
    expect(mailOf(message, "de").text).toContain("Abgelehnt von");
  });

  it.each(["en", "de"] as const)("has words for every kind, in %s", (language) => {
    for (const kind of NoteKind.options) {
      const message = messageOf([telling({ kind })], 0, "now");
      expect(message && mailOf(message, language).subject).toMatch(/^\[Quartermaster\] .+: Move 60/);
    }
  });

  it("never holds markup, a link, a line or a hidden character that comes from a record", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.constantFrom(
        '<img src=x onerror="alert(1)">',
        "a\r\nBcc: everybody@example.com",
        "https://evil.example/login",
        "www.evil.example",
        "\u202etxt.exe",
        "a\u0000b\u2028c",
        "pay@evil.example",
        "&lt;script&gt;",
        "\ud800",
      ),
    );
    fc.assert(
      fc.property(hostile, (headline) => {
        const message = messageOf([telling({ headline, url: null })], 0, "now");
        const mail = message && mailOf(message, "en");
        expect(mail?.subject).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(mail?.text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(mail?.text).not.toMatch(/:\/\/|www\.|[^[]@|evil\.example/);
        expect(mail?.html.replaceAll(/<\/?(?:html|head|body|p|strong)>|<!doctype html>|<meta charset="utf-8">/g, "")).not.toMatch(/[<>]/);
      }),
      { numRuns: 300 },
    );
  });

  it("cuts what is too long, and keeps figures and plain words as they are", () => {
    expect([...visibleText("x".repeat(1_000))]).toHaveLength(200);
    expect(visibleText("12.5 kg of Ωmega, 1.000,00 EUR → Çorlu")).toBe("12.5 kg of Ωmega, 1.000,00 EUR → Çorlu");
  });
});

describe("an address", () => {
  it.each(["name@example.com", "first.last+tag@sub.example.co", "N-1_x@example.museum"])("%s is taken", (address) => {
    expect(MailAddress.safeParse(address).success).toBe(true);
  });
  it.each([
    "name",
    "name@localhost",
    "a@example.com, b@example.com",
    "Name <a@example.com>",
    '"a b"@example.com',
    "a@example.com\r\nBcc: b@example.com",
    "a@example.com\n",
    "a\u0000@example.com",
    "a@exam ple.com",
    "a@-example.com",
    "a@example..com",
    "ä@example.com",
    "@example.com",
    `${"a".repeat(65)}@example.com`,
    `a@${"b".repeat(260)}.com`,
  ])("%j is not", (address) => {
    expect(MailAddress.safeParse(address).success).toBe(false);
  });
  it("is at a domain of the company, where those are named", () => {
    expect(() => refuseOtherDomains("a@Example.com", ["example.com"], "body:/x")).not.toThrow();
    expect(() => refuseOtherDomains("a@anywhere.example", [], "body:/x")).not.toThrow();
    expect(() => refuseOtherDomains("a@evil-example.com", ["example.com"], "body:/x")).toThrow("company");
    expect(() => refuseOtherDomains("a@sub.example.com", ["example.com"], "body:/x")).toThrow("company");
  });
});
