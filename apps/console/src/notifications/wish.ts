/** What happens that somebody can be told of, in the order in which it is offered. */
export const EVENTS = [
  "approval.requested",
  "approval.expiring",
  "approval.escalated",
  "approval.decided",
  "approval.expired",
  "approval.stale",
] as const;

export const DIGEST_MINUTES = [0, 15, 30, 60, 120, 240] as const;

export interface QuietHours {
  from: string;
  to: string;
  timeZone: string;
  urgentAnyway: boolean;
}

/** Everything that a person can say about how to be told, as `PUT /v1/me/notifications` takes it. */
export interface Wish {
  language: "en" | "de";
  quietHours: QuietHours | null;
  digestMinutes: number;
  email: { address: string; events: string[] } | null;
  webhook: { url: string; events: string[] } | null;
}

interface Stored extends Omit<Wish, "email" | "webhook"> {
  email: { target: string; events: string[] } | null;
  webhook: { target: string; events: string[] } | null;
}

/** What is in force, as the wish that changes nothing. */
export const wishOf = ({ language, quietHours, digestMinutes, email, webhook }: Stored): Wish => ({
  language,
  quietHours,
  digestMinutes,
  email: email && { address: email.target, events: email.events },
  webhook: webhook && { url: webhook.target, events: webhook.events },
});

/** What keeps a wish from being sent, by the field that it is about. */
export type Missing = "address" | "url" | "emailEvents" | "webhookEvents" | "quietHours";

/** What has to be filled in first; the server judges the rest. */
export function missingIn({ email, webhook, quietHours }: Wish): Missing | null {
  if (email && !/^[^@\s]+@[^@\s]+$/.test(email.address.trim())) return "address";
  if (email && email.events.length === 0) return "emailEvents";
  if (webhook && !/^https:\/\/[^/\s]+/.test(webhook.url.trim())) return "url";
  if (webhook && webhook.events.length === 0) return "webhookEvents";
  return quietHours && (quietHours.from === "" || quietHours.to === "" || quietHours.from === quietHours.to) ? "quietHours" : null;
}

/** Quiet hours to begin with: the night where the person is. */
export const firstQuietHours = (): QuietHours => ({
  from: "20:00",
  to: "07:00",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || "Europe/Berlin",
  urgentAnyway: true,
});
