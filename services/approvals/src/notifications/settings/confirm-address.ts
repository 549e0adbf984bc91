import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { storeDeliveries } from "../delivery/collect-items.ts";
import type { Channel } from "./channel.ts";

const VALID_MINUTES = 30;
const MOST_TRIES = 5;
/** Between two codes of one person: nobody's mailbox is filled by somebody who changes the address again and again. */
const PAUSE_SECONDS = 60;

const DIGITS = 8;
const hashOf = (id: string, code: string): Buffer => createHash("sha256").update(`${id}/${code}`).digest();

interface CodeRow extends Channel {
  code_hash: string | null;
  code_tries: number;
  recent: boolean;
  valid: boolean;
}

const READ = `select c.*, coalesce(code_sent_at > now() - interval '${PAUSE_SECONDS} seconds', false) as recent,
  coalesce(code_sent_at > now() - interval '${VALID_MINUTES} minutes', false) as valid
  from notification_channels c where tenant = $1 and owner = $2 and kind = 'email' for update`;
const NEW_CODE = "update notification_channels set code_hash = $3, code_sent_at = now(), code_tries = 0 where tenant = $1 and id = $2";
const FORGET_CODES = `delete from notification_deliveries where channel_id = $1 and type = 'notifications.confirm' and state = 'waiting'`;
const TRIED = "update notification_channels set code_tries = code_tries + 1 where tenant = $1 and id = $2";
const CONFIRM = "update notification_channels set confirmed = true, code_hash = null where tenant = $1 and id = $2 returning *";

/** True when a code was sent to this person less than a minute ago. */
export async function gotCodeJustNow(tx: Tx, tenant: string, user: string): Promise<boolean> {
  return (await tx.query<CodeRow & Record<string, unknown>>(READ, [tenant, user])).rows[0]?.recent ?? false;
}

/** @throws AppError rate_limited */
export function refuseTooSoon(recent: boolean): void {
  if (recent) throw new AppError("rate_limited", { detail: "a code was sent less than a minute ago", retryAfterSeconds: PAUSE_SECONDS });
}

/** Sends a code to an address, which proves that whoever wants mail there reads it. */
export async function sendCode(tx: Tx, channel: Channel): Promise<void> {
  const code = randomInt(10 ** DIGITS)
    .toString()
    .padStart(DIGITS, "0");
  await tx.query(FORGET_CODES, [channel.id]);
  await tx.query(NEW_CODE, [channel.tenant, channel.id, hashOf(channel.id, code).toString("hex")]);
  const message = {
    type: "notifications.confirm" as const,
    timestamp: new Date().toISOString(),
    data: { code, validMinutes: VALID_MINUTES },
  };
  await storeDeliveries(tx, channel.tenant, [{ channelId: channel.id, messageId: newId("ntf"), message }]);
}

/** What came of a code. A wrong one is counted, which has to be kept: the caller throws after the transaction. */
export async function tryCode(tx: Tx, tenant: string, user: string, code: string): Promise<"confirmed" | "wrong" | "no_address"> {
  const row = (await tx.query<CodeRow & Record<string, unknown>>(READ, [tenant, user])).rows[0];
  if (!row) return "no_address";
  if (row.confirmed) return "confirmed";
  if (row.code_hash === null || !row.valid || row.code_tries >= MOST_TRIES) return "wrong";
  await tx.query(TRIED, [tenant, row.id]);
  if (!timingSafeEqual(hashOf(row.id, code), Buffer.from(row.code_hash, "hex"))) return "wrong";
  await tx.query(CONFIRM, [tenant, row.id]);
  return "confirmed";
}
