import type { Principal } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { appendEntry } from "../../ledger/append-entry.ts";

const DELETE = "delete from notification_hosts where tenant = $1 and host <> all($2::text[]) returning host";
const INSERT = "insert into notification_hosts (tenant, host) select $1, unnest($2::text[]) on conflict do nothing returning host";
// What is not allowed any more stops; its owner sees why.
const STOP = `update notification_channels set stopped = 'host_not_listed' where tenant = $1 and owner is not null and kind = 'webhook' and stopped is null
  and substring(target from '^https://([^/?]+)') <> all($2::text[])`;

/** Sets the hosts to which people may have webhooks of their own, and stops those that go elsewhere. */
export async function setHosts(tx: Tx, admin: Principal, hosts: readonly string[]): Promise<void> {
  const removed = (await tx.query<{ host: string }>(DELETE, [admin.tenant, hosts])).rows.map((row) => row.host);
  const added = (await tx.query<{ host: string }>(INSERT, [admin.tenant, hosts])).rows.map((row) => row.host);
  if (removed.length + added.length === 0) return;
  await tx.query(STOP, [admin.tenant, hosts]);
  await appendEntry(tx, admin.tenant, {
    kind: "channel.changed",
    requestId: "",
    planId: "",
    stepId: null,
    subject: "hosts",
    actor: admin.user,
    body: { did: "hosts", added: added.sort(), removed: removed.sort() },
  });
}
