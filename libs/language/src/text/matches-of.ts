import type { Span } from "./span.ts";

/** Where a global pattern matches, with the match. */
export function matchesOf(text: string, pattern: RegExp): { match: RegExpMatchArray; span: Span }[] {
  return [...text.matchAll(pattern)].map((match) => ({ match, span: { start: match.index, end: match.index + match[0].length } }));
}
