import type { Random } from "./random.ts";

/** A process that may die: what it was doing at that moment never goes on. */
export interface Process {
  readonly name: string;
  /** Raised by every crash; work of an older life is forgotten. */
  life: number;
  alive: boolean;
}

interface Waiting {
  at: number;
  process: Process;
  life: number;
  resume: () => void;
}

export interface Scheduler {
  /** Virtual time in milliseconds. */
  readonly now: number;
  readonly iso: string;
  /** Lets anybody else go first; while faults are on, it may take a while. */
  pause(process: Process): Promise<void>;
  sleep(process: Process, ms: number): Promise<void>;
  /** Has `resume` called in its turn, unless the process dies before. */
  ready(process: Process, resume: () => void, afterMs?: number): void;
  /** Runs until the time is over, or `isDone` says so. */
  run(untilMs: number, isDone: () => boolean): Promise<void>;
  /** From here on nothing stalls any more. */
  calm(): void;
}

/** Lets every promise that can go on do so; the product's own code has no other waits than those of its ports. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Chooses by seed which of all waiting steps goes next. Time stands still while anything can go on, then leaps to the next timer, so
 * an hour costs what happens in it.
 */
export function createScheduler(random: Random, startMs: number): Scheduler {
  let now = startMs;
  let calm = false;
  const ready: Waiting[] = [];
  const later: Waiting[] = [];

  const add = (entry: Waiting): void => {
    if (entry.at <= now) {
      ready.push(entry);
      return;
    }
    const place = later.findIndex((other) => other.at > entry.at);
    later.splice(place < 0 ? later.length : place, 0, entry);
  };
  const schedule = (process: Process, afterMs: number, resume: () => void): void =>
    add({ at: now + afterMs, process, life: process.life, resume });
  const takeNext = (): Waiting | undefined => {
    while (later[0] !== undefined && (later[0].at <= now || ready.length === 0)) {
      const entry = later.shift() as Waiting;
      now = Math.max(now, entry.at);
      ready.push(entry);
    }
    if (ready.length === 0) return undefined;
    const index = random.below(ready.length);
    const chosen = ready[index] as Waiting;
    ready[index] = ready[ready.length - 1] as Waiting;
    ready.pop();
    return chosen;
  };
  const stall = (): number => {
    if (calm || !random.chance(0.12)) return 0;
    return random.chance(0.04) ? 1_000 + random.below(9_000) : random.below(30);
  };

  return {
    get now() {
      return now;
    },
    get iso() {
      return new Date(now).toISOString();
    },
    pause: (process) => new Promise((resolve) => schedule(process, stall(), resolve)),
    sleep: (process, ms) => new Promise((resolve) => schedule(process, ms, resolve)),
    ready: (process, resume, afterMs = 0) => schedule(process, afterMs, resume),
    calm() {
      calm = true;
    },
    async run(untilMs, isDone) {
      while (now < untilMs && !isDone()) {
        const next = takeNext();
        if (next === undefined) return;
        if (next.process.life !== next.life) continue;
        next.resume();
        await settle();
      }
    },
  };
}
