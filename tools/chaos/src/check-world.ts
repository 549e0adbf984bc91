import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { call, type Outcome } from "./run-request.ts";
import type { ChaosStack } from "./start-stack.ts";
import { until } from "./until.ts";

export interface Verdict {
  effects: number;
  duplicates: number;
  lost: number;
  stuck: number;
  /** What is wrong, a line each. */
  findings: string[];
}

const LEDGER_MS = 60_000;
/** Of VLV-050 in Hamburg, in a tenant that was just made. */
const RESERVED_BEFORE = 120;

/** Reads one of the product's databases as its administrator, past row-level security. */
async function read<R extends pg.QueryResultRow>(stack: ChaosStack, database: string, text: string, values: unknown[]): Promise<R[]> {
  const passwords = JSON.parse(readFileSync(join(stack.home, "secrets", "database.json"), "utf8")) as Record<string, string>;
  const client = new pg.Client({
    host: "127.0.0.1",
    port: stack.postgresPort,
    user: "postgres",
    password: passwords.postgres,
    database,
    statement_timeout: 60_000,
  });
  await client.connect();
  try {
    return (await client.query<R>(text, values)).rows;
  } finally {
    await client.end();
  }
}

interface Effect {
  request_id: string;
  tool: string;
}

const DATABASES = ["qm_supply", "qm_transit", "qm_export"];
const EFFECTS = `select receipt ->> 'requestId' as request_id, receipt ->> 'tool' as tool from used_grant
  where tenant = any($1) and outcome = 'succeeded'`;

/** Everything that the executors made, from their own databases. */
async function readEffects(stack: ChaosStack, tenants: readonly string[]): Promise<Effect[]> {
  const found = await Promise.all(DATABASES.map((database) => read<Effect & pg.QueryResultRow>(stack, database, EFFECTS, [tenants])));
  return found.flat();
}

/** Statuses that are an end, or wait for a person who was not there in time. */
const SETTLED = new Set([
  "completed",
  "incomplete",
  "refused",
  "rejected",
  "expired",
  "failed",
  "cancelled",
  "superseded",
  "awaiting_approval",
  "awaiting_input",
]);

/**
 * Compares what was asked for, what users were told and what stands in the databases: each effect once, one used grant and one receipt
 * for it, the stock moved by exactly the sum, every ledger unbroken.
 */
export async function checkWorld(stack: ChaosStack, outcomes: readonly Outcome[]): Promise<Verdict> {
  const findings: string[] = [];
  const tenants = [...new Set(outcomes.map(({ tenant }) => tenant))];
  const stuck = outcomes.filter(({ status }) => !SETTLED.has(status));
  for (const one of stuck) findings.push(`stuck: ${one.id} of ${one.tenant} is ${one.status}`);

  const made = await readEffects(stack, tenants);
  let [duplicates, lost] = [0, 0];
  for (const one of outcomes) {
    const tools = made.filter((effect) => effect.request_id === one.id).map((effect) => effect.tool);
    const told = (one.plan?.steps ?? []).filter((step) => step.receipt?.outcome === "succeeded").length;
    const twice = tools.length - new Set(tools).size;
    if (twice > 0) {
      duplicates += twice;
      findings.push(`duplicate: ${one.id} made ${tools.join(", ")}`);
    }
    if (one.status === "completed" && tools.length === 0) {
      lost++;
      findings.push(`lost: ${one.id} is completed and made no effect`);
    } else if (SETTLED.has(one.status) && told !== tools.length) {
      lost++;
      findings.push(`lost: ${one.id} made ${tools.length} effects and tells of ${told}`);
    }
  }
  const stock = await read<{ tenant: string; reserved: string }>(
    stack,
    "qm_supply",
    "select tenant, trim_scale(reserved)::text as reserved from stock where id = $2 and tenant = any($1)",
    [tenants, "STK-006"],
  );
  for (const { tenant, reserved } of stock) {
    const moved = outcomes.filter(
      (one) => one.tenant === tenant && made.some((effect) => effect.request_id === one.id && effect.tool === "transfer_stock"),
    );
    const wanted = RESERVED_BEFORE + moved.reduce((sum, one) => sum + one.quantity, 0);
    if (Number(reserved) === wanted) continue;
    duplicates++;
    findings.push(`stock: ${tenant} has ${reserved} reserved, ${wanted} were expected`);
  }
  for (const tenant of tenants) {
    const verified = await until(LEDGER_MS, async () => {
      const answer = await call(stack, `audit.lena@${tenant}`, "/v1/ledger/verify");
      return answer.status === 200 ? (answer.body as { ok: boolean }) : null;
    });
    if (verified?.ok !== true) {
      lost++;
      findings.push(`ledger: that of ${tenant} does not verify`);
    }
  }
  return { effects: made.length, duplicates, lost, stuck: stuck.length, findings };
}
