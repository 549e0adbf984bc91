import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { Operation } from "./openapi.ts";

const Events = z
  .array(
    z.enum(["approval.requested", "approval.expiring", "approval.escalated", "approval.decided", "approval.expired", "approval.stale"]),
  )
  .min(1);
const QuietHours = z.strictObject({ from: z.string(), to: z.string(), timeZone: z.string(), urgentAnyway: z.boolean().optional() });
const Own = z.strictObject({
  language: z.enum(["en", "de"]).optional(),
  quietHours: QuietHours.nullish(),
  digestMinutes: z.union([z.literal(0), z.literal(15), z.literal(30), z.literal(60), z.literal(120), z.literal(240)]).optional(),
  email: z.strictObject({ address: z.string(), events: Events }).nullish(),
  webhook: z.strictObject({ url: z.string().max(2_000), events: Events }).nullish(),
});
const Deliveries = z.strictObject({
  channel: z.string().optional(),
  state: z.enum(["waiting", "sent", "failed"]).optional(),
  limit: wholeNumber(1, 200).optional(),
  cursor: z.string().optional(),
});
const webhooks = "/v1/notifications/webhooks";

/** The calls about notifications, which go on to the approvals service; see `docs/notifications.md`. */
export const NOTIFICATION_OPERATIONS: Operation[] = [
  { method: "get", path: "/v1/me/notifications", summary: "How you are told, and which ways there are" },
  { method: "put", path: "/v1/me/notifications", summary: "Set how you are told; replaces what was there", body: Own },
  {
    method: "post",
    path: "/v1/me/notifications/confirm",
    summary: "Confirm your e-mail address with the code of the mail",
    body: z.strictObject({ code: z.string() }),
  },
  { method: "post", path: "/v1/me/notifications/test", summary: "Send yourself a test", status: 202 },
  { method: "get", path: "/v1/me/notifications/deliveries", summary: "What was sent to you, with every attempt", query: Deliveries },
  { method: "get", path: webhooks, summary: "The company's webhooks (admins, auditors)" },
  {
    method: "post",
    path: webhooks,
    summary: "Make a webhook; the answer holds its key, once (admins)",
    body: z.strictObject({ url: z.string().max(2_000), events: Events }),
    status: 201,
  },
  { method: "put", path: `${webhooks}/{id}`, summary: "Change what it is told (admins)", body: z.strictObject({ events: Events }) },
  { method: "delete", path: `${webhooks}/{id}`, summary: "End a webhook (admins)", status: 204 },
  {
    method: "post",
    path: `${webhooks}/{id}/secret`,
    summary: "Give a webhook another key (admins)",
    body: z.strictObject({ endOldNow: z.boolean().optional() }),
  },
  { method: "post", path: `${webhooks}/{id}/test`, summary: "Send a test (admins)", status: 202 },
  { method: "get", path: "/v1/notifications/deliveries", summary: "Every message with its attempts (admins, auditors)", query: Deliveries },
  { method: "get", path: "/v1/notifications/hosts", summary: "Where people may have webhooks of their own" },
  {
    method: "put",
    path: "/v1/notifications/hosts",
    summary: "Set where people may have webhooks of their own (admins)",
    body: z.strictObject({ hosts: z.array(z.string()).max(100) }),
  },
];
