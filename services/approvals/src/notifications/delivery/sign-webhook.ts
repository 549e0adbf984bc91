import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

/** A new key of a webhook, in the form of Standard Webhooks: `whsec_` and 32 random bytes. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(32).toString("base64")}`;

/**
 * Headers of Standard Webhooks: id, time and one signature for each key that is good now.
 * @param secrets newest first; the one before a change stands beside it, so that a receiver loses nothing while it changes.
 * @param now milliseconds of this attempt.
 */
export function signWebhook(secrets: readonly string[], id: string, now: number, body: string): Record<string, string> {
  const timestamp = Math.floor(now / 1_000).toString();
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
