import { newId, type Principal } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { Egress } from "@quartermaster/shared/egress";
import { AppError } from "@quartermaster/shared/errors";
import type { SealRing } from "@quartermaster/shared/signing";
import { z } from "zod";
import { NoteKind } from "../notes/note.ts";
import { type Channel, viewChannel } from "./channel.ts";
import { addChannel, changeChannel, lockChannels, ownChannel, removeChannel } from "./channel-store.ts";
import { gotCodeJustNow, refuseTooSoon, sendCode } from "./confirm-address.ts";
import { MailAddress, refuseOtherDomains } from "./mail-address.ts";
import { DEFAULT_SETTINGS, OwnSettings } from "./own-settings.ts";

export const Events = z.array(NoteKind).min(1).max(NoteKind.options.length);
const WebhookUrl = z.string().min(1).max(2_000);

/** Everything a person can say about how to be told. It replaces what was there. */
export const OwnWish = OwnSettings.extend({
  email: z.strictObject({ address: MailAddress, events: Events }).nullable().default(null),
  webhook: z.strictObject({ url: WebhookUrl, events: Events }).nullable().default(null),
});
export type OwnWish = z.infer<typeof OwnWish>;

export interface OwnSettingsDeps {
  egress: Pick<Egress, "check">;
  /** Seals the webhooks' secrets. */
  ring: SealRing;
  /** Domains that mail may go to; none = any. */
  mailDomains: readonly string[];
  sendsMail: boolean;
}

const READ = "select body from notification_settings where tenant = $1 and user_id = $2";
const WRITE = `insert into notification_settings (tenant, user_id, body) values ($1, $2, $3)
  on conflict (tenant, user_id) do update set body = excluded.body`;
const HOSTS = "select host from notification_hosts where tenant = $1 order by host limit 200";

/** Hosts to which people of the tenant may have webhooks of their own. */
export async function ownWebhookHosts(tx: Tx, tenant: string): Promise<string[]> {
  return (await tx.query<{ host: string }>(HOSTS, [tenant])).rows.map((row) => row.host);
}

/** How somebody is told, as they see it. */
export async function readOwnSettings(tx: Tx, deps: OwnSettingsDeps, viewer: Principal) {
  const stored = (await tx.query<{ body: unknown }>(READ, [viewer.tenant, viewer.user])).rows[0]?.body;
  const settings = OwnSettings.safeParse(stored).data ?? DEFAULT_SETTINGS;
  const email = await ownChannel(tx, viewer.tenant, viewer.user, "email");
  const webhook = await ownChannel(tx, viewer.tenant, viewer.user, "webhook");
  return {
    ...settings,
    email: email && viewChannel(email),
    webhook: webhook && viewChannel(webhook),
    available: { email: deps.sendsMail, webhookHosts: await ownWebhookHosts(tx, viewer.tenant) },
  };
}

async function replaceEmail(tx: Tx, deps: OwnSettingsDeps, viewer: Principal, wish: OwnWish["email"]): Promise<void> {
  const { tenant, user } = viewer;
  const before = await ownChannel(tx, tenant, user, "email");
  if (wish !== null) {
    if (!deps.sendsMail) throw new AppError("mail_not_set_up", { errors: [{ path: "body:/email", message: "no mail server is set" }] });
    refuseOtherDomains(wish.address, deps.mailDomains, "body:/email/address");
  }
  const recent = await gotCodeJustNow(tx, tenant, user);
  if (before && wish?.address === before.target) {
    await changeChannel(tx, user, before, wish.events);
    // The same again soon after is a repeat; later it asks for another code.
    if (!before.confirmed && !recent) await sendCode(tx, before);
    return;
  }
  if (before) {
    // Who could take an address away and name another at once would send codes to as many as they like.
    if (wish !== null || !before.confirmed) refuseTooSoon(recent);
    await removeChannel(tx, user, before);
  }
  if (wish === null) return;
  const made = {
    tenant,
    id: newId("chn"),
    owner: user,
    kind: "email",
    target: wish.address,
    events: wish.events,
    created_by: user,
  } as const;
  await sendCode(tx, await addChannel(tx, deps.ring, made));
}

async function replaceWebhook(tx: Tx, deps: OwnSettingsDeps, viewer: Principal, wish: OwnWish["webhook"]): Promise<Channel | null> {
  const { tenant, user } = viewer;
  const before = await ownChannel(tx, tenant, user, "webhook");
  if (wish !== null) {
    deps.egress.check(wish.url, "body:/webhook/url");
    const { host } = new URL(wish.url);
    if (!(await ownWebhookHosts(tx, tenant)).includes(host))
      throw new AppError("destination_refused", {
        detail: `an admin has to allow webhooks to ${host} first`,
        extra: { reason: "host_not_listed" },
        errors: [{ path: "body:/webhook/url", message: "the host is not one that your company allows" }],
      });
  }
  if (before && wish && new URL(wish.url).href === before.target) {
    await changeChannel(tx, user, before, wish.events);
    return null;
  }
  if (before) await removeChannel(tx, user, before);
  if (wish === null) return null;
  const made = { tenant, id: newId("chn"), owner: user, kind: "webhook", target: wish.url, events: wish.events, created_by: user } as const;
  return await addChannel(tx, deps.ring, made);
}

/**
 * Replaces somebody's own settings. The same again changes nothing. A new e-mail address gets a code first; a new webhook answers with
 * its key, which is not shown again.
 * @throws AppError destination_refused | mail_not_set_up | mail_domain_refused | rate_limited
 */
export async function changeOwnSettings(tx: Tx, deps: OwnSettingsDeps, viewer: Principal, wish: OwnWish) {
  await lockChannels(tx, viewer.tenant);
  const { email, webhook, ...settings } = wish;
  await tx.query(WRITE, [viewer.tenant, viewer.user, JSON.stringify(settings)]);
  await replaceEmail(tx, deps, viewer, email);
  const made = await replaceWebhook(tx, deps, viewer, webhook);
  return { ...(await readOwnSettings(tx, deps, viewer)), webhookSecret: made?.secret ?? null };
}
