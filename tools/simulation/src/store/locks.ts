import type { Process, Scheduler } from "../scheduler.ts";

/** Who can hold locks: one transaction. */
export interface Holder {
  readonly process: Process;
}

interface Wait {
  holder: Holder;
  shared: boolean;
  resolve: () => void;
}

interface Lock {
  holders: Map<Holder, "shared" | "exclusive">;
  queue: Wait[];
}

/** What Postgres answers the one whose wait would never end. */
export const DEADLOCK = "40P01";

/** Row and advisory locks of one database, held until the transaction ends, with detection of circles. */
export class Locks {
  readonly #locks = new Map<string, Lock>();
  readonly #waitsFor = new Map<Holder, Lock>();
  readonly #scheduler: Scheduler;

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  async take(holder: Holder, name: string, shared: boolean): Promise<void> {
    const lock = this.#lock(name);
    if (this.#grant(lock, holder, shared)) return;
    if (this.#closesCircle(lock, holder)) throw Object.assign(new Error("deadlock detected"), { code: DEADLOCK });
    this.#waitsFor.set(holder, lock);
    await new Promise<void>((resolve) => lock.queue.push({ holder, shared, resolve }));
  }

  /** The lock now, or false. */
  tryTake(holder: Holder, name: string): boolean {
    return this.#grant(this.#lock(name), holder, false);
  }

  /** Waits for nothing any more: its process is gone. */
  giveUp(holder: Holder): void {
    this.#waitsFor.delete(holder);
    for (const lock of this.#locks.values()) lock.queue = lock.queue.filter((wait) => wait.holder !== holder);
  }

  release(holder: Holder): void {
    for (const [name, lock] of this.#locks) {
      lock.holders.delete(holder);
      while (lock.queue[0] !== undefined && this.#grant(lock, lock.queue[0].holder, lock.queue[0].shared)) {
        const wait = lock.queue.shift() as Wait;
        this.#waitsFor.delete(wait.holder);
        this.#scheduler.ready(wait.holder.process, wait.resolve);
      }
      if (lock.holders.size === 0 && lock.queue.length === 0) this.#locks.delete(name);
    }
  }

  #lock(name: string): Lock {
    const lock: Lock = this.#locks.get(name) ?? { holders: new Map(), queue: [] };
    this.#locks.set(name, lock);
    return lock;
  }

  #grant(lock: Lock, holder: Holder, shared: boolean): boolean {
    const others = [...lock.holders].filter(([other]) => other !== holder);
    if (others.some(([, mode]) => !shared || mode === "exclusive")) return false;
    lock.holders.set(holder, shared && lock.holders.get(holder) !== "exclusive" ? "shared" : "exclusive");
    return true;
  }

  #closesCircle(lock: Lock, holder: Holder, seen = new Set<Lock>()): boolean {
    if (seen.has(lock)) return false;
    seen.add(lock);
    const before = [...lock.holders.keys(), ...lock.queue.map((wait) => wait.holder)];
    return before.some((other) => {
      if (other === holder) return lock.holders.size > 1 || !lock.holders.has(holder);
      const next = this.#waitsFor.get(other);
      return next !== undefined && this.#closesCircle(next, holder, seen);
    });
  }
}
