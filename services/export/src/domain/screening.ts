import type { JsonObject } from "@quartermaster/shared/contracts";
import { foldName } from "./record-fields.ts";

export interface DeniedParty {
  id: string;
  name: string;
  country: string | null;
  aliases: string[];
  list: string;
}

/** A hit that compliance has to decide, or decided. */
export interface Screening {
  id: string;
  party: string | null;
  name: string | null;
  hit: string | null;
  score: string | null;
  listVersion: string | null;
  state: string;
  blocks: string[];
  version: number;
}

/** What others may know of a screening. */
export const screeningFields = (screening: Screening): JsonObject => ({
  id: screening.id,
  party: screening.party,
  hit: screening.hit,
  score: screening.score,
  listVersion: screening.listVersion,
  state: screening.state,
  blocks: screening.blocks,
});

export interface ListHit {
  id: string;
  list: string;
  /** 0 to 1, two decimals. */
  score: number;
}

/** Hits under this are noise, at or above it a person looks. */
export const REVIEW_SCORE = 0.6;

const LEGAL_FORMS = new Set([
  "llc",
  "ltd",
  "gmbh",
  "sa",
  "ag",
  "bv",
  "inc",
  "co",
  "fze",
  "srl",
  "spa",
  "plc",
  "as",
  "trading",
  "general",
  "company",
]);
const words = (text: string): string[] =>
  foldName(text)
    .split(" ")
    .filter((word) => word.length > 1 && !LEGAL_FORMS.has(word));

/** Share of common words, folded; legal forms do not count. Equal names give 1. */
function similarity(a: string, b: string): number {
  if (foldName(a) === foldName(b)) return 1;
  const left = new Set(words(a));
  const right = new Set(words(b));
  const common = [...left].filter((word) => right.has(word)).length;
  const all = new Set([...left, ...right]).size;
  return all === 0 ? 0 : Math.round((common / all) * 100) / 100;
}

/** Matches names against the list in force, best first. */
export function matchDenied(names: readonly string[], list: readonly DeniedParty[]): ListHit[] {
  return list
    .map((denied) => {
      const scores = names.flatMap((name) => [denied.name, ...denied.aliases].map((listed) => similarity(name, listed)));
      return { id: denied.id, list: denied.list, score: Math.max(0, ...scores) };
    })
    .filter((hit) => hit.score >= REVIEW_SCORE)
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}
