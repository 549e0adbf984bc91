import type { ExecutorPorts } from "../../../libs/executor/src/service/executor-ports.ts";
import { GRANT_STATEMENTS } from "./statements/grant-statements.ts";
import { PLAN_STATEMENTS } from "./statements/plan-statements.ts";
import type { Statement, Statements } from "./statements/statement.ts";
import type { Database, Row } from "./store/database.ts";

/** A fault put into the simulated world on purpose: a simulation that misses it proves nothing. */
export interface Plant {
  name: string;
  /** What the first violation begins with. */
  shows: RegExp;
  executor?: Statements;
  approvals?: Statements;
  coordinator?: Statements;
  /** What executors ask instead of approvals' word on the epoch. */
  epochs?: () => ExecutorPorts["epochs"];
  /** Consumers that say a message is done before it is. */
  acksFirst?: boolean;
  /** Messages leave while the transaction still runs. */
  sendsBeforeCommit?: boolean;
  /** A commit counts as done before it is kept. */
  losesCommits?: boolean;
  /** Shows only when somebody stops everything. */
  isAboutTheSwitch?: boolean;
}

const lookUp = "select tenant, id, plan_id, step_id, domain, look_ups, exp < now() as expired";

/** Stock as each database last showed it to a preview. */
const shown = new WeakMap<Database, Map<string, Row>>();
const memoryOf = (database: Database): Map<string, Row> => {
  const memory = shown.get(database) ?? new Map<string, Row>();
  shown.set(database, memory);
  return memory;
};

/** Reads for a preview, and remembers what it read. */
const readAndRemember: Statement = (session, [tenant, ids]) =>
  (ids as string[]).flatMap((id) => {
    const row = session.get("stock", `${tenant}/${id}`);
    if (row) memoryOf(session.database).set(`${tenant}/${id}`, row);
    return row ?? [];
  });

/** Ways to be wrong that look right in every test without bad luck. */
export const PLANTS: readonly Plant[] = [
  { name: "acknowledges a message before its transaction is committed", shows: /^A1/, acksFirst: true },
  { name: "sends messages before the transaction that they belong to is committed", shows: /^(?:I2|I5|I8|A1)/, sendsBeforeCommit: true },
  { name: "says that a decision is recorded before the commit is kept", shows: /^(?:A1|I4|I8|I5)/, losesCommits: true },
  {
    name: "runs a grant that was used before",
    shows: /^(?:I1|I2|I3|I8)/,
    executor: {
      "receipt-by-grant": () => [],
      "receipt-by-effect": () => [],
      "used-grant-insert": (session, [grantId, tenant, stepId, effectKey, outcome, entities, receipt]) => {
        const row = { tenant, grant_id: grantId, step_id: stepId, effect_key: effectKey, outcome, entities };
        session.put("used_grant", grantId, { ...row, receipt: receipt === null ? null : JSON.parse(receipt) });
        return [{}];
      },
    },
  },
  {
    name: "skips the fence: runs grants of an epoch that is over",
    shows: /^I9/,
    isAboutTheSwitch: true,
    epochs: () => ({ confirm: async () => ({ epoch: 0, holds: () => true }) }),
    executor: { "grant-clock": (session) => [{ now: session.now, business: session.now, epoch: null, revoked: false }] },
  },
  {
    name: "compares the versions that the preview read, not those of the locked rows",
    shows: /^I10/,
    executor: {
      "stock-read": readAndRemember,
      "stock-lock": async (session, [tenant, ids]) => {
        const rows = [];
        for (const id of [...(ids as string[])].sort()) {
          const row = await session.lock("stock", `${tenant}/${id}`);
          const seen = memoryOf(session.database).get(`${tenant}/${id}`);
          if (row) rows.push({ ...row, version: seen?.version ?? row.version });
        }
        return rows;
      },
      "stock-move": async (session, [tenant, id, units]) =>
        await session.update(
          "stock",
          (row) => row.tenant === tenant && row.id === id,
          (row) => ({ units: row.units + units, version: row.version + 1 }),
        ),
    },
  },
  {
    name: "writes back a sum that a preview read",
    shows: /^I1 /,
    executor: {
      "stock-read": readAndRemember,
      "stock-move": async (session, [tenant, id, units]) =>
        await session.update(
          "stock",
          (row) => row.tenant === tenant && row.id === id,
          (row) => ({ units: (memoryOf(session.database).get(`${tenant}/${id}`)?.units ?? row.units) + units, version: row.version + 1 }),
        ),
    },
  },
  {
    name: "changes a plan without its lock",
    shows: /^I11/,
    approvals: { "head-lock": PLAN_STATEMENTS["head-read"] as Statement },
  },
  {
    name: "takes a grant for lost before it has expired",
    shows: /^I11/,
    approvals: {
      [lookUp]: async (session, values) =>
        (await (GRANT_STATEMENTS[lookUp] as Statement)(session, values)).map((row) => ({ ...row, safe: true })),
    },
  },
  {
    name: "lets the requester approve, because it forgets who asked",
    shows: /^I2/,
    approvals: {
      "plan-read": async (session, values) =>
        (await (PLAN_STATEMENTS["plan-read"] as Statement)(session, values)).map((row) => ({ ...row, requester: "nobody" })),
    },
  },
  {
    name: "lets two sealers chain the same entries",
    shows: /^I7/,
    approvals: {
      "select pg_try_advisory_xact_lock(771010": () => [{ ok: true }],
      "insert into ledger_seals": (session, [tenant, positions, ids, prevs, hashes]) => {
        for (const [index, position] of (positions as number[]).entries()) {
          const row = { tenant, position, entry_id: ids[index], prev: prevs[index], hash: hashes[index] };
          session.put("ledger_seals", `${tenant}/${session.database.serial()}`, row);
        }
        return [];
      },
    },
  },
  {
    name: "takes an older picture of a plan for news",
    shows: /^(?:I8|I5)/,
    coordinator: {
      "plan-state": async (session, [id, revision, sequence, state, refusal, planHash]) =>
        await session.update(
          "plans",
          (row) => row.id === id && row.revision === revision && row.plan_hash === planHash,
          () => ({ sequence, state, refusal: refusal === null ? null : JSON.parse(refusal), asks: 0 }),
        ),
    },
  },
];
