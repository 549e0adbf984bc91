/** A seeded source of choices: the same seed makes the same faults in the same order. */
export interface Random {
  /** From 0 up to, and without, `below`. */
  whole(below: number): number;
  pick<T>(items: readonly T[]): T;
  chance(part: number): boolean;
}

/** Mulberry32: 32 bits of state, good enough to choose faults with. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    whole,
    chance: (part) => next() < part,
    pick(items) {
      const item = items[whole(items.length)];
      if (item === undefined) throw new Error("there is nothing to pick from");
      return item;
    },
  };
}
