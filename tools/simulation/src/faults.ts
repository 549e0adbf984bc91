import type { Random } from "./random.ts";

/** What may go wrong, by chance; nothing does any more once the world is healed. */
export interface Faults {
  /** How a commit ends: lost before or after it was done, the caller hears the same. */
  commit(): "done" | "lost_before" | "lost_after";
  /** True when the process dies at this very statement. */
  dies(): boolean;
  /** What becomes of a message on its way into a stream. */
  publish(): "stored" | "dropped" | "ack_lost";
  /** How a stream message reaches its consumer. */
  delivery(): { copies: number; delayMs: number; ackLost: boolean };
  request(): { isLost: boolean; replyLost: boolean; delayMs: number };
  /** True when the broker forgets a message that it had confirmed. */
  forgets(): boolean;
  heal(): void;
  readonly healed: boolean;
}

/** Faults of one seed. A third of all seeds is quiet, a third rough and a third in between, so that rare orders happen with few faults too. */
export function createFaults(random: Random): Faults {
  const level = random.pick([0.15, 0.5, 1]);
  let healed = false;
  const happens = (probability: number): boolean => !healed && random.chance(probability * level);
  return {
    commit: () => (happens(0.02) ? "lost_before" : happens(0.02) ? "lost_after" : "done"),
    dies: () => happens(0.002),
    publish: () => (happens(0.08) ? "dropped" : happens(0.08) ? "ack_lost" : "stored"),
    delivery: () => ({
      copies: happens(0.15) ? 2 + random.below(2) : 1,
      delayMs: happens(0.25) ? random.below(20_000) : random.below(20),
      ackLost: happens(0.1),
    }),
    request: () => ({ isLost: happens(0.06), replyLost: happens(0.06), delayMs: happens(0.1) ? random.below(4_000) : random.below(5) }),
    forgets: () => happens(0.04),
    heal() {
      healed = true;
    },
    get healed() {
      return healed;
    },
  };
}
