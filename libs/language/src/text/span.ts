/** A part of a text, by offsets. */
export interface Span {
  start: number;
  end: number;
}

/** Blanks the given parts, keeping the length, so that later rules do not read them again. */
export function blank(text: string, spans: readonly Span[]): string {
  let result = text;
  for (const { start, end } of spans) result = result.slice(0, start) + " ".repeat(end - start) + result.slice(end);
  return result;
}

/** True when two parts share a character. */
export function overlaps(a: Span, b: Span): boolean {
  return a.start < b.end && b.start < a.end;
}
