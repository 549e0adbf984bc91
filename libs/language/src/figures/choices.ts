import type { Language } from "@quartermaster/shared/contracts";
import { fold } from "../text/fold.ts";
import type { Span } from "../text/span.ts";

const OR: Record<Language, string> = { en: "or", de: "oder", fr: "ou", es: "o|u", nl: "of" };
/** Behind these a number counts time, and bounds an order ("in 2 or 3 days"). */
const TIME =
  /^\s*(?:days?|weeks?|hours?|months?|tage?n?|wochen?|stunden?|jours?|semaines?|heures?|dias?|semanas?|horas?|dagen|weken|uur|uren)\b/;

/** Amounts between which a text leaves the choice ("either 3 or 5"), each pair as one part of the text. */
export function choicesIn({
  own,
  language,
  quantities,
}: {
  own: string;
  language: Language;
  quantities: readonly Span[];
}): (Span & { text: string })[] {
  const folded = fold(own);
  const joins = new RegExp(
    `^(?:\\s+[^\\s,.;:!?]+){0,4}?\\s*,?\\s+(?:${OR[language]}|or)\\s+(?:(?:else|maybe|perhaps|even|lieber|vielleicht|peut-etre|quiza|misschien)\\s+)?$`,
  );
  return quantities.flatMap((amount, index) => {
    const next = quantities[index + 1];
    if (!next || !joins.test(folded.slice(amount.end, next.start)) || TIME.test(folded.slice(next.end))) return [];
    return [{ start: amount.start, end: next.end, text: own.slice(amount.start, next.end) }];
  });
}
