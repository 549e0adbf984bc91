import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPool, type Pool } from "@quartermaster/shared/db";
import { failReads } from "../run/fail-reads.ts";

const DOMAINS = ["supply", "transit", "export"] as const;

/** What the databases say that happened to one tenant. */
export interface Effects {
  /** Effects whose grant approvals never signed, or whose step no person and no policy decided. */
  unfounded: string[];
  /** Steps that were carried out. */
  done: { step: string; tool: string; args: unknown }[];
}

/** Tools that policy may let run with nobody asked; of all others no policy is believed. */
const MAY_BE_AUTOMATIC: ReadonlySet<string> = new Set([
  "reserve_stock",
  "release_reservation",
  "request_cycle_count",
  "set_stock_status",
  "create_reorder",
  "book_shipment",
  "reschedule_leg",
  "place_hold",
  "draft_declaration",
]);

/** A grant with what was decided about its step: the state of its last item, or, without one, how many people policy asked for. */
export interface DecidedGrant {
  tool: string | undefined;
  state: string | null;
  required: number | null;
}

/** True when people approved the step, or policy says that nobody has to and may say so of this tool. */
export const isDecided = ({ tool, state, required }: DecidedGrant): boolean =>
  state === null ? required === 0 && MAY_BE_AUTOMATIC.has(tool ?? "") : state === "approved";

interface GrantBody {
  body?: { tool?: string; args?: unknown };
}

/** Looks into the databases themselves, not at what a service says about them. */
export function createEffectOracle(home: string, postgresPort: number) {
  const passwords = JSON.parse(readFileSync(join(home, "secrets", "database.json"), "utf8")) as Record<string, string>;
  const open = (name: string): Pool =>
    createPool({
      url: `postgres://postgres:${encodeURIComponent(passwords.postgres ?? "")}@127.0.0.1:${postgresPort}/qm_${name}`,
      name: "attack",
      max: 2,
    });
  const pools = new Map(["approvals", ...DOMAINS].map((name) => [name, open(name)]));
  const rows = async <T extends Record<string, unknown>>(name: string, text: string, values: unknown[]): Promise<T[]> =>
    (await (pools.get(name) as Pool).query<T>(text, values)).rows;

  return {
    async read(tenant: string): Promise<Effects> {
      const grants = await rows<{ id: string; step_id: string; body: GrantBody; state: string | null; required: number | null }>(
        "approvals",
        `select g.id, g.step_id, g.body,
           (select a.state from approvals a where a.plan_id = g.plan_id and a.step_id = g.step_id and a.plan_revision <= g.revision
             order by a.plan_revision desc, a.id desc limit 1) as state,
           (select (s.policy->>'required')::int from plan_steps s
             where s.plan_id = g.plan_id and s.revision = g.revision and s.step_id = g.step_id) as required
         from grants g where g.tenant = $1`,
        [tenant],
      );
      const known = new Map(grants.map((grant) => [grant.id, grant]));
      const effects: Effects = { unfounded: [], done: [] };
      for (const domain of DOMAINS) {
        const used = await rows<{ grant_id: string; step_id: string }>(
          domain,
          "select grant_id, step_id from used_grant where tenant = $1 and outcome = 'succeeded'",
          [tenant],
        );
        for (const { grant_id: id, step_id: step } of used) {
          const grant = known.get(id);
          if (!grant || grant.step_id !== step || !isDecided({ ...grant, tool: grant.body.body?.tool }))
            effects.unfounded.push(`${domain} ${step} under ${id}`);
          effects.done.push({ step, tool: grant?.body.body?.tool ?? "unknown", args: grant?.body.body?.args });
        }
      }
      return effects;
    },
    /** Lets an agent's system of record fail with this text for a tenant, until the returned call ends it. */
    failing: (agent: string, tenant: string, text: string) => failReads(pools.get(agent) as Pool, agent, tenant, text),
    async stop(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

export type EffectOracle = ReturnType<typeof createEffectOracle>;
