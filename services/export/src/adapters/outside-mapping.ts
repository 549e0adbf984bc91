import type { OutsideMapping } from "@quartermaster/executor";
import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

const TOOLS = ["lodge_declaration", "amend_declaration", "invalidate_declaration", "file_exit_evidence"];

/** The code that a line declares, where it is one of the union's. */
function codesOf(content: JsonObject): Map<string, string> {
  if (content.regime !== "EU-AES" || !Array.isArray(content.lines)) return new Map();
  const isLine = (line: JsonValue): line is JsonObject => typeof line === "object" && line !== null && !Array.isArray(line);
  return new Map(
    content.lines
      .filter(isLine)
      .flatMap((line) => (typeof line.sku === "string" && typeof line.cn8 === "string" ? [[line.sku, line.cn8]] : [])),
  );
}

/** Messages to customs. Drafts and screenings stay ours; what the authority decides comes back as an event. */
export const exportOutside: OutsideMapping = {
  tools: TOOLS,
  answeredLater: TOOLS,
  idsOf: () => ({}),
  // An authority compares by its own rules; our own versions were compared under lock.
  selectorOf: () => null,
  differenceOf: () => null,
  // Where an enterprise system keeps the classifications, nothing is lodged against it.
  witnessesOf: (tool, content) =>
    tool === "lodge_declaration" ? [...codesOf(content).keys()].map((sku) => ({ kind: "tariff_code", id: sku })) : [],
  contradictionOf(record, content) {
    const declared = codesOf(content).get(record.id);
    const codes = Array.isArray(record.fields.codes) ? record.fields.codes.map(String) : [];
    if (declared === undefined || codes.length === 0 || codes.includes(declared)) return null;
    return { code: "classification_mismatch", detail: `${record.id} is declared as ${declared}; it is classified as ${codes.join(", ")}` };
  },
};
