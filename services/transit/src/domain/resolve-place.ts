import { foreignPlace, isUnlocode, ownPlace, type Place } from "./place.ts";
import type { TransitReads } from "./ports.ts";

/** Own location by id, UN/LOCODE, name or alias; else any other UN/LOCODE; undefined when the text is neither. */
export async function resolvePlace(reads: Pick<TransitReads, "location">, text: string): Promise<Place | undefined> {
  const own = await reads.location(text);
  if (own) return ownPlace(own);
  const code = text.replaceAll(" ", "").toUpperCase();
  return isUnlocode(code) ? foreignPlace(code) : undefined;
}
