import type { Row } from "../store/database.ts";
import type { Session } from "../store/session.ts";
import { msFromNow } from "./approval-rules.ts";
import type { Statements } from "./statement.ts";

const SWITCH_COLUMNS = "select id, action, reason, asked_by, asked_at, expires_at, confirmed_by, confirmed_at, epoch";
const wishes = (session: Session, tenant: string): Row[] => session.rows("kill_switch").filter((row) => row.tenant === tenant);

/** The kill switch: `services/approvals/src/kill-switch`. */
export const SWITCH_STATEMENTS: Statements = {
  // answer-epochs.ts and tell-epochs.ts
  "epoch-now": (session, [tenant]) => [{ epoch: session.get("epochs", tenant)?.epoch ?? 0 }],
  "select tenant, epoch, issued_at from epochs": (session, [tenant]) =>
    session.rows("epochs").filter((row) => tenant === "*" || row.tenant === tenant),
  // change-switch.ts
  "select epoch from epochs": (session, [tenant]) => [session.get("epochs", tenant)].flatMap((row) => row ?? []),
  "update kill_switch set state = 'lapsed'": async (session, [tenant]) =>
    await session.update(
      "kill_switch",
      (row) => row.tenant === tenant && row.state === "open" && msFromNow(session, row.expires_at) <= 0,
      () => ({ state: "lapsed" }),
    ),
  [`${SWITCH_COLUMNS} from kill_switch where tenant = $1 and state = 'open'`]: (session, [tenant]) =>
    wishes(session, tenant).filter((row) => row.state === "open" && msFromNow(session, row.expires_at) > 0),
  [`${SWITCH_COLUMNS} from kill_switch where tenant = $1 and state = 'confirmed'`]: (session, [tenant]) =>
    wishes(session, tenant)
      .filter((row) => row.state === "confirmed")
      .sort((a, b) => b.epoch - a.epoch)
      .slice(0, 1),
  // Unique (tenant) where state = 'open'.
  "insert into kill_switch": async (session, [tenant, id, action, reason, askedBy]) => {
    await session.lock("kill_switch_open", tenant);
    if (wishes(session, tenant).some((row) => row.state === "open")) return [];
    const expires = new Date(Date.parse(session.now) + 600_000).toISOString();
    const row = { tenant, id, action, reason, asked_by: askedBy, asked_at: session.now, expires_at: expires, state: "open" };
    session.put("kill_switch", id, { ...row, confirmed_by: null, confirmed_at: null, epoch: null });
    return [session.get("kill_switch", id) as Row];
  },
  [`${SWITCH_COLUMNS}, state, expires_at <= now() as late from kill_switch where tenant = $1 and id = $2 for update`]: async (
    session,
    [, id],
  ) => [await session.lock("kill_switch", id)].flatMap((row) => (row ? [{ ...row, late: msFromNow(session, row.expires_at) <= 0 }] : [])),
  "update kill_switch set state = 'confirmed'": async (session, [tenant, id, by, epoch]) =>
    await session.update(
      "kill_switch",
      (row) => row.tenant === tenant && row.id === id && row.state === "open",
      () => ({ state: "confirmed", confirmed_by: by, confirmed_at: session.now, epoch }),
    ),
};
