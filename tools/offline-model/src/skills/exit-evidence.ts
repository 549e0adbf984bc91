import { fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { namedIds } from "../mind/named-ids.ts";
import { fillArguments, parametersOf } from "../mind/parameter-roles.ts";
import { failureOf, listOf, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { readPapers } from "./papers.ts";
import { askNumber, proposalState } from "./read-records.ts";

const TYPES: [string, RegExp][] = [
  [
    "import_clearance",
    /\b(?:import clearance|einfuhr(?:abfertigung|bescheinigung|nachweis)|dedouanement|despacho de importacion|invoerklaring|inklaring)\b/,
  ],
  ["customs_certificate", /\b(?:customs certificate|zollbescheinigung|certificat douanier|certificado aduanero|douanecertificaat)\b/],
  [
    "transport_document",
    /\b(?:transport document|bill of lading|waybill|cmr|awb|frachtbrief|konnossement|transportdokument|lettre de (?:voiture|transport)|connaissement|conocimiento de embarque|carta de porte|documento de transporte|vrachtbrief|cognossement|transportdocument)\b/,
  ],
  [
    "proof_of_delivery",
    /\b(?:proof of delivery|pod|ablieferbeleg|ablieferungsnachweis|zustellnachweis|empfangsbestatigung|preuve de livraison|prueba de entrega|afleverbewijs|bewijs van aflevering|ontvangstbewijs)\b|\bpod-/,
  ],
  ["delivery_note", /\b(?:delivery note|lieferschein|bon de livraison|albaran|nota de entrega|pakbon|leverbon)\b/],
];

/** Documents of the declaration that are proofs of exit, by their kind. */
const proofs = (declaration: JsonMap, known: readonly string[]): JsonMap[] =>
  listOf(declaration.documents).filter((document) => known.length === 0 || known.includes(String(document.kind)));

/** Files a proof of exit: the document named, or the only proof that the papers hold. */
export function fileEvidence(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[], named: string | null): Outcome {
  const { language, reading } = conversation;
  const papers = readPapers(conversation, tools);
  if (papers.read) return papers.read;
  const declaration = papers.declaration;
  const id = textOf(declaration?.id);
  if (!declaration || id === null)
    return named === null ? askNumber(conversation, "declaration") : { kind: "say", text: phrase("not_found", language, { text: named }) };
  const state = proposalState(conversation, tool, id);
  if (state.kind === "done") return { kind: "done" };
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, id, failure);
  const types = parametersOf(tool).find((parameter) => parameter.role === "evidenceType")?.values ?? [];
  const said = [...namedIds(conversation, "document"), ...namedIds(conversation, "sku"), ...namedIds(conversation, "code")][0];
  const held = proofs(declaration, types);
  const document = listOf(declaration.documents).find((candidate) => candidate.ref === said || candidate.id === said);
  const only = said === undefined && held.length === 1 ? held[0] : undefined;
  const reference = textOf((document ?? only)?.ref) ?? said;
  if (reference === undefined) {
    const options = held.map((candidate) => textOf(candidate.ref) ?? "").filter((ref) => ref !== "");
    return { kind: "ask", text: phrase("ask_document", language, { declaration: id }), options };
  }
  const folded = fold(reading.own);
  const kind = textOf((document ?? only)?.kind);
  const type =
    kind !== null && types.includes(kind) ? kind : TYPES.find(([name, pattern]) => types.includes(name) && pattern.test(folded))?.[0];
  if (type === undefined) return { kind: "ask", text: phrase("ask_evidence_type", language, { document: reference }), options: types };
  return call(tool, fillArguments(tool, { declaration: id, document: reference, evidenceType: type }).args);
}
