import {
  buildResult,
  createRecorder,
  createToolRegistry,
  ESTIMATE,
  emptyState,
  endWith,
  type JournalEntry,
  type LoopDeps,
  type LoopEnd,
  type Model,
  runActions,
  runLoop,
} from "@quartermaster/agent/agent";
import type { AgentDefinition } from "@quartermaster/agent/service";
import type { Brief, JsonObject, Snapshot, TaskResult } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { cloneDatabase } from "@quartermaster/testing";

/** An agent with its real tools on a database of its own; no bus, no process. */
export interface OpenAgent {
  seed(tenant: string, world: string, now: string): Promise<void>;
  run(brief: Brief, model: Model): Promise<TaskResult>;
  drop(): Promise<void>;
}

const NO_HASH = `sha256:${"0".repeat(64)}`;
const SEED = "select seed_world($1, $2)";
const TENANT =
  "insert into tenants (tenant, demo, offset_ms) values ($1, true, $2) on conflict (tenant) do update set offset_ms = excluded.offset_ms";

/** Opens an agent's definition on a clone of its database. */
export async function openAgent<P>(definition: AgentDefinition<P>): Promise<OpenAgent> {
  const { agent } = definition;
  const db = await cloneDatabase(agent);
  const reader = db.pool(`qm_${agent}_agent`);
  const seeder = db.pool(`qm_${agent}_seed`);
  const registry = createToolRegistry(agent, definition.tools);
  const withPorts = <T>(brief: Brief, work: (ports: P, now: string) => Promise<T>): Promise<T> =>
    transaction(reader, brief.tenant, async (tx) => {
      await tx.query("set transaction read only");
      return work(definition.createPorts(tx), brief.businessNow);
    });
  return {
    async seed(tenant, world, now) {
      await transaction(seeder, tenant, async (tx) => {
        await tx.query(TENANT, [tenant, Date.parse(now) - Date.now()]);
        await tx.query(SEED, [tenant, world]);
      });
    },
    async run(brief, model) {
      const state = emptyState();
      const journal: JournalEntry[] = [];
      const failures: unknown[] = [];
      const deps: LoopDeps<P> = {
        brief,
        registry,
        host: {
          withPorts: <T>(work: (ports: P, now: string) => Promise<T>) => withPorts(brief, work),
          ...(definition.recordAudit
            ? {
                audit: (taskId: string, tool: string, audit: JsonObject) =>
                  transaction(
                    reader,
                    brief.tenant,
                    (tx) => definition.recordAudit?.(tx, { tenant: brief.tenant, taskId, tool, audit }) ?? Promise.resolve(),
                  ),
              }
            : {}),
        },
        recorder: createRecorder(state),
        now: () => Date.now(),
        startedAtMs: Date.now(),
        onToolError: (_tool: string, error: unknown) => failures.push(error),
        model,
        tokenizer: ESTIMATE,
        prompt: definition.prompt,
        faults: async () => {},
        price: null,
        journal: {
          append: async (entries: readonly JournalEntry[]) => {
            journal.push(...entries);
          },
          reserve: async () => {},
        },
      };
      const signal = AbortSignal.timeout(30_000);
      let end: LoopEnd = endWith("ok", "snapshots");
      let snapshots: Snapshot[] | undefined;
      if (brief.kind === "work") end = await runLoop(deps, state, signal);
      else if (brief.kind === "actions") end = await runActions(deps, state, signal);
      else snapshots = await withPorts(brief, (ports) => definition.readSnapshots(ports, brief.selectors));
      if (failures.length > 0) throw failures[0];
      return buildResult({
        brief,
        state,
        end,
        owner: "own_rehearsal",
        sequence: 1,
        agentVersion: "1",
        toolsetHash: NO_HASH,
        promptHash: NO_HASH,
        finishedAt: brief.businessNow,
        ...(snapshots ? { snapshots } : {}),
      });
    },
    drop: () => db.drop(),
  };
}
