import type { NamedPlace } from "../names/find-places.ts";
import { goodsPhrases } from "../names/goods-phrases.ts";
import { namesGoods } from "../names/goods-words.ts";
import { words } from "../text/words.ts";
import type { ReadActions } from "./read-actions.ts";
import { type Said, wordsBeside } from "./words-beside.ts";

const ARROW = /[\p{L}\p{N})]\s*(?:-{1,2}>|=>|→|➜)\s*[\p{L}\p{N}]|[\p{L})]\s*>\s*\p{L}/u;
const GOODS: ReadonlySet<string> = new Set(["sku", "code", "lot"]);
const KEYS: ReadonlySet<string> = new Set([...GOODS, "location", "unlocode"]);

/** True when, of goods from one known place to another, a text says nothing more than when and please. */
function saysOnlyWay(text: string, said: Said): boolean {
  const has = (role: NamedPlace["role"]) => said.places.filter((place) => place.known && place.role === role).length === 1;
  // A record or an order number beside the goods may ask for something else than a move between our own places.
  if (said.quantities.length !== 1 || !has("from") || !has("to") || said.ids.some(({ kind }) => !KEYS.has(kind))) return false;
  const named = said.ids.some(({ kind }) => GOODS.has(kind)) || goodsPhrases(text).length > 0;
  return (named || words(text).some(({ folded }) => namesGoods(folded))) && wordsBeside(text, said).length === 0;
}

/**
 * True when nothing but the way says what is done with an amount: "4 boxes VLV-080, Hamburg -> Rotterdam", "20 VLV-080 from Hamburg to
 * Rotterdam please". Whoever asks, forbids or names a deed says more than the way does.
 */
export function isVerblessMove(text: string, said: Said, read: Pick<ReadActions, "kinds" | "verbs" | "unmet" | "clauses">): boolean {
  const plain = read.clauses.every((clause) => !clause.idle) && !/[?¿]/.test(text);
  if (said.quantities.length === 0 || !plain || read.kinds.length + read.verbs.length > 0 || read.unmet !== null) return false;
  return ARROW.test(text) || saysOnlyWay(text, said);
}
