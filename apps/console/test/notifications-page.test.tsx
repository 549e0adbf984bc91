// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { NotificationsPage } from "../src/notifications/notifications-page.tsx";
import { missingIn, wishOf } from "../src/notifications/wish.ts";
import { type Asked, click, fill, named, render, settle } from "./support/render.tsx";

const NOTHING = {
  language: "en",
  quietHours: null,
  digestMinutes: 0,
  email: null,
  webhook: null,
  available: { email: true, webhookHosts: ["hooks.example.com"] },
} as const;
const aChannel = (target: string) => ({ id: "chn_1", target, events: ["approval.requested"], confirmed: true, stopped: null, dropped: 0 });
const words = (): string => document.body.textContent ?? "";

function aServer(first: Record<string, unknown>, secret: string | null = null) {
  let stored: Record<string, unknown> = first;
  return ({ method, path, body }: Asked) => {
    if (path.startsWith("/v1/me/notifications/deliveries")) return { body: { items: [], nextCursor: null } };
    if (path.startsWith("/v1/me/notifications/confirm")) {
      if ((body as { code: string }).code !== "12345678") return { status: 409, body: { code: "code_wrong", title: "", detail: "" } };
      stored = { ...stored, email: { ...(stored.email as object), confirmed: true } };
      return { body: {} };
    }
    if (method === "PUT") {
      const wish = body as { webhook: { url: string } | null };
      stored = { ...stored, ...wish, email: null, webhook: wish.webhook && aChannel(wish.webhook.url) };
      return { body: { ...stored, webhookSecret: secret } };
    }
    return path === "/v1/me/notifications" ? { body: stored } : undefined;
  };
}

async function type(label: string, text: string): Promise<void> {
  const field = [...document.querySelectorAll("label")].find((each) => each.textContent?.startsWith(label))?.querySelector("input");
  if (!field) throw new Error(`there is no field "${label}"`);
  await fill(field, text);
}
async function tick(label: string): Promise<void> {
  const box = [...document.querySelectorAll("label")].find((each) => each.textContent === label)?.querySelector("input");
  if (!box) throw new Error(`there is no box "${label}"`);
  await click(box);
}

it.each([
  ["en", "Nothing was sent yet.", "Tell me by e-mail"],
  ["de", "Noch wurde nichts gesendet.", "Per E-Mail melden"],
] as const)("shows how somebody is told, each way off at first (%s)", async (language, nothing, mail) => {
  await render(<NotificationsPage />, { language, answer: aServer(NOTHING) });
  expect(words()).toContain(nothing);
  expect(words()).toContain(mail);
  expect([...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")].some((box) => box.checked)).toBe(false);
});

it("saves what was chosen as one wish, and shows the key of a new webhook this once", async () => {
  const { asked } = await render(<NotificationsPage />, { answer: aServer(NOTHING, "whsec_once") });
  await tick("Call an address of mine");
  expect(words()).toContain("An address that begins with https:// is missing.");
  expect(named("Save").hasAttribute("disabled")).toBe(true);
  await type("Address, https only", " https://hooks.example.com/x ");
  await tick("it expires soon");
  await tick("Quiet hours: tell me nothing then, and all of it at their end");
  await click(named("Save"));
  await settle();
  const put = asked.find((call) => call.method === "PUT");
  expect(put?.body).toMatchObject({
    email: null,
    webhook: { url: "https://hooks.example.com/x", events: ["approval.requested", "approval.decided"] },
    quietHours: { from: "20:00", to: "07:00", urgentAnyway: true },
  });
  expect(words()).toContain("whsec_once");
  expect(words()).toContain("Saved.");
});

it("asks for the code of an address that is not proven, and says when it is wrong", async () => {
  const { asked } = await render(<NotificationsPage />, {
    answer: aServer({ ...NOTHING, email: { ...aChannel("ben@example.com"), confirmed: false } }),
  });
  expect(words()).toContain("Nothing is sent there until you enter the code");
  await type("Code, 8 digits", "0000 0000");
  await click(named("Confirm"));
  await settle();
  expect(words()).toContain("The code is wrong or no longer good.");
  await type("Code, 8 digits", "12345678");
  await click(named("Confirm"));
  await settle();
  expect(asked.filter((call) => call.path.endsWith("/confirm"))).toHaveLength(2);
  expect(words()).not.toContain("Nothing is sent there until");
});

it("says why a way is not to be had, and that a stopped one tells nothing", async () => {
  const stopped = { ...aChannel("https://hooks.example.com/"), stopped: "gone" };
  await render(<NotificationsPage />, { answer: aServer({ ...NOTHING, webhook: stopped, available: { email: false, webhookHosts: [] } }) });
  expect(words()).toContain("This installation sends no e-mail.");
  expect(words()).toContain("An admin has to allow a host first.");
  expect(words()).toContain("Nothing is sent there any more");
});

it("knows what is missing of a wish before the server is asked", () => {
  const wish = wishOf({ ...NOTHING, language: "en" });
  expect(missingIn(wish)).toBeNull();
  expect(missingIn({ ...wish, email: { address: "ben", events: ["approval.decided"] } })).toBe("address");
  expect(missingIn({ ...wish, email: { address: "ben@example.com", events: [] } })).toBe("emailEvents");
  expect(missingIn({ ...wish, webhook: { url: "http://x", events: ["approval.decided"] } })).toBe("url");
  const night = { from: "22:00", to: "22:00", timeZone: "Europe/Berlin", urgentAnyway: false };
  expect(missingIn({ ...wish, quietHours: night })).toBe("quietHours");
});
