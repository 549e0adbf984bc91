import { newId } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { appendEntry } from "../ledger/append-entry.ts";
import { storable } from "../queue/search-fields.ts";
import { raiseEpoch } from "./raise-epoch.ts";

export interface SwitchRow {
  id: string;
  action: "stop" | "resume";
  reason: string;
  asked_by: string;
  asked_at: string;
  expires_at: string;
  confirmed_by: string | null;
  confirmed_at: string | null;
  epoch: number | null;
}

const COLUMNS = "id, action, reason, asked_by, asked_at, expires_at, confirmed_by, confirmed_at, epoch";

/** What an admin asks for, or the id of what another asked for. */
export type SwitchWish = { action: "stop" | "resume"; reason: string } | { confirm: string };

export interface SwitchPicture {
  stopped: boolean;
  epoch: number;
  /** What waits for a second admin. */
  pending: SwitchRow | null;
  /** Newest confirmed stop or resume. */
  last: SwitchRow | null;
}

/** The switch of a tenant as it stands. */
export async function readSwitch(tx: Tx, tenant: string): Promise<SwitchPicture> {
  const pending = `select ${COLUMNS} from kill_switch where tenant = $1 and state = 'open' and expires_at > now()`;
  const last = `select ${COLUMNS} from kill_switch where tenant = $1 and state = 'confirmed' order by confirmed_at desc limit 1`;
  const epoch = "select epoch from epochs where tenant = $1";
  const newest = (await tx.query<SwitchRow>(last, [tenant])).rows[0] ?? null;
  return {
    stopped: newest?.action === "stop",
    epoch: (await tx.query<{ epoch: number }>(epoch, [tenant])).rows[0]?.epoch ?? 0,
    pending: (await tx.query<SwitchRow>(pending, [tenant])).rows[0] ?? null,
    last: newest,
  };
}

const ledgerOf = async (tx: Tx, tenant: string, kind: "kill.asked" | "kill.confirmed", actor: string, row: SwitchRow): Promise<void> =>
  await appendEntry(tx, tenant, { kind, requestId: "", planId: "", stepId: null, subject: row.id, actor, body: row });

/** The newest wish, when it is this very one and stands; its answer may have been lost with the process that recorded it. */
async function askedBefore(tx: Tx, tenant: string, by: string, action: "stop" | "resume", reason: string): Promise<SwitchRow | null> {
  const newest = `select ${COLUMNS}, state, expires_at <= now() as late from kill_switch where tenant = $1 order by asked_at desc limit 1`;
  const row = (await tx.query<SwitchRow & { state: string; late: boolean }>(newest, [tenant])).rows[0];
  if (row?.asked_by !== by || row.action !== action || row.reason !== storable(reason)) return null;
  return row.state === "confirmed" || (row.state === "open" && !row.late) ? row : null;
}

/**
 * Does what a repeat of a call asks for once only: what the same person recorded before is answered as it stands.
 * @throws AppError as `askSwitch` and `confirmSwitch`
 */
export async function repeatSwitch(tx: Tx, tenant: string, by: string, wish: SwitchWish): Promise<SwitchRow> {
  if ("confirm" in wish) {
    const text = `select ${COLUMNS} from kill_switch where tenant = $1 and id = $2 and confirmed_by = $3`;
    const known = (await tx.query<SwitchRow>(text, [tenant, wish.confirm, by])).rows[0];
    return known ?? (await confirmSwitch(tx, tenant, by, wish.confirm));
  }
  const known = await askedBefore(tx, tenant, by, wish.action, wish.reason);
  return known ?? (await askSwitch(tx, tenant, by, wish.action, wish.reason));
}

/** Asks for a stop or its end; nothing changes until another admin confirms within ten minutes. @throws AppError conflict */
export async function askSwitch(tx: Tx, tenant: string, by: string, action: "stop" | "resume", reason: string): Promise<SwitchRow> {
  await tx.query("update kill_switch set state = 'lapsed' where tenant = $1 and state = 'open' and expires_at <= now()", [tenant]);
  const { stopped, pending } = await readSwitch(tx, tenant);
  if (stopped === (action === "stop"))
    throw new AppError("conflict", { detail: stopped ? "execution is stopped already" : "execution is not stopped" });
  const values = [tenant, newId("kil"), action, storable(reason), by];
  const text = `insert into kill_switch (tenant, id, action, reason, asked_by) values ($1, $2, $3, $4, $5) on conflict do nothing returning ${COLUMNS}`;
  const row = pending ? undefined : (await tx.query<SwitchRow>(text, values)).rows[0];
  if (!row)
    throw new AppError("conflict", {
      detail: "another admin asked already; confirm that",
      ...(pending ? { extra: { pending: pending.id } } : {}),
    });
  await ledgerOf(tx, tenant, "kill.asked", by, row);
  return row;
}

const CONFIRM = `update kill_switch set state = 'confirmed', confirmed_by = $3, confirmed_at = clock_timestamp(), epoch = $4
  where tenant = $1 and id = $2 and state = 'open' returning ${COLUMNS}`;

/**
 * Confirms what another admin asked for. Either way a new epoch begins: what was granted before a stop never runs after it.
 * @throws AppError not_found | requester_cannot_decide | already_decided | expired
 */
export async function confirmSwitch(tx: Tx, tenant: string, by: string, id: string): Promise<SwitchRow> {
  const find = `select ${COLUMNS}, state, expires_at <= now() as late from kill_switch where tenant = $1 and id = $2 for update`;
  const found = (await tx.query<SwitchRow & { state: string; late: boolean }>(find, [tenant, id])).rows[0];
  if (!found) throw new AppError("not_found", { detail: "nobody asked for this" });
  if (found.state === "confirmed") throw new AppError("already_decided");
  if (found.state === "lapsed" || found.late) throw new AppError("expired", { detail: "nobody confirmed within ten minutes; ask again" });
  if (found.asked_by === by) throw new AppError("requester_cannot_decide", { detail: "you asked for this, so another admin confirms it" });
  const row = (await tx.query<SwitchRow>(CONFIRM, [tenant, id, by, await raiseEpoch(tx, tenant)])).rows[0];
  if (!row) throw new AppError("already_decided");
  await ledgerOf(tx, tenant, "kill.confirmed", by, row);
  return row;
}
