import { defineReadTool, type ToolContext, type ToolFailure } from "@quartermaster/agent/agent";
import { type JsonObject, keyText, type Snapshot } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { z } from "zod";
import { type Party, partyProblem } from "../../domain/party.ts";
import { foldName, partyFields } from "../../domain/record-fields.ts";
import { type ListHit, matchDenied } from "../../domain/screening.ts";
import type { ExportPorts } from "../export-ports.ts";

const Args = z.strictObject({
  partyId: keyText(80, 2).optional().describe("Party id (PTY-…, SUP-…) or the name of one of our parties"),
  name: keyText(160, 2).optional().describe("Name of somebody who is none of our parties"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .optional()
    .describe("ISO country of that name"),
});
type Args = z.infer<typeof Args>;

async function partyOf(args: Args, context: ToolContext<ExportPorts>): Promise<{ ok: true; party: Party | undefined } | ToolFailure> {
  const text = args.partyId ?? args.name;
  if (text === undefined) return { ok: false, code: "argument_missing", hint: "Give partyId, or name and country.", path: "partyId" };
  const [party, another] = await context.ports.parties(text);
  if (another) return { ok: false, code: "ambiguous_party", hint: `${text} may be ${party?.id} or ${another.id}.`, path: "partyId" };
  if (!party && args.name === undefined)
    return { ok: false, code: "unknown_party", hint: `There is no party ${text}; give its name and country instead.`, path: "partyId" };
  return { ok: true, party };
}

/** Open hits and confirmed matches stand; a new hit makes a review, whatever an older list said. */
function statusOf(party: Party | undefined, problem: string | null, hits: readonly ListHit[]): "clear" | "review" | "confirmed" {
  if (problem === "denied_party") return "confirmed";
  if (problem !== null || hits.length > 0) return "review";
  return party === undefined || party.screening === "clear" ? "clear" : "review";
}

/** Matches one party or name against the list in force; that it was done is put on file. */
export const screenPartyTool = defineReadTool<ExportPorts, Args>({
  name: "screen_party",
  version: 1,
  effect: "read",
  description:
    "Matches one party, or a name with its country, against the denied-party lists and says what its screening is: clear, review or confirmed. Not for licence questions (check_controls), not for deciding a hit (resolve_screening).",
  schema: Args,
  async run(args, context) {
    const found = await partyOf(args, context);
    if (!found.ok) return found;
    const { party } = found;
    const names = party ? [party.name, ...party.aliases] : [args.name ?? ""];
    const listVersion = await context.ports.listVersion();
    const open = party ? await context.ports.openScreening(party.id) : null;
    const screening = open === null ? undefined : await context.ports.screening(open);
    const matched = matchDenied(names, await context.ports.deniedParties());
    // Compliance cleared this party against this very list: the same hit is not news.
    const hits =
      party?.screening === "clear" && party.listVersion === listVersion
        ? matched.filter((hit) => hit.id !== party.screeningHit && hit.score === 1)
        : matched;
    const problem = party ? partyProblem(party, listVersion, open) : null;
    const status = statusOf(party, problem?.code ?? null, hits);
    const score = party?.screeningScore ?? String(hits[0]?.score ?? 0);
    const ids = [...new Set([...(party?.screeningHit ? [party.screeningHit] : []), ...hits.map((hit) => hit.id)])];
    const records: Snapshot[] = party
      ? [{ domain: "export", kind: "party", id: party.id, version: party.version, fields: partyFields(party, open) }]
      : [];
    const result: JsonObject = {
      party: party?.id ?? null,
      name: context.text(party?.id ?? "screening", "name", party?.name ?? args.name ?? null),
      remark: party ? context.text(party.id, "remark", party.remark) : null,
      country: party?.country ?? args.country?.toUpperCase() ?? null,
      status,
      listVersion,
      score,
      hits: ids,
      openScreening: open,
      blocks: screening?.blocks ?? [],
      problem: problem === null ? null : { code: problem.code, detail: problem.detail },
    };
    return {
      ok: true,
      result,
      records,
      audit: { party: party?.id ?? null, nameKey: contentHash(foldName(names[0] ?? "")), listVersion, status, score, hits: ids },
    };
  },
});
