import type { Intent } from "@quartermaster/shared/contracts";
import type { OwnText } from "./own-words.ts";

/** Goods in words: what they are in English, as item names tell it. */
const GOODS = ["said_goods", "said_with_goods"];

/**
 * The user's words in their order, without the figures of amounts and days, which stand in many records; then English for the goods
 * among them. An empty word parts what does not belong together.
 */
export function saidWords(intent: Intent, own: OwnText): string[] {
  const figures = new Set([
    ...intent.limits.quantities.map(({ quantity }) => quantity),
    ...intent.limits.dates.flatMap((date) => date.split("-")),
  ]);
  const isFigure = (word: string) => /^\d+$/.test(word) && figures.has(word);
  const goods = intent.entities.flatMap(({ kind, id }) =>
    GOODS.includes(kind) ? ["", ...id.replace(/^\d+ /, "").split(/[^\p{L}\p{N}]+/u)] : [],
  );
  return [...own.words.map((word) => (isFigure(word) ? "" : word)), ...goods];
}
