import type { Json, JsonObject, Origin } from "../api/types.ts";

export interface ArgLeaf {
  /** JSON pointer, the key of `origins`. */
  pointer: string;
  /** "lines[0].sku" */
  path: string;
  /** The value as text; null for a value that an earlier step's receipt will give. */
  text: string | null;
  origin: Origin | null;
}

const escapePointer = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
const isReference = (value: JsonObject): boolean =>
  Object.keys(value).length === 1 && typeof value.$ref === "object" && value.$ref !== null;

/** An origin stands at the leaf itself or at the nearest part around it. */
function originAt(origins: Readonly<Record<string, Origin>>, pointer: string): Origin | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = Object.hasOwn(origins, at) ? origins[at] : undefined;
    if (found) return found;
  }
  return null;
}

/** Every leaf of the arguments, in the order of the instruction; empty lists and objects are leaves too. */
export function flattenArgs(args: JsonObject, origins: Readonly<Record<string, Origin>>): ArgLeaf[] {
  const leaves: ArgLeaf[] = [];
  const add = (pointer: string, path: string, text: string | null): void =>
    void leaves.push({ pointer, path, text, origin: originAt(origins, pointer) });
  const walk = (value: Json, pointer: string, path: string): void => {
    if (Array.isArray(value)) {
      if (value.length === 0) add(pointer, path, "[]");
      value.forEach((item, index) => {
        walk(item, `${pointer}/${index}`, `${path}[${index}]`);
      });
    } else if (typeof value === "object" && value !== null) {
      if (isReference(value)) {
        add(pointer, path, null);
        return;
      }
      const entries = Object.entries(value);
      if (entries.length === 0 && pointer !== "") add(pointer, path, "{}");
      for (const [key, member] of entries) walk(member, `${pointer}/${escapePointer(key)}`, path === "" ? key : `${path}.${key}`);
    } else add(pointer, path, typeof value === "string" ? value : JSON.stringify(value));
  };
  walk(args, "", "");
  return leaves;
}
