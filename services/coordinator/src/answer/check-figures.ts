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

/** Points between day, month and year: "14.12.2026" and "14.12." name a date that records write as 2026-12-14. */
function datesIn(source: string): string[] {
  return [...source.matchAll(/(\d{4})-(\d{2})-(\d{2})/g)].flatMap(([, year = "", month = "", day = ""]) => {
    const short = [`${day}.${month}`, `${Number(day)}.${Number(month)}`, `${Number(day)}.${month}`];
    return short.flatMap((text) => [text, `${text}.${year}`, `${text}.${year.slice(2)}`]);
  });
}

/**
 * Figures of an answer that occur in none of the sources. A model's answer is used only when there are none: a figure that
 * nobody read is a figure that somebody made up.
 */
export function unknownFigures(answer: string, sources: readonly string[]): string[] {
  const known = new Set(sources.flatMap((source) => [...figuresIn(source)]));
  const dates = new Set(sources.flatMap(datesIn));
  return (answer.match(NUMBER) ?? []).filter((figure) => !dates.has(figure) && !readings(figure).some((reading) => known.has(reading)));
}
