import { fold, type Reading } from "@quartermaster/language";

/** Words before the reference of a clearance, certificate or result. */
const BEFORE =
  /\b(?:clearance|reference|ref|evidence|proof|certificate|permit|result|report|freigabe\w*|nachweis\w*|bescheinigung|zertifikat|referenz|beleg|bericht|mainlevee|preuve|certificat|rapport|referencia|prueba|certificado|despacho|levante|informe|bewijs|certificaat|referentie|vrijgave|inklaring|klaring|keuring)\b[\s:.#]*(?:(?:no|nr|n|number|nummer|numero|is|ist|est|es)\b[\s:.°]*)?$/;
const KINDS = ["document", "licence", "mrn", "screening"];

/** Reference of what ends a hold, as the user named it; null when the words name none. */
export function evidenceIn(reading: Reading): string | null {
  const folded = fold(reading.own);
  for (const kind of KINDS) {
    const named = reading.ids.find((id) => id.kind === kind);
    if (named) return named.id;
  }
  const told = reading.ids.find((id) => (id.kind === "sku" || id.kind === "code") && BEFORE.test(folded.slice(0, id.start)));
  return told?.id ?? null;
}
