import type { DeclarationContent } from "../domain/declaration.ts";
import type { ExportReads } from "../domain/ports.ts";

/** Names of the ids on a declaration's card. */
export async function cardNames(reads: ExportReads, content: DeclarationContent): Promise<Record<string, string>> {
  const names: Record<string, string> = {};
  for (const item of await reads.items(content.lines.map((line) => line.sku))) names[item.sku] = item.name;
  if (content.consignee !== null) {
    const name = (await reads.party(content.consignee))?.name ?? (await reads.locationName(content.consignee));
    if (name) names[content.consignee] = name;
  }
  return names;
}
