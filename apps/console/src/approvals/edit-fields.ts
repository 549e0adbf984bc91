import type { Json, JsonObject } from "../api/types.ts";

/** A quantity of the instruction that may be lowered. */
export interface EditField {
  /** Keys and positions from the args to the value. */
  path: readonly (string | number)[];
  /** "lines[0].quantity" */
  name: string;
  value: string;
  unit: string;
  /** What the quantity is of: the item named beside it. */
  of: string;
  /** Position in its list, when the whole line may be left out. */
  line: { list: string; index: number } | null;
}

const LISTS: readonly string[] = ["lines", "changes"];
const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const text = (value: Json | undefined): string => (typeof value === "string" ? value : "");

function fieldOf(holder: JsonObject, path: readonly (string | number)[], name: string, line: EditField["line"]): EditField[] {
  const { quantity } = holder;
  if (typeof quantity !== "string") return [];
  return [{ path: [...path, "quantity"], name: `${name}quantity`, value: quantity, unit: text(holder.uom), of: text(holder.sku), line }];
}

/** The quantities of an instruction that an approver may lower, in its order. The server has the last word. */
export function editFields(args: JsonObject): EditField[] {
  const own = fieldOf(args, [], "", null);
  const members = LISTS.flatMap((list) => {
    const found = args[list];
    if (!Array.isArray(found)) return [];
    return found.flatMap((member, index) =>
      isObject(member) ? fieldOf(member, [list, index], `${list}[${index}].`, found.length > 1 ? { list, index } : null) : [],
    );
  });
  return [...own, ...members];
}

/** Where a field stands in the args that a wish makes, as a fault names it: lines that are left out count no more. Null = left out. */
export function pathAfter(field: EditField, fields: readonly EditField[], dropped: readonly string[]): string | null {
  if (dropped.includes(field.name)) return null;
  const { line } = field;
  const isBefore = (other: EditField): boolean =>
    line !== null && other.line?.list === line.list && other.line.index < line.index && dropped.includes(other.name);
  const gone = fields.filter(isBefore).length;
  const path = field.path.map((key, at) => (at === 1 && typeof key === "number" ? key - gone : key));
  return `/args/${path.join("/")}`;
}

export interface EditWish {
  /** New quantity by the field's name. */
  quantities: Readonly<Record<string, string>>;
  /** Names of fields whose line is left out. */
  dropped: readonly string[];
}

/** The args as the wish makes them; everything else stays as it was, also how it was written. */
export function editedArgs(args: JsonObject, fields: readonly EditField[], wish: EditWish): JsonObject {
  const edited = structuredClone(args);
  const gone = new Map<string, Set<number>>();
  for (const field of fields) {
    if (wish.dropped.includes(field.name) && field.line) {
      gone.set(field.line.list, (gone.get(field.line.list) ?? new Set()).add(field.line.index));
      continue;
    }
    const quantity = wish.quantities[field.name]?.trim();
    if (quantity === undefined || quantity === field.value) continue;
    let holder: Json = edited;
    for (const key of field.path.slice(0, -1)) holder = (holder as { [key: string]: Json })[String(key)] ?? null;
    if (isObject(holder)) holder.quantity = quantity;
  }
  for (const [list, indexes] of gone) {
    const members = edited[list];
    if (Array.isArray(members)) edited[list] = members.filter((_, index) => !indexes.has(index));
  }
  return edited;
}
