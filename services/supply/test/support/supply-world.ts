import { readFileSync } from "node:fs";
import { createHandlerRegistry, type ExecutorPorts, previewStep } from "@quartermaster/executor";
import { type ForeignFact, type Grant, newId, type Preview } from "@quartermaster/shared/contracts";
import { createOutbox, type Pool, transaction } from "@quartermaster/shared/db";
import { stepContentHash, toolSchemaHash } from "@quartermaster/shared/signing";
import { aGrant, cloneDatabase, epochInForce, type GrantStep, quietLog, type TestDatabase, testKeys } from "@quartermaster/testing";
import { supplyExecutor } from "../../src/execution/executor-definition.ts";

const WORLD = readFileSync(new URL("../../../../data/seed-world.json", import.meta.url), "utf8");
/** Business time of the seed. */
export const NOW = "2026-12-07T09:00:00.000Z";

export interface SupplyWorld {
  db: TestDatabase;
  ports: ExecutorPorts;
  /** What other domains state from now on, in place of what they stated of the same records before. */
  states(facts: readonly ForeignFact[]): void;
  /** Messages that the executor sent. */
  sent: { subject: string; body: string }[];
  keys: ReturnType<typeof testKeys>;
  seed(tenant: string, demo?: boolean): Promise<void>;
  step(tool: string, args: Grant["args"], guards?: Grant["guards"]): GrantStep;
  /** Previews a step with what other domains state, and with what earlier steps of its plan would make. */
  preview(step: GrantStep, foreign?: ForeignFact[], earlier?: readonly Preview[]): Promise<Preview>;
  /** Previews a step and makes the grant that approvals would sign; the others go on stating the same. */
  grant(step: GrantStep, changes?: Partial<Grant>, deciders?: number): Promise<Grant>;
  drop(): Promise<void>;
}

/** A seeded supply database with an executor on it, in tenant `demo`; no bus. */
export async function startSupplyWorld(poolSize = 8): Promise<SupplyWorld> {
  const db = await cloneDatabase("supply");
  const pool: Pool = db.pool("qm_supply_executor", { max: poolSize });
  const seeder = db.pool("qm_supply_seed");
  const keys = testKeys();
  const sent: { subject: string; body: string }[] = [];
  const stated = new Map<string, ForeignFact>();
  const log = quietLog();
  const outbox = createOutbox({ pool, bus: { publish: async (subject, body) => void sent.push({ subject, body }) }, log });
  const ports: ExecutorPorts = {
    definition: supplyExecutor,
    registry: createHandlerRegistry(supplyExecutor),
    pool,
    outbox,
    signer: keys.signer("x_supply"),
    verifier: keys.verifier,
    epochs: epochInForce(),
    facts: async (_tenant, selectors) => selectors.flatMap(({ domain, kind, id }) => stated.get(`${domain}/${kind}/${id}`) ?? []),
    faults: async () => {},
    log,
  };
  const hashOf = (tool: string): string => {
    const handler = ports.registry.find(tool);
    if (!handler) throw new Error(`no handler for ${tool}`);
    return toolSchemaHash(tool, handler.version, handler.schema);
  };
  const world: SupplyWorld = {
    db,
    ports,
    states(facts) {
      for (const fact of facts) stated.set(`${fact.domain}/${fact.kind}/${fact.id}`, fact);
    },
    sent,
    keys,
    async seed(tenant, demo = true) {
      const offset = Date.parse(NOW) - Date.now();
      await transaction(seeder, tenant, async (tx) => {
        await tx.query(
          "insert into tenants (tenant, demo, offset_ms) values ($1, $2, $3) on conflict (tenant) do update set offset_ms = excluded.offset_ms",
          [tenant, demo, offset],
        );
        await tx.query("select seed_world($1, $2)", [tenant, WORLD]);
      });
    },
    step: (tool, args, guards = []) => ({ tenant: "demo", agent: "supply", tool, schemaHash: hashOf(tool), args, guards }),
    async preview(step, foreign = [], earlier = []) {
      const content = { tool: step.tool, args: step.args, guards: step.guards ?? [], dependsOn: [] };
      const signed = await previewStep(ports, {
        kind: "preview",
        previewId: newId("prv"),
        tenant: step.tenant,
        stepId: newId("stp"),
        tool: step.tool,
        toolVersion: 1,
        schemaHash: step.schemaHash,
        args: step.args,
        resolved: [],
        predicted: earlier.flatMap(({ stepId, predicted }) => predicted.map((entity) => ({ step: stepId, ...entity }))),
        guards: step.guards ?? [],
        contentHash: stepContentHash(content),
        foreign,
      });
      return keys.verifier.verify("preview", signed, ["x_supply"]);
    },
    async grant(step, changes = {}, deciders = 1) {
      world.states(changes.foreign ?? []);
      return aGrant(step, await world.preview(step, changes.foreign), changes, deciders);
    },
    async drop() {
      await outbox.stop();
      await db.drop();
    },
  };
  await world.seed("demo");
  return world;
}
