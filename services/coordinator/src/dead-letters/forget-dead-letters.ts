import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";

/** Rows that are kept of one kind of message of one tenant: a sender that repeats itself pushes out only its own. */
const MOST_OF_A_KIND = 1_000;

const OLD =
  "delete from dead_letters where id in (select id from dead_letters where at < now() - interval '30 days' order by at limit 5000)";
const TOO_MANY = `delete from dead_letters where id in (select id from (select id, row_number() over (
    partition by tenant, split_part(subject, '.', 2), split_part(subject, '.', 3) order by id desc) as place from dead_letters) as ranked
  where place > $1 limit 5000)`;

/** Deletes what is older than a month or more than people would read; a bounded part of it at a time. */
export async function forgetDeadLetters(pool: Pool, mostOfAKind = MOST_OF_A_KIND): Promise<void> {
  await transaction(pool, ALL_TENANTS, async (tx) => {
    await tx.query(OLD);
    await tx.query(TOO_MANY, [mostOfAKind]);
  });
}
