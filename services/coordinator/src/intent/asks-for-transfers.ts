import { fold, type Reading } from "@quartermaster/language";

/** Transfers as things that one has, not the deed: "can we transfer some to Valencia?" asks for stock. */
const TRANSFERS =
  /\b(?:transfers|transfer orders?|(?:open|pending|running|this|that|my|our|the|a) transfer(?! (?:to|from)\b)|umlagerung(?:en)?|transferts?|traslados?|verplaatsing(?:en)?|overplaatsing(?:en)?)\b/;
/** What is asked about a transfer beside itself. */
const ELSEWHERE = /\b(?:reserved|reserviert\w*|reserve[es]*|reservad[oa]s?|gereserveerd\w*|set aside|held)\b/;
/** Keys that say which transfers are meant, and no record that could be looked up in their place. */
const NARROWS: ReadonlySet<string> = new Set(["transfer", "sku", "code", "location", "unlocode"]);

/**
 * True for a question about transfers as such. No agent can look one up, by its id or in a list, and stock or shipments would answer
 * something else; who asks for them by name ("the shipment of TRF-…") is answered.
 */
export function asksForTransfers({ own, ids, quantities, actions }: Reading): boolean {
  if (quantities.length > 0 || actions.objects.some((object) => object !== "transfer") || ids.some(({ kind }) => !NARROWS.has(kind)))
    return false;
  if (ELSEWHERE.test(fold(own))) return false;
  return ids.some(({ kind }) => kind === "transfer") || TRANSFERS.test(fold(own));
}
