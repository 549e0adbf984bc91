import type { JsonValue } from "@quartermaster/shared/contracts";

/** Keys as they stand in answers: records, goods and places (`SHP-1007`, `VLV-050`, `LOC-HAM`), and ids such as `rcp_01K…`. */
const KEY = /\b(?:[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+|[a-z]{3}_[0-9A-Z]{20,}|[A-Z]{2}[A-Z0-9]{12,}|\d{2}[A-Z]{2}[A-Z0-9]{13,14})\b/g;
const FIGURE = /\d+(?:[.,\u00a0\u202f]\d+)*/g;
const ISO_DAY = /(\d{4})-(\d{2})-(\d{2})/g;

const trimmed = (text: string): string => (text.includes(".") ? text.replace(/\.?0+$/, "") : text).replace(/^0+(?=\d)/, "");

/** A figure may group thousands or mark decimals with a point or a comma, by the language of the answer. */
const readings = (figure: string): string[] => {
  const tight = figure.replaceAll(/[\u00a0\u202f]/g, "");
  const lastMark = Math.max(tight.lastIndexOf("."), tight.lastIndexOf(","));
  const decimal = lastMark < 0 ? tight : `${tight.slice(0, lastMark).replaceAll(/[.,]/g, "")}.${tight.slice(lastMark + 1)}`;
  const groups = /^\d{1,3}(?:[.,]\d{3})+$/.test(tight) ? [trimmed(tight.replaceAll(/[.,]/g, ""))] : [];
  return [trimmed(decimal), ...groups];
};

/** Every text and number anywhere in a value. */
function leaves(value: JsonValue | undefined): string[] {
  if (value === null || value === undefined || typeof value === "boolean") return [];
  if (typeof value !== "object") return [String(value)];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(leaves);
}

interface Known {
  keys: ReadonlySet<string>;
  figures: ReadonlySet<string>;
  days: ReadonlySet<string>;
}

function knownIn(sources: readonly JsonValue[]): Known {
  const texts = sources.flatMap(leaves);
  const all = texts.join("\n");
  return {
    keys: new Set(all.match(KEY) ?? []),
    figures: new Set((all.match(FIGURE) ?? []).flatMap(readings)),
    days: new Set([...all.matchAll(ISO_DAY)].map(([day]) => day)),
  };
}

/** A day in the words of a language holds the parts of one that was read: "14.12.2026", "14 December". */
const partsOfDays = (days: ReadonlySet<string>): Set<string> =>
  new Set([...days].flatMap((day) => [`${Number(day.slice(8))}.${Number(day.slice(5, 7))}`, `${day.slice(8)}.${day.slice(5, 7)}`]));

/**
 * Keys and figures of an answer that occur in nothing that was read or done. A figure within a known key is part of it.
 *
 * @param sources results of tools, receipts and arguments of the steps; JSON of any form
 */
export function inventedFigures(answer: string, sources: readonly JsonValue[]): string[] {
  const known = knownIn(sources);
  const days = partsOfDays(known.days);
  const keys = [...new Set(answer.match(KEY) ?? [])];
  const rest = keys.reduce((text, key) => text.replaceAll(key, " "), answer);
  const day = (figure: string) => days.has(figure) || [...days].some((known) => figure.startsWith(`${known}.`));
  const figures = [...new Set(rest.match(FIGURE) ?? [])];
  return [
    ...keys.filter((key) => !known.keys.has(key)),
    ...figures.filter((figure) => !day(figure) && !readings(figure).some((reading) => known.figures.has(reading))),
  ];
}
