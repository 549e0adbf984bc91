import type { NamedId } from "../names/find-ids.ts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";
import { withoutReason } from "./reasons.ts";

/** Kinds that say where or how, not what an order acts on. */
const WHERE: ReadonlySet<string> = new Set(["location", "unlocode", "incoterm", "service"]);

/**
 * Keys that an order is about: not those that only tell why ("hold SHP-1 because SO-12 is not paid"). A reason that alone names anything
 * names what the order is about ("because SHP-1 is late cancel it").
 */
export function keysToActOn(own: string, clauses: readonly Span[], ids: readonly NamedId[]): NamedId[] {
  const folded = fold(own);
  const tellsWhy = (id: NamedId) =>
    clauses.some(({ start, end }) => id.end <= end && id.start >= start + withoutReason(folded.slice(start, end)).length);
  const named = ids.filter((id) => !tellsWhy(id));
  return named.some((id) => !WHERE.has(id.kind)) ? named : [...ids];
}
