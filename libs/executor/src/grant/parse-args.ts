import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import type { EffectHandler } from "../effect-handler.ts";
import { type OpenReference, replaceAt } from "./resolve-references.ts";

/** Stands for an open reference while the schema looks at args; the form in which tools accept references. */
const PLACEHOLDER = "@planned";

const pointerTo = (root: JsonObject, path: string): JsonValue => {
  let value: JsonValue = root;
  for (const token of path.split("/").slice(1))
    value = (value as Record<string, JsonValue>)[token.replaceAll("~1", "/").replaceAll("~0", "~")] ?? null;
  return value;
};

/** Checks args against the tool's schema; open references pass as such and stand in the result as they were. */
export function parseArgs<A>(
  handler: EffectHandler<A>,
  args: JsonObject,
  open: readonly OpenReference[],
): { ok: true; args: A } | { ok: false; detail: string } {
  const held = replaceAt(args, new Map(open.map((reference) => [reference.path, PLACEHOLDER])));
  const parsed = handler.schema.safeParse(held);
  if (!parsed.success) {
    return {
      ok: false,
      detail: parsed.error.issues
        .map((issue) => `${issue.path.join(".") || "args"}: ${issue.message}`)
        .join("; ")
        .slice(0, 900),
    };
  }
  if (open.length === 0) return { ok: true, args: parsed.data };
  const restored = replaceAt(
    parsed.data as JsonObject,
    new Map(open.map((reference) => [reference.path, pointerTo(args, reference.path)])),
  );
  return { ok: true, args: restored as A };
}
