import type { ScheduledChange } from "@quartermaster/events";
import { lockRows, postStock } from "./stock-postings.ts";

/**
 * The next reservation that ended. One that had ended before this system took its stock over is left to people, who may release it
 * without approval: its units may have left long ago.
 */
const DUE = `select r.id, r.stock, trim_scale(r.quantity)::text as quantity from reservations r
  where r.tenant = $1 and r.state = 'active' and r.expires_at <= $2::timestamptz
    and not exists (select from stock_ledger l where l.tenant = r.tenant and l.stock = r.stock and l.cause_type = 'seed' and l.at >= r.expires_at)
    and not exists (select from transfers t where t.tenant = r.tenant and t.reservation = r.id)
    and r.id <> all ($3)
  order by r.expires_at, r.id limit 1 for update of r skip locked`;

/** Gives back what a reservation held once its time is over. */
export const reservationExpiry: ScheduledChange = {
  name: "reservation_expiry",
  async next({ tx, tenant, businessNow, causeId, skip }) {
    const { rows } = await tx.query<{ id: string; stock: string; quantity: string }>(DUE, [tenant, businessNow, skip]);
    const [reservation] = rows;
    if (!reservation) return null;
    const { id, stock, quantity } = reservation;
    return {
      subject: id,
      entities: [id, stock],
      async apply() {
        // Here and not before: a row that is in use fails this reservation, which is named by now and passed over for the others.
        await lockRows(tx, [stock]);
        const updated = await tx.query<{ version: number }>(
          "update reservations set state = 'expired', quantity = 0, version = version + 1 where id = $1 returning version",
          [id],
        );
        const cause = { tx, tenant, causeId, causeType: "scheduled_change" as const, at: businessNow };
        const records = [{ record: id, version: updated.rows[0]?.version ?? 0 }];
        records.push(...(await postStock([{ stock, onHand: "0", reserved: `-${quantity}` }], cause)));
        return { records, undo: null };
      },
    };
  },
};
