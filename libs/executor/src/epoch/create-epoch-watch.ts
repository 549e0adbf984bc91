import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bus } from "@quartermaster/shared/bus";
import { EpochNow, subjects } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import type { Signed, Verifier } from "@quartermaster/shared/signing";
import { readSignedText, verifyFromApprovals } from "../grant/read-message.ts";

/** A tenant is asked about once in this time, however many of its grants run. */
const FRESH_MS = 2_000;
/** A confirmation that was fresh when a grant was taken up lasts a little longer, for the way to the row locks. */
const LASTS_MS = 5_000;
const ANSWER_MS = 1_000;
/** How long a grant waits for the answer. Then it makes room for other tenants' grants and comes again; the question goes on. */
const PATIENCE_MS = 250;
/** Pause after a question that nobody answered. */
const REST_MS = 1_000;
/** Questions on their way at once; further tenants have their turn in the next round. */
const MAX_ASKING = 64;
const MAX_TENANTS = 10_000;

/** What approvals said: nothing older than `epoch` may run. */
export interface ConfirmedEpoch {
  readonly epoch: number;
  /** False once the word is too old to run anything by. */
  holds(): boolean;
}

export interface EpochWatch {
  /** The epoch in force by approvals' own word of the last two seconds; null when approvals does not say: then nothing may run. */
  confirm(tenant: string): Promise<ConfirmedEpoch | null>;
}

export interface EpochWatchOptions {
  bus: Pick<Bus, "request">;
  verifier: Verifier;
  /** Keeps a newer epoch in the domain's database, so that it holds for replicas and after a restart too. */
  store(record: Signed<EpochNow>): Promise<number>;
  log: Pick<Logger, "warn">;
  /** Milliseconds of two clocks; tests move them. */
  clocks?: () => readonly [steady: number, wall: number];
  /** Waits unless the signal ends it; whoever moves the clocks waits by them too. */
  wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Moment = readonly [steady: number, wall: number];

interface TenantState {
  told: { epoch: number; at: Moment } | null;
  asking: Promise<void> | null;
  askedAt: Moment | null;
  failedAt: Moment | null;
}

/**
 * Asks approvals which epoch is in force before grants run: an executor that was away while the epoch was raised would otherwise run
 * what waits for it before it hears of that. Each tenant is asked about on its own, so that a slow answer holds up nobody else.
 */
export function createEpochWatch(options: EpochWatchOptions): EpochWatch {
  const clocks = options.clocks ?? (() => [performance.now(), Date.now()] as const);
  const wait = options.wait ?? ((ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => {}));
  const states = new Map<string, TenantState>();
  let asking = 0;

  /** By whichever clock says more: one stands still while the machine sleeps, the other may be set; back counts as much as forth. */
  const age = (moment: Moment): number => {
    const [steady, wall] = clocks();
    return Math.max(Math.abs(steady - moment[0]), Math.abs(wall - moment[1]));
  };
  const stateOf = (tenant: string): TenantState => {
    const state = states.get(tenant) ?? { told: null, asking: null, askedAt: null, failedAt: null };
    states.delete(tenant);
    states.set(tenant, state);
    if (states.size > MAX_TENANTS) states.delete(states.keys().next().value as string);
    return state;
  };

  const ask = async (tenant: string, state: TenantState, at: Moment): Promise<void> => {
    const nonce = randomBytes(18).toString("base64url");
    try {
      const reply = await options.bus.request(subjects.epochNow(), JSON.stringify({ v: 1, tenant, nonce }), { timeoutMs: ANSWER_MS });
      const record = readSignedText(reply.body, EpochNow);
      const said = verifyFromApprovals(options.verifier, "epoch-now", record);
      if (said.tenant !== tenant || said.nonce !== nonce)
        throw new AppError("signature_invalid", { detail: "the epoch is the answer to another question" });
      const known = state.told?.epoch ?? 0;
      // As old as the question: it may have been raised while the answer was on its way.
      state.told = { epoch: said.epoch > known ? Math.max(said.epoch, await options.store(record)) : known, at };
      state.failedAt = null;
    } catch (error) {
      state.failedAt = clocks();
      options.log.warn({ err: error, tenant }, "approvals does not say which epoch is in force; grants wait");
    }
  };
  const startAsking = (tenant: string, state: TenantState): void => {
    if (asking >= MAX_ASKING || (state.failedAt !== null && age(state.failedAt) < REST_MS)) return;
    asking += 1;
    const at = clocks();
    state.askedAt = at;
    state.asking = ask(tenant, state, at).finally(() => {
      asking -= 1;
      state.asking = null;
    });
  };

  return {
    async confirm(tenant) {
      const state = stateOf(tenant);
      const isFresh = (): boolean => state.told !== null && age(state.told.at) < FRESH_MS;
      if (!isFresh()) {
        if (state.asking === null) startAsking(tenant, state);
        const left = state.askedAt === null ? 0 : PATIENCE_MS - age(state.askedAt);
        if (state.asking !== null && left > 0) await endedOr(state.asking, (signal) => wait(left, signal));
      }
      const { told } = state;
      return told !== null && isFresh() ? { epoch: told.epoch, holds: () => age(told.at) < LASTS_MS } : null;
    },
  };
}

/** Resolves when the work ended or the time is over, whichever is first. */
async function endedOr(work: Promise<void>, wait: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, wait(timer.signal)]);
  timer.abort();
}
