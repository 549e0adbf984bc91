import type { Json, JsonObject } from "../api/types.ts";

const LISTS: readonly string[] = ["lines", "changes"];
const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const withoutQuantity = ({ quantity: _quantity, ...rest }: JsonObject): string => JSON.stringify(rest);

/** JSON pointers of the quantities of an instruction that an edit made less; `from` is the instruction as it stood before. */
export function editedPointers(from: JsonObject, args: JsonObject): Set<string> {
  const found = new Set<string>();
  if (typeof args.quantity === "string" && args.quantity !== from.quantity) found.add("/quantity");
  for (const list of LISTS) {
    const [before, after] = [from[list], args[list]];
    if (!Array.isArray(before) || !Array.isArray(after)) continue;
    let next = 0;
    after.forEach((member, index) => {
      if (!isObject(member)) return;
      // Lines may have been left out; those that stayed are in their order.
      const at = before.findIndex((other, place) => place >= next && isObject(other) && withoutQuantity(other) === withoutQuantity(member));
      if (at < 0) return;
      next = at + 1;
      if ((before[at] as JsonObject).quantity !== member.quantity) found.add(`/${list}/${index}/quantity`);
    });
  }
  return found;
}
