import type { Language } from "@quartermaster/shared/contracts";
import { PHRASES } from "./phrases.ts";

/** What approvers choose from when they reject, in the words of an answer; "other" says nothing without their own text. */
const CODES: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    wrong_quantity: "wrong quantity",
    wrong_item_or_place: "wrong item or place",
    not_needed: "not needed",
    not_now: "not now",
    looks_manipulated: "looks manipulated",
    other: "something else",
  },
  de: {
    wrong_quantity: "falsche Menge",
    wrong_item_or_place: "falscher Artikel oder Ort",
    not_needed: "nicht nötig",
    not_now: "nicht jetzt",
    looks_manipulated: "sieht manipuliert aus",
    other: "etwas anderes",
  },
  fr: {
    wrong_quantity: "quantité incorrecte",
    wrong_item_or_place: "article ou lieu incorrect",
    not_needed: "pas nécessaire",
    not_now: "pas maintenant",
    looks_manipulated: "semble manipulé",
    other: "autre chose",
  },
  es: {
    wrong_quantity: "cantidad incorrecta",
    wrong_item_or_place: "artículo o lugar incorrecto",
    not_needed: "no es necesario",
    not_now: "ahora no",
    looks_manipulated: "parece manipulado",
    other: "otra cosa",
  },
  nl: {
    wrong_quantity: "verkeerde hoeveelheid",
    wrong_item_or_place: "verkeerd artikel of verkeerde plaats",
    not_needed: "niet nodig",
    not_now: "niet nu",
    looks_manipulated: "lijkt gemanipuleerd",
    other: "iets anders",
  },
};

/**
 * Why a step was rejected, as a sentence: the chosen reason in the user's language, then what the approver wrote. A code that is
 * none of the list (a caller of the API may send its own) stands for itself; "rejected" is the state of a step without a code.
 */
export function rejectionReason(code: string | null, text: string | null, language: Language): string {
  const say = PHRASES[language];
  const words = CODES[language];
  const chosen = code === null || code === "rejected" ? null : Object.hasOwn(words, code) ? words[code] : code;
  const parts = [chosen, text].filter(Boolean);
  return parts.length === 0 ? say.noReason : `${say.reason}: ${parts.join(": ")}`;
}
