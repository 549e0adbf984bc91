import type { Json, JsonObject } from "../api/types.ts";
import { describeArgs } from "../requests/describe-args.ts";

export interface LedgerEntry {
  position: number;
  id: string;
  kind: string;
  requestId: string;
  stepId: string | null;
  subject: string;
  actor: string;
  at: string;
  body: Json;
  hash: string;
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const member = (value: Json | undefined, name: string): Json | undefined => (isObject(value) ? value[name] : undefined);
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

/** What a card or a grant of an entry is about; empty when the entry holds neither. */
function ownWords(entry: LedgerEntry): string {
  const headline = text(member(member(entry.body, "card"), "headline"));
  if (headline !== "") return headline;
  const signed = member(entry.body, "body");
  const tool = text(member(signed, "tool"));
  return tool === "" ? "" : `${tool} ${describeArgs(member(signed, "args"))}`.trim();
}

/** What each step of these entries is about in words, by step id: the card's headline, else what the grant carries. */
export function ledgerHeadlines(entries: readonly LedgerEntry[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const entry of entries) {
    const own = ownWords(entry);
    if (entry.stepId !== null && own !== "" && !words.has(entry.stepId)) words.set(entry.stepId, own);
  }
  return words;
}

/** "approve", "reject" or a receipt's outcome; empty for entries without one. */
export function ledgerVerdict(entry: LedgerEntry): string {
  return text(member(entry.body, "decision")) || text(member(member(entry.body, "body"), "outcome"));
}
