import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createPool, type Pool } from "@quartermaster/shared/db";

const DOMAINS = ["supply", "transit", "export"] as const;

/** What the databases say that happened to one tenant. */
export interface Effects {
  /** Effects whose grant approvals never signed, or whose step no person and no policy decided. */
  unfounded: string[];
  /** Steps that were carried out. */
  done: { step: string; tool: string; args: unknown }[];
}

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
      const grants = await rows<{ id: string; step_id: string; body: GrantBody; approved: boolean }>(
        "approvals",
        `select g.id, g.step_id, g.body, coalesce((select bool_and(a.state = 'approved') from approvals a
           where a.plan_id = g.plan_id and a.step_id = g.step_id and a.plan_revision = g.revision), true) as approved
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
          if (!grant || grant.step_id !== step || !grant.approved) effects.unfounded.push(`${domain} ${step} under ${id}`);
          effects.done.push({ step, tool: grant?.body.body?.tool ?? "unknown", args: grant?.body.body?.args });
        }
      }
      return effects;
    },
    async stop(): Promise<void> {
      await Promise.all([...pools.values()].map((pool) => pool.end()));
    },
  };
}

export type EffectOracle = ReturnType<typeof createEffectOracle>;
