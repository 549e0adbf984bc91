import type { ForeignFact, Selector } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";

/** Facts stated longer ago than this are asked for again: the lock that they are needed under may have been waited for. */
const FRESH_MS = 5_000;
/** Rounds of asking before records that are in use for so long are left to a later delivery. */
const MOST_ROUNDS = 5;

/** Ends a transaction that needs facts of other domains: they are asked for without locks held, and then it runs again. */
class FactsNeeded extends Error {
  override readonly name = "FactsNeeded";
  readonly selectors: readonly Selector[];

  constructor(selectors: readonly Selector[]) {
    super("facts of other domains are needed");
    this.selectors = selectors;
  }
}

/** What other domains stated while one piece of work is tried. */
export interface StatedFacts {
  /**
   * Facts stated a moment ago. Ask once the own rows are locked. Nothing may have been written by then, for unless they are known the
   * transaction ends here and runs again with them.
   */
  fresh(selectors: readonly Selector[]): readonly ForeignFact[];
}

type Ask = (selectors: readonly Selector[]) => Promise<readonly ForeignFact[]>;

const keyOf = ({ domain, kind, id }: Selector): string => `${domain}/${kind}/${id}`;

/**
 * Runs work that is one transaction, again whenever it needs facts of other domains: no question goes over the bus while rows are
 * locked. What is asked for is at most a few seconds old when it is used.
 * @throws AppError unavailable | timeout | signature_invalid, and whatever the work throws.
 */
export async function withStatedFacts<T>(
  ask: Ask,
  work: (facts: StatedFacts) => Promise<T>,
  now: () => number = () => performance.now(),
): Promise<T> {
  const stated = new Map<string, { at: number; facts: ForeignFact[] }>();
  const fresh = (selectors: readonly Selector[]) => {
    const old = selectors.filter((selector) => (stated.get(keyOf(selector))?.at ?? Number.NEGATIVE_INFINITY) < now() - FRESH_MS);
    if (old.length > 0) throw new FactsNeeded(selectors);
    return selectors.flatMap((selector) => stated.get(keyOf(selector))?.facts ?? []);
  };
  for (let round = 1; ; round++) {
    try {
      return await work({ fresh });
    } catch (error) {
      if (!(error instanceof FactsNeeded)) throw error;
      if (round >= MOST_ROUNDS) throw new AppError("unavailable", { detail: "the records are in use", cause: error });
      // From before the question: what was true when it was asked may be over when the answer is there.
      const at = now();
      const facts = await ask(error.selectors);
      for (const selector of error.selectors)
        stated.set(keyOf(selector), { at, facts: facts.filter((fact) => keyOf(fact) === keyOf(selector)) });
    }
  }
}
