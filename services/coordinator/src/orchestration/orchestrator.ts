import { newId } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { followPlan } from "../handoff/follow-plan.ts";
import { camelRow, hasPlan, type RequestRow } from "../requests/request-row.ts";
import { endWave } from "./end-wave.ts";
import { finishCancelled, returnToPlan } from "./finish-request.ts";
import { giveUp } from "./give-up.ts";
import { runIntent } from "./run-intent.ts";
import { runMerge } from "./run-merge.ts";
import { tellStuck } from "./tell-stuck.ts";

/** A dead holder's request is free again after this time; the living one renews three times as often. */
const LEASE_SECONDS = 9;
const RENEW_MS = 3_000;
/** Times that a request is taken up without one step of it coming to its end; the next one ends it. */
const MAX_ATTEMPTS = 5;
/** Seconds before a request is taken up again whose move failed, after so many attempts; one that is not given up waits ever longer. */
const PAUSES = [1, 5, 30, 120, 240, 480, 960, 1_920, 3_600];
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
async function step(context: CoordinatorContext, found: RequestRow, run: Run): Promise<boolean> {
  const isStuck = found.attempts >= MAX_ATTEMPTS;
  if (isStuck && !hasPlan(found)) return await giveUp(context, found, run, "attempts_exhausted");
  const row = isStuck ? await tellStuck(context, found, run) : found;
  await context.faults("coordinator.beforeStep");
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

/**
 * An owner that is still there when its lease has run out died with the request in its hands, and with all others that it held: only
 * one of them can be why. So after a second death a process takes up one of them at a time ($4), and the others are not charged again
 * for what that one does. After many deaths it waits as long as after so many failures.
 */
const CLAIM = `update requests set owner = $2, lease_until = now() + make_interval(secs => $3), attempts = attempts + (owner is not null)::int
  where id = $1 and phase <> 'done' and (phase <> 'input' or cancel_requested)
    and (lease_until is null or lease_until < now() - make_interval(secs => case when owner is not null and attempts >= $6
      then ($5::int[])[least(attempts, cardinality($5::int[]))] else 0 end))
    and ($4 or owner is null or attempts < 1) returning attempts`;
const RENEW =
  "update requests set lease_until = now() + make_interval(secs => $3) where id = $1 and owner = $2 returning cancel_requested as cancelled";
/** Only a move that has seen all news lets go. */
const RELEASE = `update requests set owner = null, lease_until = null, seen_wake = $3 where id = $1 and owner = $2 and wake = $3 returning id`;
/** What failed is taken up again after a pause, whoever asks for it. A run that went round in a circle moved nothing ($4). */
const FAILED = `update requests set owner = null, attempts = greatest(attempts, $4::int) + 1,
    lease_until = now() + make_interval(secs => ($3::int[])[least(greatest(attempts, $4::int) + 1, cardinality($3::int[]))])
  where id = $1 and owner = $2`;
const MOVED = "update requests set attempts = 0 where id = $1 and owner = $2";

async function query(
  context: CoordinatorContext,
  tenant: string,
  name: string,
  text: string,
  values: unknown[],
): Promise<Record<string, unknown>[]> {
  return await transaction(context.pool, tenant, async (tx) => (await tx.query({ name, text, values })).rows);
}

/** @returns false when it went on and on. */
async function move(context: CoordinatorContext, tenant: string, id: string, run: Run): Promise<boolean> {
  for (let n = 0; n < MAX_STEPS; n++) {
    const found = (await query(context, tenant, "request-held", "select * from requests where id = $1 and owner = $2", [id, run.owner]))[0];
    if (!found) return true;
    const row = camelRow<RequestRow>(found);
    const goesOn = await step(context, row, run).catch(async (error: unknown) => {
      // The same step would make the same message again.
      if (AppError.isInstance(error) && error.code === "message_too_large") return await giveUp(context, row, run, error.code);
      throw error;
    });
    if (row.attempts > 0) await query(context, tenant, "request-moved", MOVED, [id, run.owner]);
    context.news.notify(id);
    if (goesOn) continue;
    // News that came while this step ran would be missed without the comparison.
    if ((await query(context, tenant, "request-release", RELEASE, [id, run.owner, row.wake])).length > 0) return true;
  }
  return false;
}

/** The one request in this process's hands that may be what ended its last holder. */
interface Suspect {
  id: string | null;
}

/** @returns the attempts that are written down for the request, or undefined when it is not to be had now. */
async function claim(
  context: CoordinatorContext,
  tenant: string,
  id: string,
  owner: string,
  suspect: Suspect,
): Promise<number | undefined> {
  const ask = async (alone: boolean) =>
    (await query(context, tenant, "request-claim", CLAIM, [id, owner, LEASE_SECONDS, alone, PAUSES, MAX_ATTEMPTS]))[0]?.attempts as
      | number
      | undefined;
  const attempts = await ask(false);
  if (attempts !== undefined || suspect.id !== null) return attempts;
  suspect.id = id;
  return await ask(true);
}

async function holdAndMove(
  context: CoordinatorContext,
  tenant: string,
  id: string,
  controller: AbortController,
  suspect: Suspect,
): Promise<void> {
  const owner = newId("own");
  const attempts = await claim(context, tenant, id, owner, suspect);
  if (attempts === undefined) return;
  const beat = setInterval(() => {
    query(context, tenant, "request-renew", RENEW, [id, owner, LEASE_SECONDS]).then(
      (renewed) => renewed[0]?.cancelled === true && controller.abort(),
      (error: unknown) => context.log.warn({ requestId: id, err: error }, "lease not renewed"),
    );
  }, RENEW_MS);
  let charged = 0;
  try {
    if (await move(context, tenant, id, { owner, signal: controller.signal })) return;
    charged = attempts;
    throw new AppError("internal", { detail: "a request made no progress in many steps" });
  } catch (error) {
    // Whoever holds the request by now is not this owner, so a lost lease counts for nobody.
    await query(context, tenant, "request-failed", FAILED, [id, owner, PAUSES, charged]).catch((failure: unknown) =>
      context.log.warn({ requestId: id, err: failure }, "lease not given back; it runs out"),
    );
    throw error;
  } finally {
    clearInterval(beat);
  }
}

export function createOrchestrator(context: CoordinatorContext): Orchestrator {
  const running = new Map<string, Promise<void>>();
  const controllers = new Map<string, AbortController>();
  const again = new Set<string>();
  const suspect: Suspect = { id: null };
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
        await holdAndMove(context, tenant, id, controller, suspect).catch((error: unknown) => {
          if (AppError.isInstance(error) && error.code === "lease_lost")
            context.log.info({ requestId: id }, "another replica went on with this request");
          else context.log.error({ requestId: id, err: error }, "a request could not be moved; the reconciler tries again");
        });
        if (suspect.id === id) suspect.id = null;
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
