import { type Pool, type Tx, transaction } from "@quartermaster/shared/db";
import type { Egress } from "@quartermaster/shared/egress";
import { AppError } from "@quartermaster/shared/errors";
import type { ReachFaultPoint } from "@quartermaster/shared/faults";
import type { Logger } from "@quartermaster/shared/log";
import type { SealRing } from "@quartermaster/shared/signing";
import type { Channel } from "../settings/channel.ts";
import { DEFAULT_SETTINGS, OwnSettings } from "../settings/own-settings.ts";
import { openSecret } from "../settings/secret-of.ts";
import { pauseAfter } from "./backoff.ts";
import type { Mailer } from "./create-mailer.ts";
import { mailOf } from "./mail-of.ts";
import type { Message } from "./message.ts";
import { signWebhook } from "./sign-webhook.ts";

export interface SendDeps {
  pool: Pool;
  egress: Egress;
  /** Opens the webhooks' secrets. */
  ring: SealRing;
  /** Absent when the installation sends no mail. */
  mailer: Mailer | undefined;
  faults: ReachFaultPoint;
  log: Pick<Logger, "warn">;
}

interface Claimed extends Pick<Channel, "kind" | "target" | "owner" | "secret" | "old_secret"> {
  id: string;
  channel_id: string;
  message_id: string;
  type: string;
  payload: string;
  attempts: number;
  old_is_good: boolean;
  settings: unknown;
}

interface Outcome {
  ok: boolean;
  outcome: string;
  /** True when the receiver says that it is gone for good. */
  gone: boolean;
  millis: number;
}

/** Longer than any attempt may take. */
const LEASE_SECONDS = 90;
const AT_ONCE = 8;
/** Deliveries of one channel at once: a slow receiver must not take all places of its tenant. */
const AT_ONCE_A_CHANNEL = 2;
/** So many deliveries in a row that failed for good, each after a day of attempts, end a channel. */
const MOST_FAILURES = 5;

// Per channel the oldest few that are due, by index; those under another replica's claim count, and so keep their channel's places.
const CLAIM = `with due as (
    select d.id from notification_channels c cross join lateral (
      select o.id from notification_deliveries o where o.channel_id = c.id and o.state = 'waiting' and o.next_at <= now() order by o.id limit ${AT_ONCE_A_CHANNEL}
    ) oldest join notification_deliveries d on d.id = oldest.id
    where c.tenant = $1 and c.stopped is null and (c.confirmed or d.type = 'notifications.confirm')
      and d.state = 'waiting' and (d.lease_until is null or d.lease_until < now())
    order by d.next_at, d.id limit ${AT_ONCE} for update of d skip locked)
  update notification_deliveries d set attempts = d.attempts + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
  from due, notification_channels c left join notification_settings s on s.tenant = c.tenant and s.user_id = c.owner
  where d.id = due.id and c.id = d.channel_id
  returning d.id, d.channel_id, d.message_id, d.type, d.payload, d.attempts, c.kind, c.target, c.owner, c.secret, c.old_secret,
    coalesce(c.old_secret_until > now(), false) as old_is_good, s.body as settings`;
const LOG = `insert into notification_attempts (tenant, delivery_id, number, ok, outcome, millis) values ($1, $2, $3, $4, $5, $6) on conflict do nothing`;
const SENT = `update notification_deliveries set state = 'sent', ended_at = now(), lease_until = null,
  payload = case when type = 'notifications.confirm' then '' else payload end where id = $1 and state = 'waiting'`;
const AGAIN = `update notification_deliveries set next_at = now() + make_interval(secs => $2::float / 1000.0), lease_until = null where id = $1 and state = 'waiting'`;
const FAILED =
  "update notification_deliveries set state = 'failed', ended_at = now(), lease_until = null where id = $1 and state = 'waiting'";
const CHANNEL_WORKS = "update notification_channels set failures = 0 where id = $1 and failures > 0";
const CHANNEL_FAILS = `update notification_channels set failures = failures + 1,
  stopped = case when $2 then 'gone' when failures + 1 >= ${MOST_FAILURES} then 'failing' else stopped end where id = $1 returning stopped`;
// What a channel that ended still had to tell would be old news when it is started again.
const CHANNEL_ENDS = [
  "update notification_deliveries set state = 'failed', ended_at = now() where channel_id = $1 and state = 'waiting'",
  "update notification_items set done = true where channel_id = $1 and not done",
];

async function sendOne(deps: SendDeps, tenant: string, claimed: Claimed): Promise<Omit<Outcome, "millis">> {
  try {
    if (claimed.kind === "email") {
      if (!deps.mailer) throw new AppError("mail_not_set_up");
      const language = (OwnSettings.safeParse(claimed.settings).data ?? DEFAULT_SETTINGS).language;
      await deps.mailer.send(claimed.target, claimed.message_id, mailOf(JSON.parse(claimed.payload) as Message, language));
      return { ok: true, outcome: "accepted", gone: false };
    }
    const secrets = [claimed.secret, claimed.old_is_good ? claimed.old_secret : null]
      .filter((secret) => secret !== null)
      .map((secret) => openSecret(deps.ring, { tenant, id: claimed.channel_id }, secret));
    const headers = {
      "content-type": "application/json",
      "user-agent": "Quartermaster",
      ...signWebhook(secrets, claimed.message_id, Date.now(), claimed.payload),
    };
    const status = await deps.egress.post({ url: claimed.target, headers, body: claimed.payload });
    return { ok: status >= 200 && status < 300, outcome: String(status), gone: status === 410 };
  } catch (error) {
    if (!AppError.isInstance(error)) deps.log.warn({ err: error, deliveryId: claimed.id }, "delivery failed in an unknown way");
    return { ok: false, outcome: AppError.isInstance(error) ? error.code : "internal", gone: false };
  }
}

async function record(tx: Tx, tenant: string, claimed: Claimed, outcome: Outcome): Promise<void> {
  await tx.query(LOG, [tenant, claimed.id, claimed.attempts, outcome.ok, outcome.outcome, outcome.millis]);
  if (outcome.ok) {
    await tx.query(SENT, [claimed.id]);
    await tx.query(CHANNEL_WORKS, [claimed.channel_id]);
    return;
  }
  const pause = outcome.gone ? null : pauseAfter(claimed.attempts, Math.random());
  if (pause !== null) {
    await tx.query(AGAIN, [claimed.id, pause]);
    return;
  }
  await tx.query(FAILED, [claimed.id]);
  const channel = (await tx.query<{ stopped: string | null }>(CHANNEL_FAILS, [claimed.channel_id, outcome.gone])).rows[0];
  if (channel?.stopped) for (const text of CHANNEL_ENDS) await tx.query(text, [claimed.channel_id]);
}

/**
 * Sends what is due of a tenant. A claim holds for a while only: when this process dies after sending and before saying so, the
 * message is sent again with the same id. Returns how many were sent or tried.
 */
export async function sendDeliveries(deps: SendDeps, tenant: string): Promise<number> {
  const claimed = await transaction(
    deps.pool,
    tenant,
    async (tx) => (await tx.query<Claimed & Record<string, unknown>>(CLAIM, [tenant])).rows,
  );
  await Promise.all(
    claimed.map(async (one) => {
      const begun = Date.now();
      const outcome = { ...(await sendOne(deps, tenant, one)), millis: 0 };
      outcome.millis = Date.now() - begun;
      await deps.faults("approvals.afterNotificationSent");
      await transaction(deps.pool, tenant, async (tx) => await record(tx, tenant, one, outcome));
    }),
  );
  return claimed.length;
}
