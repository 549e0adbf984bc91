const INSTANT = /(?<![0-9A-Za-z-])(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2}))(?![0-9A-Za-z])/;

/** Cuts a text at its instants ("2026-12-08T14:00:00.000Z"), which must name a zone and be real; joined again it is the same text. */
export function splitInstants(value: string): { text: string; instant: boolean }[] {
  return value
    .split(INSTANT)
    .map((text, index) => ({ text, instant: index % 2 === 1 && !Number.isNaN(Date.parse(text)) }))
    .filter(({ text }) => text !== "");
}
