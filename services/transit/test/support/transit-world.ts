import { readFileSync } from "node:fs";
import { type Call, createToolRegistry, emptyState, executeCall, type TaskState } from "@quartermaster/agent/agent";
import { createHandlerRegistry, type ExecutorPorts, previewStep } from "@quartermaster/executor";
import {
  type Brief,
  type ForeignFact,
  type Grant,
  type JsonObject,
  newId,
  type PlannedEntity,
  type Preview,
  type PreviewRequest,
  type Proposal,
} from "@quartermaster/shared/contracts";
import { createOutbox, transaction } from "@quartermaster/shared/db";
import { stepContentHash, toolSchemaHash } from "@quartermaster/shared/signing";
import { aGrant, cloneDatabase, epochInForce, type GrantStep, quietLog, type TestDatabase, testKeys } from "@quartermaster/testing";
import { TRANSIT_TOOLS } from "../../src/agent/tools/index.ts";
import { createTransitPorts } from "../../src/agent/transit-ports.ts";
import { transitExecutor } from "../../src/execution/executor-definition.ts";

const WORLD = readFileSync(new URL("../../../../data/seed-world.json", import.meta.url), "utf8");
/** Business time of the seed. */
export const NOW = "2026-12-07T09:00:00.000Z";

type Predicted = (PreviewRequest & { kind: "preview" })["predicted"];

export interface TransitWorld {
  db: TestDatabase;
  ports: ExecutorPorts;
  /** What other domains state from now on, in place of what they stated of the same records before. */
  states(facts: readonly ForeignFact[]): void;
  seed(tenant?: string): Promise<void>;
  /** Calls a tool as the agent would, in a read-only transaction of the agent's role. */
  call(tool: string, args: JsonObject, planned?: PlannedEntity[]): Promise<JsonObject & { proposal?: Proposal }>;
  step(proposal: Pick<Proposal, "tool" | "args" | "guards">): GrantStep;
  preview(step: GrantStep, more?: { foreign?: ForeignFact[]; predicted?: Predicted }): Promise<Preview>;
  grant(step: GrantStep, preview: Preview, changes?: Partial<Grant>, deciders?: number): Grant;
  drop(): Promise<void>;
}

const aBrief = (planned: PlannedEntity[]): Brief => ({
  v: 1,
  briefId: newId("brf"),
  taskId: newId("tsk"),
  tenant: "demo",
  threadId: newId("thr"),
  requestId: newId("req"),
  agent: "transit",
  kind: "actions",
  requester: "planner.anna",
  language: "en",
  businessNow: NOW,
  goal: "test",
  intent: {
    actionKinds: TRANSIT_TOOLS.map((tool) => tool.name),
    derivedKinds: [],
    entities: [],
    agents: ["transit"],
    limits: { quantities: [], dates: [] },
    language: "en",
    structured: true,
  },
  facts: { planned, results: [], fields: {} },
  calls: [],
  selectors: [],
  wave: 0,
  budget: { steps: 10, tokens: 10_000, costMicros: null, wallMs: 10_000 },
  deadlineAt: "2036-01-01T00:00:00.000Z",
  issuedAt: NOW,
});

/** A seeded transit database with an agent's tools and an executor on it, in tenant `demo`; no bus. */
export async function startTransitWorld(): Promise<TransitWorld> {
  const db = await cloneDatabase("transit");
  const pool = db.pool("qm_transit_executor", { max: 8 });
  const agentPool = db.pool("qm_transit_agent");
  const seeder = db.pool("qm_transit_seed");
  const keys = testKeys();
  const outbox = createOutbox({ pool, bus: { publish: async () => {} }, log: quietLog() });
  const stated = new Map<string, ForeignFact>();
  const ports: ExecutorPorts = {
    definition: transitExecutor,
    registry: createHandlerRegistry(transitExecutor),
    pool,
    outbox,
    signer: keys.signer("x_transit"),
    verifier: keys.verifier,
    epochs: epochInForce(),
    facts: async (_tenant, selectors) => selectors.flatMap(({ domain, kind, id }) => stated.get(`${domain}/${kind}/${id}`) ?? []),
    faults: async () => {},
    log: quietLog(),
  };
  const registry = createToolRegistry("transit", TRANSIT_TOOLS);
  const world: TransitWorld = {
    db,
    ports,
    states(facts) {
      for (const fact of facts) stated.set(`${fact.domain}/${fact.kind}/${fact.id}`, fact);
    },
    async seed(tenant = "demo") {
      await transaction(seeder, tenant, async (tx) => {
        const offset = Date.parse(NOW) - Date.now();
        await tx.query(
          "insert into tenants (tenant, demo, offset_ms) values ($1, true, $2) on conflict (tenant) do update set offset_ms = excluded.offset_ms",
          [tenant, offset],
        );
        await tx.query("select seed_world($1, $2)", [tenant, WORLD]);
      });
    },
    async call(tool, args, planned = []) {
      const call: Call = { id: "c1", name: tool, arguments: args, note: null, fallback: "computed" };
      const state: TaskState = emptyState();
      const host = {
        withPorts: <T>(work: (given: ReturnType<typeof createTransitPorts>, now: string) => Promise<T>) =>
          transaction(agentPool, "demo", async (tx) => {
            await tx.query("set transaction read only");
            return work(createTransitPorts(tx), NOW);
          }),
      };
      const failures: unknown[] = [];
      const entry = await executeCall(
        { brief: aBrief(planned), registry, host, onToolError: (_tool, error) => failures.push(error), now: () => 0 },
        state,
        call,
        AbortSignal.timeout(10_000),
      );
      if (failures.length > 0) throw failures[0];
      return { ...(entry.output as JsonObject), ...(entry.proposal ? { proposal: entry.proposal } : {}) } as JsonObject & {
        proposal?: Proposal;
      };
    },
    step({ tool, args, guards }) {
      const handler = ports.registry.find(tool);
      if (!handler) throw new Error(`no handler for ${tool}`);
      const schemaHash = toolSchemaHash(tool, handler.version, handler.schema);
      return { tenant: "demo", agent: "transit", tool, toolVersion: handler.version, schemaHash, args, guards };
    },
    async preview(step, more = {}) {
      world.states(more.foreign ?? []);
      const signed = await previewStep(ports, {
        kind: "preview",
        previewId: newId("prv"),
        tenant: step.tenant,
        stepId: newId("stp"),
        tool: step.tool,
        toolVersion: step.toolVersion ?? 1,
        schemaHash: step.schemaHash,
        args: step.args,
        resolved: [],
        predicted: more.predicted ?? [],
        guards: step.guards ?? [],
        contentHash: stepContentHash({ tool: step.tool, args: step.args, guards: step.guards ?? [], dependsOn: [] }),
        foreign: more.foreign ?? [],
      });
      return keys.verifier.verify("preview", signed, ["x_transit"]);
    },
    grant: (step, preview, changes = {}, deciders = 1) => aGrant(step, preview, changes, deciders),
    async drop() {
      await outbox.stop();
      await db.drop();
    },
  };
  await world.seed();
  return world;
}
