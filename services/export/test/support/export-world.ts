import { readFileSync } from "node:fs";
import { applyEntry, type Call, createToolRegistry, emptyState, executeCall, type TaskState } from "@quartermaster/agent/agent";
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
  type Snapshot,
} from "@quartermaster/shared/contracts";
import { createOutbox, transaction } from "@quartermaster/shared/db";
import { stepContentHash, toolSchemaHash } from "@quartermaster/shared/signing";
import { aGrant, cloneDatabase, epochInForce, type GrantStep, quietLog, type TestDatabase, testKeys } from "@quartermaster/testing";
import { recordScreening } from "../../src/adapters/record-screening.ts";
import { createExportPorts } from "../../src/agent/export-ports.ts";
import { EXPORT_TOOLS } from "../../src/agent/tools/index.ts";
import { exportControlExecutor } from "../../src/execution/executor-definition.ts";

const WORLD = readFileSync(new URL("../../../../data/seed-world.json", import.meta.url), "utf8");
/** Business time of the seed. */
export const NOW = "2026-12-07T09:00:00.000Z";

type Predicted = (PreviewRequest & { kind: "preview" })["predicted"];

export type ToolAnswer = JsonObject & { proposal?: Proposal };

export interface ExportWorld {
  db: TestDatabase;
  ports: ExecutorPorts;
  seed(tenant?: string): Promise<void>;
  /** Calls tools one after the other as one task of the agent would, in read-only transactions of the agent's role. */
  calls(
    calls: readonly { tool: string; args: JsonObject; ref?: string }[],
    facts?: { planned?: PlannedEntity[]; results?: Snapshot[] },
  ): Promise<ToolAnswer[]>;
  call(tool: string, args: JsonObject, facts?: { planned?: PlannedEntity[]; results?: Snapshot[] }): Promise<ToolAnswer>;
  step(proposal: Pick<Proposal, "tool" | "args" | "guards">): GrantStep;
  preview(step: GrantStep, more?: { foreign?: ForeignFact[]; predicted?: Predicted }): Promise<Preview>;
  grant(step: GrantStep, preview: Preview, changes?: Partial<Grant>, deciders?: number): Grant;
  drop(): Promise<void>;
}

const aBrief = (planned: PlannedEntity[], results: Snapshot[]): Brief => ({
  v: 1,
  briefId: newId("brf"),
  taskId: newId("tsk"),
  tenant: "demo",
  threadId: newId("thr"),
  requestId: newId("req"),
  agent: "export",
  kind: "actions",
  requester: "planner.anna",
  language: "en",
  businessNow: NOW,
  goal: "test",
  intent: {
    actionKinds: EXPORT_TOOLS.map((tool) => tool.name),
    derivedKinds: [],
    entities: [],
    agents: ["export"],
    limits: { quantities: [], dates: [] },
    language: "en",
    structured: true,
  },
  facts: { planned, results, fields: {} },
  calls: [],
  selectors: [],
  wave: 0,
  budget: { steps: 10, tokens: 10_000, costMicros: null, wallMs: 10_000 },
  deadlineAt: "2036-01-01T00:00:00.000Z",
  issuedAt: NOW,
});

/** A seeded export database with an agent's tools and an executor on it, in tenant `demo`; no bus. */
export async function startExportWorld(): Promise<ExportWorld> {
  const db = await cloneDatabase("export");
  const pool = db.pool("qm_export_executor", { max: 8 });
  const agentPool = db.pool("qm_export_agent");
  const seeder = db.pool("qm_export_seed");
  const keys = testKeys();
  const outbox = createOutbox({ pool, bus: { publish: async () => {} }, log: quietLog() });
  const ports: ExecutorPorts = {
    definition: exportControlExecutor,
    registry: createHandlerRegistry(exportControlExecutor),
    pool,
    outbox,
    signer: keys.signer("x_export"),
    verifier: keys.verifier,
    epochs: epochInForce(),
    facts: async () => [],
    faults: async () => {},
    log: quietLog(),
  };
  const registry = createToolRegistry("export", EXPORT_TOOLS);
  const world: ExportWorld = {
    db,
    ports,
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
    async calls(calls, facts = {}) {
      const state: TaskState = emptyState();
      const brief = aBrief(facts.planned ?? [], facts.results ?? []);
      const host = {
        audit: (taskId: string, tool: string, audit: JsonObject) =>
          transaction(agentPool, "demo", (tx) => recordScreening(tx, { tenant: "demo", taskId, tool, audit })),
        withPorts: <T>(work: (given: ReturnType<typeof createExportPorts>, now: string) => Promise<T>) =>
          transaction(agentPool, "demo", async (tx) => {
            await tx.query("set transaction read only");
            return work(createExportPorts(tx), NOW);
          }),
      };
      const failures: unknown[] = [];
      const onToolError = (_tool: string, error: unknown) => failures.push(error);
      const answers: ToolAnswer[] = [];
      for (const [index, { tool, args, ref }] of calls.entries()) {
        const call: Call = {
          id: `c${index}`,
          name: tool,
          arguments: args,
          note: null,
          fallback: "computed",
          ...(ref === undefined ? {} : { ref }),
        };
        const entry = await executeCall({ brief, registry, host, onToolError, now: () => 0 }, state, call, AbortSignal.timeout(10_000));
        if (failures.length > 0) throw failures[0];
        applyEntry(state, entry);
        answers.push({ ...(entry.output as JsonObject), ...(entry.proposal ? { proposal: entry.proposal } : {}) } as ToolAnswer);
      }
      return answers;
    },
    async call(tool, args, facts) {
      const [answer] = await world.calls([{ tool, args }], facts);
      if (!answer) throw new Error("no answer");
      return answer;
    },
    step({ tool, args, guards }) {
      const handler = ports.registry.find(tool);
      if (!handler) throw new Error(`no handler for ${tool}`);
      return { tenant: "demo", agent: "export", tool, schemaHash: toolSchemaHash(tool, handler.version, handler.schema), args, guards };
    },
    async preview(step, more = {}) {
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
        predicted: more.predicted ?? [],
        guards: step.guards ?? [],
        contentHash: stepContentHash({ tool: step.tool, args: step.args, guards: step.guards ?? [], dependsOn: [] }),
        foreign: more.foreign ?? [],
      });
      return keys.verifier.verify("preview", signed, ["x_export"]);
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
