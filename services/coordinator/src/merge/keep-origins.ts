import type { JsonValue, Origin, PlanStep, Proposal } from "@quartermaster/shared/contracts";

const valueAt = (args: JsonValue, pointer: string): JsonValue | undefined =>
  pointer
    .split("/")
    .slice(1)
    .reduce<JsonValue | undefined>((value, key) => {
      const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
      return typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, JsonValue>)[name]
        : undefined;
    }, args);

/**
 * Where a step's values came from when it is planned again. The agent is handed ready args then and calls them all computed; a value
 * that is as it was in the earlier revision still comes from where it came from then.
 */
export function keepOrigins(
  earlier: Pick<PlanStep, "args" | "origins"> | undefined,
  proposal: Pick<Proposal, "args" | "origins">,
): Record<string, Origin> {
  if (!earlier) return proposal.origins;
  const entries = Object.entries(proposal.origins).map(([pointer, origin]): [string, Origin] => {
    const before = Object.hasOwn(earlier.origins, pointer) ? earlier.origins[pointer] : undefined;
    const isAsBefore = valueAt(earlier.args, pointer) === valueAt(proposal.args, pointer);
    return [pointer, origin.kind === "computed" && before && isAsBefore ? before : origin];
  });
  return Object.fromEntries(entries);
}
