import { isIP } from "node:net";
import { plainRefusal } from "../oracles/plain-refusal.ts";
import type { Answer } from "./api.ts";

type Ask = (user: string, path: string, body?: unknown) => Promise<Answer>;

export interface WebhookTrial {
  /** The code that the address was refused with, naming the field; null when it was taken or refused without a word. */
  code: string | null;
  breaches: string[];
}

/** An address that an admin may well give: https to a name, nobody signed in. */
function mayBeGiven(address: string): boolean {
  if (!URL.canParse(address) || /[\s\p{C}\\]/u.test(address)) return false;
  const { protocol, username, hostname } = new URL(address);
  return protocol === "https:" && username === "" && isIP(hostname.replace(/^\[|\]$/g, "")) === 0 && hostname.includes(".");
}

/** Gives the attacker's address to the route for webhooks, as the one who asks and as an admin, who may have webhooks. */
export async function tryWebhook(ask: Ask, url: string, requester: string, admin: string): Promise<WebhookTrial> {
  const body = { url, events: ["approval.requested"] };
  const own = await ask(requester, "/v1/notifications/webhooks", body);
  const allowed = await ask(admin, "/v1/notifications/webhooks", body);
  const code = plainRefusal(allowed.body, "url");
  return {
    code,
    breaches: [
      ...(own.status === 403 || own.status === 422 ? [] : [`a requester's webhook answered ${own.status}`]),
      ...((allowed.status === 422 && code !== null) || (allowed.status === 201 && mayBeGiven(url))
        ? []
        : [`the address was not refused as a webhook by name: ${allowed.status}`]),
    ],
  };
}
