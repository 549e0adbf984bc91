import type { Brief, JsonObject, PlannedEntity, Proposal } from "@quartermaster/shared/contracts";
import { dotted, leaves } from "./origins.ts";
import type { ToolFailure } from "./tool.ts";

/** True for a whole value that is a plan reference; words such as "@anna asked" are none. */
export const isReference = (text: string): boolean => /^@[A-Za-z][A-Za-z0-9_.-]{0,63}$/.test(text);

/** Reference without its at sign and output name: "@a1.transferId" → "a1". */
export const refName = (text: string): string => text.replace(/^@/, "").split(".")[0] ?? "";

/** Planned entity behind "@<ref>", from the brief or from the proposals made so far. */
export function findPlanned(brief: Brief, proposals: readonly Proposal[], ref: string): PlannedEntity | undefined {
  const wanted = ref.replace(/^@/, "");
  const known = [...brief.facts.planned, ...proposals.flatMap((proposal) => proposal.planned)];
  const exact = known.find((entity) => entity.ref.replace(/^@/, "") === wanted);
  if (exact) return exact;
  // "@a1.transferId" names the first output of a1 when the entity is listed as "a1".
  return wanted.includes(".") ? known.find((entity) => entity.ref.replace(/^@/, "") === refName(wanted)) : undefined;
}

/** Names of the references in the arguments, or why one is not acceptable. */
export function checkReferences(
  args: JsonObject,
  refable: readonly string[],
  planned: (ref: string) => PlannedEntity | undefined,
): { ok: true; refs: string[] } | ToolFailure {
  const refs: string[] = [];
  for (const leaf of leaves(args)) {
    if (typeof leaf.value !== "string" || !isReference(leaf.value)) continue;
    const path = dotted(leaf.pointer);
    if (!refable.includes(path)) return { ok: false, code: "reference_not_allowed", hint: `${path} cannot hold a plan reference.`, path };
    if (!planned(leaf.value)) return { ok: false, code: "unknown_reference", hint: `Nothing in this plan is called ${leaf.value}.`, path };
    if (!refs.includes(refName(leaf.value))) refs.push(refName(leaf.value));
  }
  return { ok: true, refs };
}
