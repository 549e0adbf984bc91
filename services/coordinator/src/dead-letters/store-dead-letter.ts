import type { BusMessage } from "@quartermaster/shared/bus";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import type { CoordinatorContext } from "../coordinator-context.ts";

/** Characters of a body that are kept: enough to see what it was. */
const MAX_BODY = 4_000;
const INSERT = `insert into dead_letters (tenant, stream, sequence, subject, code, detail, body, body_length, delivery_count)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (stream, sequence, subject) do nothing`;
const TENANT = /^qm\.(?:result|receipt)\.[^.]+\.([A-Za-z0-9_-]{1,64})\.|^qm\.decision\.([A-Za-z0-9_-]{1,64})\./;

/** Keeps a message that is never acted on; it is ended on the bus once this is committed. */
export async function storeDeadLetter(
  context: Pick<CoordinatorContext, "pool" | "log">,
  message: BusMessage,
  code: string,
  detail: string,
): Promise<void> {
  const { subject, stream, sequence, deliveryCount } = message;
  const named = TENANT.exec(subject);
  const tenant = named?.[1] ?? named?.[2] ?? ALL_TENANTS;
  // A NUL cannot be stored as text; the letter is for people to read, not to be replayed byte for byte.
  const clean = (text: string, most: number) => text.slice(0, most).replaceAll("\u0000", "\\u0000");
  const values = [
    tenant,
    stream,
    sequence,
    subject,
    code,
    clean(detail, 2_000),
    clean(message.body, MAX_BODY),
    message.body.length,
    deliveryCount,
  ];
  const stored = await transaction(context.pool, ALL_TENANTS, (tx) => tx.query({ name: "dead-letter-insert", text: INSERT, values }));
  if (stored.rowCount !== 1) return;
  context.log.error({ subject, stream, sequence, code, detail }, "a message is kept as a dead letter");
}
