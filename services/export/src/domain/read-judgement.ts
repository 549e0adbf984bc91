import type { DeclarationContent } from "./declaration.ts";
import { type Judgement, judgeContent } from "./judge-content.ts";
import type { ExportReads } from "./ports.ts";

const PARTY = /^(PTY|SUP)-/;

/** Gathers what a judgement needs and judges. An unknown party counts as not screened. */
export async function readJudgement(reads: ExportReads, content: DeclarationContent, exitDate: string): Promise<Judgement> {
  const items = await reads.items([...new Set(content.lines.map((line) => line.sku))]);
  const isParty = content.consignee !== null && PARTY.test(content.consignee);
  const party = isParty ? ((await reads.party(content.consignee ?? "")) ?? null) : null;
  const classified = new Map<string, string>();
  for (const item of items) {
    const code = await reads.classifiedCode(item.sku, content.regime);
    if (code !== null) classified.set(item.sku, code);
  }
  const judgement = judgeContent({
    content,
    items: new Map(items.map((item) => [item.sku, item])),
    licences: await reads.licencesFor(items),
    policy: await reads.country(content.destinationCountry),
    party,
    listVersion: await reads.listVersion(),
    openScreening: party ? await reads.openScreening(party.id) : null,
    classified,
    exitDate,
  });
  if (isParty && party === null)
    judgement.problems.push({ code: "unknown_party", detail: `there is no party ${content.consignee}`, record: content.consignee });
  return judgement;
}
