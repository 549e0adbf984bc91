import { fold, knownPlace } from "@quartermaster/language";
import { amountChange } from "../mind/amount-change.ts";
import type { Conversation } from "../mind/conversation.ts";
import { wordsMean } from "../mind/goods-of-words.ts";
import { goodsBehind } from "../mind/item-words.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments } from "../mind/parameter-roles.ts";
import { placesOf } from "../mind/place-words.ts";
import { failureOf, listOf, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { readPapers } from "./papers.ts";
import { askNumber, proposalState } from "./read-records.ts";
import { saidReason } from "./said-reason.ts";
import { partyNamed, screened } from "./screen.ts";
import { strictItems } from "./strict-items.ts";

const CONSIGNEE = /\b(?:consignee|recipient|receiver|empfanger\w*|destinataire|destinatario|consignatario|geadresseerde|ontvanger)\b/;
const COUNTRY =
  /\b(?:destination country|country of destination|destination|bestimmungsland|zielland|pays de destination|pais de destino|land van bestemming|bestemmingsland)\b/;
const EXIT_OFFICE =
  /\b(?:office of exit|exit office|ausgangszollstelle|bureau de sortie|aduana de salida|oficina de salida|kantoor van uitgang)\b/;
const OFFICE = /\b([A-Z]{2}\d{6})\b/;
const CODE =
  /\b(?:cn8?|cn code|commodity code|tariff code|warennummer|zolltarifnummer|code (?:nc|douanier)|nomenclature|codigo (?:nc|arancelario)|partida|gn-?code|goederencode)\D{0,12}(\d{6,10})\b/;
const MASS =
  /\b(?:net (?:mass|weight)|nettogewicht|eigenmasse|eigengewicht|masse nette|poids net|masa neta|peso neto|nettomassa|nettogewicht)\b/;
const VALUE =
  /\b(?:statistical value|value|statistischer wert|wert|valeur(?: statistique)?|valor(?: estadistico)?|waarde|statistische waarde)\b/;

type Changes = { changes: JsonMap[] } | Outcome;

function headChanges(conversation: Conversation, tools: readonly OfferedTool[]): Changes {
  const { reading, language } = conversation;
  const folded = fold(reading.own);
  const changes: JsonMap[] = [];
  if (CONSIGNEE.test(folded)) {
    const party = screened(conversation, tools);
    if ("outcome" in party) return party.outcome;
    const to = textOf(party.party?.party) ?? namedIds(conversation, "party")[0];
    if (to === undefined || to === null)
      return { kind: "ask", text: phrase("ask_party", language, { text: partyNamed(conversation) ?? "…" }) };
    changes.push({ field: "consignee", to });
  }
  const incoterm = namedIds(conversation, "incoterm").at(-1);
  if (incoterm !== undefined) changes.push({ field: "incoterm", to: incoterm });
  const office = EXIT_OFFICE.test(folded) ? OFFICE.exec(reading.own)?.[1] : undefined;
  if (office !== undefined) changes.push({ field: "officeOfExit", to: office });
  if (COUNTRY.test(folded) && !CONSIGNEE.test(folded)) {
    const { to, at } = placesOf(reading, null);
    const country = to?.country ?? at?.country ?? knownPlace(to?.text ?? "")?.unlocode.slice(0, 2);
    if (country !== undefined && country !== null) changes.push({ field: "destinationCountry", to: country });
  }
  return { changes };
}

/** The line that is meant: by key, by the words behind the amount, by the amount that it has now, or the only one. */
function lineOf(conversation: Conversation, lines: readonly JsonMap[]): JsonMap | null {
  const { reading } = conversation;
  const keys = [...namedIds(conversation, "sku"), ...namedIds(conversation, "code")];
  const amount = reading.quantities[0];
  const words = amount ? goodsBehind(reading, amount.end) : null;
  const byKey = lines.filter((line) => keys.includes(String(line.sku)));
  const byWords = words === null ? [] : lines.filter((line) => wordsMean(conversation, words, String(line.sku)));
  const byAmount = lines.filter((line) => reading.quantities.some((quantity) => quantity.quantity === String(line.quantity)));
  const found = [byKey, byWords, byAmount, lines].find((list) => list.length > 0) ?? [];
  return found.length === 1 ? (found[0] ?? null) : null;
}

function lineField(folded: string): "netKg" | "statisticalValueEur" | "quantity" {
  if (MASS.test(folded)) return "netKg";
  return VALUE.test(folded) ? "statisticalValueEur" : "quantity";
}

const MONEY = /(\d+(?:[.,]\d+)?)\s*(?:eur\b|euros?\b|€)|(?:eur|€)\s*(\d+(?:[.,]\d+)?)/g;

function lineChanges(conversation: Conversation, declaration: JsonMap): Changes {
  const { reading, language } = conversation;
  const folded = fold(reading.own);
  const line = lineOf(conversation, listOf(declaration.lines));
  const id = textOf(declaration.id) ?? "";
  const ask: Outcome = { kind: "ask", text: phrase("ask_change", language, { declaration: id }) };
  const code = CODE.exec(folded)?.[1];
  if (code !== undefined) return line ? { changes: [{ line: line.line, field: "cn8", to: code }] } : ask;
  const field = lineField(folded);
  if (field === "statisticalValueEur") {
    const amounts = [...folded.matchAll(MONEY)].map((match) => (match[1] ?? match[2] ?? "").replace(",", "."));
    const to = amounts.filter((amount) => amount !== String(line?.statisticalValueEur)).at(-1);
    return line && to !== undefined ? { changes: [{ line: line.line, field, to }] } : ask;
  }
  if (reading.quantities.length === 0) return { changes: [] };
  if (!line) return ask;
  const change = amountChange(reading, (quantity) => quantity.quantity === String(line[field]));
  if (change?.kind !== "to") return ask;
  const { quantity, units } = change.quantity;
  const inLine = field === "netKg" || units.length === 0 || units.includes(String(line.uom));
  return inLine ? { changes: [{ line: line.line, field, to: quantity }] } : ask;
}

/** Asks customs for a change of papers that are lodged; drafts are revised by another tool. */
export function amend(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], named: string | null): Outcome {
  const { language } = conversation;
  const papers = readPapers(conversation, tools);
  if (papers.read) return papers.read;
  const { declaration } = papers;
  const id = textOf(declaration?.id);
  if (!declaration || id === null)
    return named === null ? askNumber(conversation, "declaration") : { kind: "say", text: phrase("not_found", language, { text: named }) };
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done" || declaration.state === "draft") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, id, failure);
  const head = headChanges(conversation, tools);
  if (!("changes" in head)) return head;
  const lines = head.changes.some((change) => change.field === "consignee") ? { changes: [] } : lineChanges(conversation, declaration);
  if (!("changes" in lines)) return lines;
  const changes = [...head.changes, ...lines.changes];
  if (changes.length === 0) return { kind: "ask", text: phrase("ask_change", language, { declaration: id }) };
  const values = { declaration: id, changes: strictItems(tool, "changes", changes), reason: saidReason(conversation) };
  return call(tool, fillArguments(tool, values).args);
}
