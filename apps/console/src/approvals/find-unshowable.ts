import type { Card, Json } from "../api/types.ts";

const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;

function badLeaves(value: Json | undefined, place: string, out: string[]): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) out.push(place);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      badLeaves(item, `${place}[${index}]`, out);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      if (CONTROL.test(key)) out.push(place);
      badLeaves(member, place === "" ? key : `${place}.${key}`, out);
    }
  } else if (value === undefined || (typeof value === "number" && !Number.isFinite(value))) out.push(place);
}

/** Places of a card that a person could not read as they are; a card with one of them cannot be approved. */
export function findUnshowable(card: Card): string[] {
  const out: string[] = [];
  badLeaves(card as unknown as Json, "", out);
  const paths = (rows: Card["before"]): Set<string> => new Set(rows.map((row) => row.path));
  const before = paths(card.before);
  const after = paths(card.after);
  for (const path of after) if (!before.has(path)) out.push(`before ${path}`);
  for (const path of before) if (!after.has(path)) out.push(`after ${path}`);
  for (const row of [...card.before, ...card.after]) if (CONTROL.test(row.record)) out.push(`record ${row.path}`);
  for (const [name, value] of Object.entries(card.args))
    if (/(Id|Ref|sku|lot|Location)$/.test(name) && typeof value === "string" && CONTROL.test(value)) out.push(name);
  return [...new Set(out)];
}
