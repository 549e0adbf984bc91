import { GRANT_STATEMENTS } from "./grant-statements.ts";
import { LEDGER_STATEMENTS } from "./ledger-statements.ts";
import { PLAN_STATEMENTS } from "./plan-statements.ts";
import { none, type Statements } from "./statement.ts";
import { SWITCH_STATEMENTS } from "./switch-statements.ts";

/** Policy, people and what only others read. */
const AROUND: Statements = {
  // policy/read-policy.ts: no tenant here has thresholds or documents of its own
  thresholds: none,
  "policy-in-force": none,
  // policy/day-sum.ts
  "day-sum": (session, [tenant, requester, day, tool, sku, destination, before]) => {
    const limit = session.get("plan_heads", before)?.accepted_seq ?? Number.MAX_SAFE_INTEGER;
    const dead = new Set(["rejected", "expired", "cancelled", "skipped", "failed"]);
    const counted = session.rows("plan_steps").filter((row) => {
      const head = session.get("plan_heads", row.plan_id);
      const same = row.tenant === tenant && row.requester === requester && row.business_day === day && row.tool === tool;
      const inForce = head?.revision === row.revision && head?.accepted_seq < limit && row.plan_id !== before;
      return same && inForce && row.sku === sku && row.destination === destination && !dead.has(row.state);
    });
    return [{ sum: String(counted.reduce((sum, row) => sum + Number(row.value_eur ?? 0), 0)) }];
  },
  // adapters/user-store.ts
  "users-active": (session, [tenant]) => session.rows("users").filter((row) => row.tenant === tenant && row.active),
  // alerts, notifications and the queue's stream: nobody here reads them
  "alerts-write": none,
  "notes-insert": none,
  "queue-event": none,
};

/** What approvals' SQL does, statement by statement. */
export const APPROVALS_STATEMENTS: Statements = {
  ...PLAN_STATEMENTS,
  ...AROUND,
  ...GRANT_STATEMENTS,
  ...SWITCH_STATEMENTS,
  ...LEDGER_STATEMENTS,
};
