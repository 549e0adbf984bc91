import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { SealRing } from "@quartermaster/shared/signing";
import { newWebhookSecret } from "../delivery/sign-webhook.ts";
import type { Channel } from "./channel.ts";
import { recordChannel } from "./channel-store.ts";
import { placeOf } from "./secret-of.ts";

const CHANGE = `update notification_channels set secret = $3, old_secret = case when $4 then null else secret end,
  old_secret_until = case when $4 then null else now() + interval '1 day' end
  where tenant = $1 and id = $2 and ($4 or old_secret_until is null or old_secret_until < now()) returning old_secret_until`;

/**
 * Gives a webhook another key. Messages carry a signature of the old one as well for a day, unless it ends now.
 * @throws AppError conflict within that day: the key that the receiver still uses would be forgotten.
 */
export async function newSecret(tx: Tx, ring: SealRing, by: string, channel: Channel, endOldNow: boolean) {
  const secret = newWebhookSecret();
  const values = [channel.tenant, channel.id, ring.seal(secret, placeOf(channel)), endOldNow];
  const row = (await tx.query<{ old_secret_until: string | null }>(CHANGE, values)).rows[0];
  if (!row) throw new AppError("conflict", { detail: "the key was changed less than a day ago; endOldNow ends the older ones at once" });
  await recordChannel(tx, by, "rekeyed", channel);
  return { secret, oldSecretUntil: row.old_secret_until };
}
