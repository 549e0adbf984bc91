import type { JsonObject } from "@quartermaster/shared/contracts";
import type { OutsideRecord } from "../adapter/outside-system.ts";
import type { OutsideLink, OutsideMapping } from "./outside-link.ts";

interface Selector {
  kind: string;
  id: string;
}

/** Ends a transaction that needs records of another system: they are read without locks held, and then it runs again. */
export class WitnessesNeeded extends Error {
  override readonly name = "WitnessesNeeded";
  readonly selectors: readonly Selector[];

  constructor(selectors: readonly Selector[]) {
    super("records of another system are needed");
    this.selectors = selectors;
  }
}

/** @throws AppError unavailable | timeout: the grant is delivered again. */
export const readWitnesses = (link: OutsideLink, tenant: string, selectors: readonly Selector[]): Promise<OutsideRecord[]> =>
  link.system.read(tenant, selectors, AbortSignal.timeout(link.timeoutMs));

/**
 * What another system's records say against an effect that stays here, or null.
 * @throws WitnessesNeeded while they have not been read.
 */
export function contradictionOf(
  mapping: OutsideMapping | undefined,
  tool: string,
  content: JsonObject,
  records: readonly OutsideRecord[] | null,
): { code: string; detail: string } | null {
  const selectors = mapping?.witnessesOf?.(tool, content) ?? [];
  if (selectors.length === 0) return null;
  if (records === null) throw new WitnessesNeeded(selectors);
  for (const record of records) {
    const contradiction = mapping?.contradictionOf?.(record, content) ?? null;
    if (contradiction !== null) return contradiction;
  }
  return null;
}
