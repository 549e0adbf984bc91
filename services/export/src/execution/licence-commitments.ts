import { add, decimal } from "@quartermaster/shared/quantity";
import type { Judgement } from "../domain/judge-content.ts";
import type { Licence } from "../domain/licence.ts";
import { exact } from "../domain/units.ts";

export interface Commitment {
  licence: Licence;
  /** In the licence's own unit. */
  quantity: string;
}

/** What a lodging commits, summed by licence and in id order, so that two lodgings lock licences in the same order. */
export function commitmentsOf(judgement: Judgement): Commitment[] {
  const sums = new Map<string, Commitment>();
  for (const { licence, quantity } of judgement.commitments) {
    const known = sums.get(licence.id);
    sums.set(licence.id, { licence, quantity: known ? exact(add(decimal(known.quantity), decimal(quantity))) : quantity });
  }
  return [...sums.values()].sort((a, b) => (a.licence.id < b.licence.id ? -1 : 1));
}
