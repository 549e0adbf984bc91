import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";

/** Conjunctions by which a turn begins with what it waits for, whatever stands behind them. */
const OPENS = {
  en: /^(?:if|when|once|unless|in case|provided|assuming|as soon as|should(?= (?:the|it|he|she|they|we)\b))\b/,
  de: /^(?:wenn|falls|sofern|sobald|solange|vorausgesetzt|es sei denn)\b/,
  fr: /^(?:si|s'ils?|quand|lorsqu\w*|des qu\w*|au cas ou|a condition|sauf si|a moins)\b/,
  es: /^(?:si|cuando|en cuanto|en caso|siempre que|salvo que|a menos que|tan pronto)\b/,
  nl: /^(?:als|wanneer|indien|zodra|zolang|mits|tenzij|in geval)\b/,
};

/** True when the words begin with a condition: "si" sets one in French and Spanish, "sí" and "if so" in answer to something do not. */
export function opensWithCondition({ own, language }: Pick<Reading, "own" | "language">): boolean {
  const text = own.replace(/^[\s¡¿,.!-]+/, "");
  if (/^sí\b/i.test(text) || /^s[ií]\s*[,.!]/i.test(text)) return false;
  const folded = fold(text);
  return OPENS[language].test(folded) || OPENS.en.test(folded);
}
