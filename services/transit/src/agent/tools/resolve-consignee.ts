import type { ToolContext, ToolFailure } from "@quartermaster/agent/agent";
import { contentHash } from "@quartermaster/shared/signing";
import type { TransitPorts } from "../transit-ports.ts";

const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Party id of a consignee. Transport keeps no parties: a name counts only when the request's own entities or an earlier
 * agent's typed record say which party it is, exactly after folding.
 */
export function resolveConsignee(
  text: string | undefined,
  context: ToolContext<TransitPorts>,
): { ok: true; id: string | null } | ToolFailure {
  if (text === undefined) return { ok: true, id: null };
  const id = text.trim().toUpperCase();
  if (/^(PTY|SUP)-[A-Z0-9]{1,40}$/.test(id)) return { ok: true, id };
  const wanted = fold(text);
  const named = new Set<string>();
  for (const entity of context.brief.intent.entities) {
    if (/^(PTY|SUP)-/.test(entity.id) && fold(entity.text) === wanted) named.add(entity.id);
  }
  // Names are free text and do not travel; export states hashes of the folded names instead.
  const key = contentHash(wanted);
  for (const record of context.brief.facts.results) {
    const keys = record.fields.nameKeys;
    if (record.domain === "export" && record.kind === "party" && Array.isArray(keys) && keys.includes(key)) named.add(record.id);
  }
  const [only] = named;
  if (named.size === 1 && only !== undefined) return { ok: true, id: only };
  return {
    ok: false,
    code: "unknown_party",
    hint: "Give the customer's party id (PTY-…); the export agent knows the parties.",
    path: "consignee",
  };
}
