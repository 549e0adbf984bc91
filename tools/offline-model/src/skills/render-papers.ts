import { stateWord } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { isMap, listOf, textOf } from "../mind/steps.ts";
import type { JsonMap } from "../protocol/chat-request.ts";

type Say = (values: Record<string, string>) => string;

const LICENCE: Record<Language, Say> = {
  en: ({ id, state, remaining, used, quantity, until }) =>
    `${id} is ${state}: ${remaining} left (${used} of ${quantity} used), valid to ${until}`,
  de: ({ id, state, remaining, used, quantity, until }) =>
    `${id} ist ${state}: ${remaining} übrig (${used} von ${quantity} verbraucht), gültig bis ${until}`,
  fr: ({ id, state, remaining, used, quantity, until }) =>
    `${id} est ${state} : reste ${remaining} (${used} sur ${quantity} utilisés), valable jusqu'au ${until}`,
  es: ({ id, state, remaining, used, quantity, until }) =>
    `${id} está ${state}: quedan ${remaining} (${used} de ${quantity} usados), válida hasta ${until}`,
  nl: ({ id, state, remaining, used, quantity, until }) =>
    `${id} is ${state}: ${remaining} over (${used} van ${quantity} gebruikt), geldig tot ${until}`,
};
const PARTY: Record<Language, Say> = {
  en: ({ id, country, status, list, more }) => `${id} (${country}): screening ${status} against ${list}${more}`,
  de: ({ id, country, status, list, more }) => `${id} (${country}): Prüfung ${status} gegen ${list}${more}`,
  fr: ({ id, country, status, list, more }) => `${id} (${country}) : criblage ${status} contre ${list}${more}`,
  es: ({ id, country, status, list, more }) => `${id} (${country}): cribado ${status} contra ${list}${more}`,
  nl: ({ id, country, status, list, more }) => `${id} (${country}): screening ${status} tegen ${list}${more}`,
};
const DOCUMENTS: Record<Language, string> = { en: "documents", de: "Dokumente", fr: "documents", es: "documentos", nl: "documenten" };

const text = (value: unknown): string => textOf(value) ?? "–";

/** Lines for licences that were read by themselves. */
export function renderLicences(result: JsonMap, language: Language): string[] {
  return listOf(result.licences).map((licence) =>
    LICENCE[language]({
      id: text(licence.id),
      state: stateWord(text(licence.state), language),
      remaining: `${text(licence.remaining)} ${textOf(licence.uom) ?? ""}`.trim(),
      used: text(licence.used),
      quantity: text(licence.quantity),
      until: text(licence.validTo),
    }),
  );
}

/** A party's screening; its name is a text of others and stays out. */
export function renderScreening(result: JsonMap, language: Language): string[] {
  const problem = isMap(result.problem) ? `: ${text(result.problem.detail)}` : "";
  const hits = Array.isArray(result.hits) && result.hits.length > 0 ? ` (${result.hits.map(String).join(", ")})` : "";
  return [
    PARTY[language]({
      id: text(result.party),
      country: text(result.country),
      status: stateWord(text(result.status), language),
      list: text(result.listVersion),
      more: `${hits}${problem}`,
    }),
  ];
}

/** The documents of a declaration, by id, kind and reference; null when there are none. */
export function renderDocuments(declaration: JsonMap, language: Language): string | null {
  const documents = listOf(declaration.documents).map((one) => `${text(one.id)} ${text(one.kind)} ${text(one.ref)}`);
  return documents.length === 0 ? null : `${DOCUMENTS[language]}: ${documents.slice(0, 6).join(", ")}`;
}
