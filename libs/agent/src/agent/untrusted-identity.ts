import type { JsonObject, Origin } from "@quartermaster/shared/contracts";
import { dotted, leaves, type OriginFinder } from "./origins.ts";
import type { DryRun } from "./tool.ts";

export interface UntrustedIdentity {
  /** JSON pointer of the argument. */
  pointer: string;
  origin: Origin;
}

/** First argument among `identity` (dotted paths) whose value comes from a free text only, as it was given; or null. */
export function untrustedIdentity(args: JsonObject, identity: readonly string[], finder: OriginFinder): UntrustedIdentity | null {
  for (const { pointer, value } of leaves(args)) {
    if (!identity.includes(dotted(pointer))) continue;
    const origin = finder.find(value);
    if (origin.kind === "untrusted") return { pointer, origin };
  }
  return null;
}

/** The names that a record of the dry run goes by beside its id. */
function namesOf(dryRun: DryRun, id: string): string[] {
  const own = dryRun.records.filter((record) => record.id === id);
  return own.flatMap(({ fields: { name, aliases, unlocode } }) =>
    [name ?? null, unlocode ?? null, ...(Array.isArray(aliases) ? aliases : [])].filter((text) => typeof text === "string"),
  );
}

/**
 * The same of the canonical arguments: a text that says "Rotterdam" or "LOC-RTM" is obeyed by a call that says "NLRTM" as well. What
 * the tool chose by itself, a clean record holds, or the requester named in any of these words, stays.
 */
export function untrustedTarget(
  args: JsonObject,
  dryRun: DryRun,
  identity: readonly string[],
  finder: OriginFinder,
): UntrustedIdentity | null {
  const given = new Map(leaves(args).map(({ pointer, value }) => [pointer, value]));
  for (const { pointer, value } of leaves(dryRun.args)) {
    const before = given.get(pointer);
    if (before === undefined || !identity.includes(dotted(pointer)) || dryRun.origins[pointer] !== undefined) continue;
    const names = [before, value, ...namesOf(dryRun, String(value))];
    if (!finder.isUnexplained(before) || !finder.isUnexplained(value)) continue;
    const origins = names.map((name) => finder.find(name));
    const untrusted = origins.find(({ kind }) => kind === "untrusted");
    if (untrusted && !origins.some(({ kind }) => kind === "requester")) return { pointer, origin: untrusted };
  }
  return null;
}
