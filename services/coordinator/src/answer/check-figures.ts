const NUMBER = /\d+(?:[.,]\d+)*/g;

const trimZeros = (text: string): string =>
  (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text).replace(/^0+(?=\d)/, "");

/** The readings of a figure: "1.200" may be one thousand two hundred or one point two, by the language. */
function readings(figure: string): string[] {
  const plain = figure.replace(/[.,]/g, "");
  const point = figure.replace(/,/g, "");
  const comma = figure.replace(/\./g, "").replace(",", ".");
  return [...new Set([figure, plain, point, comma].map(trimZeros))];
}

/** Every figure in a text, in all its readings. */
export function figuresIn(text: string): Set<string> {
  return new Set((text.match(NUMBER) ?? []).flatMap(readings));
}

/**
 * Figures of an answer that occur in none of the sources. A model's answer is used only when there are none: a figure that
 * nobody read is a figure that somebody made up.
 */
export function unknownFigures(answer: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => [...figuresIn(source)]));
  return (answer.match(NUMBER) ?? []).filter((figure) => !readings(figure).some((reading) => known.has(reading)));
}
