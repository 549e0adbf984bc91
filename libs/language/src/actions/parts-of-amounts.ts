import type { Language } from "@quartermaster/shared/contracts";
import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";
import { blank, type Span } from "../text/span.ts";
import { AND } from "./clauses.ts";

/** What may stand between two members of a list; the last one before an amount is where its part begins. */
const between = (language: Language): RegExp => new RegExp(`[.;!?\\n&+](?=\\s)|,\\s|\\b(?:${AND[language]})\\b(?=\\s)`, "g");

/** Where the part of the next amount begins, between the end of one and the start of the next. */
function boundary(text: string, from: number, to: number, pattern: RegExp, keysFirst: boolean): number {
  const last = [...text.slice(from, to).matchAll(pattern)].at(-1);
  if (last) return from + last.index;
  return keysFirst ? from : to;
}

/**
 * The part of a text that belongs to each amount, in their order: "60 KX-7 | and 5 KX-8", "KX-7 60 | , KX-8 5". Together the parts are
 * the whole text, so that what nobody joins to another amount stays with the one beside it.
 */
export function partsOfAmounts(reading: Reading): Span[] {
  const { quantities: amounts, ids, dates, own } = reading;
  const text = fold(blank(own, [...ids, ...dates, ...amounts]));
  const [first, last] = [amounts[0], amounts.at(-1)];
  const isGoods = (kind: string) => kind === "sku" || kind === "code" || kind === "lot";
  // "KX-7 60 KX-8 5": goods before the first amount and none behind the last.
  const keysFirst =
    first !== undefined &&
    last !== undefined &&
    ids.some((id) => isGoods(id.kind) && id.end <= first.start) &&
    !ids.some((id) => isGoods(id.kind) && id.start >= last.end);
  const pattern = between(reading.language);
  const starts = amounts.map((amount, index) =>
    index === 0 ? 0 : boundary(text, amounts[index - 1]?.end ?? 0, amount.start, pattern, keysFirst),
  );
  return starts.map((start, index) => ({ start, end: starts[index + 1] ?? own.length }));
}
