import { newId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { followPlan } from "../handoff/follow-plan.ts";
import { camelRow, hasPlan, type RequestRow } from "../requests/request-row.ts";
import { endWave } from "./end-wave.ts";
import { finishCancelled, returnToPlan } from "./finish-request.ts";
import { runIntent } from "./run-intent.ts";
import { runMerge } from "./run-merge.ts";

/** A dead holder's request is free again after this time; the living one renews three times as often. */
const LEASE_SECONDS = 9;
const RENEW_MS = 3_000;
/** Steps of one run; more would be a loop that makes no progress. */
const MAX_STEPS = 40;

/** Moves requests along their journey. Any replica may move any request; one at a time holds its lease. */
export interface Orchestrator {
  /** Starts moving a request in the background. */
  kick(tenant: string, id: string): void;
  /** Moves a request as far as it goes now. */
  advance(tenant: string, id: string): Promise<void>;
  /** Lets this process's move of a cancelled request wait for no model any more; another replica's finds out at its next renewal. */
  interrupt(id: string): void;
  /** Waits for the running moves; starts no new ones. */
  stop(): Promise<void>;
}

/** What one step of the journey needs to know of its run. */
export interface Run {
  owner: string;
  /** Aborts when the request was cancelled. */
  signal: AbortSignal;
}

/** Does one step; true when the request may go on at once. */
async function step(context: CoordinatorContext, row: RequestRow, run: Run): Promise<boolean> {
  if (row.cancelRequested && row.phase !== "plan")
    return hasPlan(row) ? await returnToPlan(context, row, run) : await finishCancelled(context, row, run);
  switch (row.phase) {
    case "intent":
      return await runIntent(context, row, run);
    case "tasks":
      return row.pendingResults === 0 && (await endWave(context, row, run));
    case "merge":
      return await runMerge(context, row, run);
    case "plan":
      return await followPlan(context, row, run);
    case "input":
    case "done":
      return false;
  }
}

const CLAIM = `update requests set owner = $2, lease_until = now() + make_interval(secs => $3)
  where id = $1 and phase <> 'done' and (phase <> 'input' or cancel_requested) and (owner is null or lease_until < now()) returning id`;
const RENEW =
  "update requests set lease_until = now() + make_interval(secs => $3) where id = $1 and owner = $2 returning cancel_requested as cancelled";
/** With the number of the latest news only a move that has seen all of them lets go; without it, a move that failed or ran out. */
const RELEASE = `update requests set owner = null, lease_until = null, seen_wake = coalesce($3, seen_wake)
  where id = $1 and owner = $2 and ($3::bigint is null or wake = $3) returning id`;

async function query(
  context: CoordinatorContext,
  tenant: string,
  name: string,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  return await transaction(context.pool, tenant, async (tx) => (await tx.query({ name, text, values })).rows);
}

async function move(context: CoordinatorContext, tenant: string, id: string, run: Run): Promise<void> {
  for (let n = 0; n < MAX_STEPS; n++) {
    const found = (await query(context, tenant, "request-held", "select * from requests where id = $1 and owner = $2", [id, run.owner]))[0];
    if (!found) return;
    const row = camelRow<RequestRow>(found);
    const goesOn = await step(context, row, run);
    context.news.notify(id);
    if (goesOn) continue;
    // News that came while this step ran would be missed without the comparison.
    if ((await query(context, tenant, "request-release", RELEASE, [id, run.owner, row.wake])).length > 0) return;
  }
  context.log.error({ requestId: id }, "a request made no progress in many steps");
}

async function holdAndMove(context: CoordinatorContext, tenant: string, id: string, controller: AbortController): Promise<void> {
  const owner = newId("own");
  if ((await query(context, tenant, "request-claim", CLAIM, [id, owner, LEASE_SECONDS])).length === 0) return;
  const beat = setInterval(() => {
    query(context, tenant, "request-renew", RENEW, [id, owner, LEASE_SECONDS]).then(
      (renewed) => renewed[0]?.cancelled === true && controller.abort(),
      (error: unknown) => context.log.warn({ requestId: id, err: error }, "lease not renewed"),
    );
  }, RENEW_MS);
  try {
    await move(context, tenant, id, { owner, signal: controller.signal });
  } finally {
    clearInterval(beat);
    await query(context, tenant, "request-release", RELEASE, [id, owner, null]).catch((error: unknown) =>
      context.log.warn({ requestId: id, err: error }, "lease not released"),
    );
  }
}

export function createOrchestrator(context: CoordinatorContext): Orchestrator {
  const running = new Map<string, Promise<void>>();
  const controllers = new Map<string, AbortController>();
  const again = new Set<string>();
  let stopping = false;
  const advance = async (tenant: string, id: string): Promise<void> => {
    const current = running.get(id);
    if (current !== undefined) {
      again.add(id);
      await current;
      return;
    }
    const work = (async () => {
      do {
        again.delete(id);
        const controller = new AbortController();
        controllers.set(id, controller);
        await holdAndMove(context, tenant, id, controller).catch((error: unknown) => {
          if (AppError.isInstance(error) && error.code === "lease_lost")
            context.log.info({ requestId: id }, "another replica went on with this request");
          else context.log.error({ requestId: id, err: error }, "a request could not be moved; the reconciler tries again");
        });
      } while (again.has(id) && !stopping);
    })().finally(() => {
      running.delete(id);
      controllers.delete(id);
    });
    running.set(id, work);
    await work;
  };
  return {
    advance,
    interrupt: (id) => controllers.get(id)?.abort(),
    kick(tenant, id) {
      if (!stopping) void advance(tenant, id);
    },
    async stop() {
      stopping = true;
      await Promise.allSettled(running.values());
    },
  };
}
