import { explainCode } from "@quartermaster/language";
import type { JsonObject, Language, Question } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import type { DraftConflict } from "./draft-conflict.ts";

type Words = Record<Language, string>;

const ASKING: Record<string, Words> = {
  insufficient_available: {
    en: "Only {available} {unit} are available. How should it go on?",
    de: "Nur {available} {unit} sind verfügbar. Wie soll es weitergehen?",
    fr: "Seulement {available} {unit} sont disponibles. Comment continuer ?",
    es: "Solo hay {available} {unit} disponibles. ¿Cómo seguimos?",
    nl: "Er zijn maar {available} {unit} beschikbaar. Hoe moet het verder?",
  },
  same_units_promised_twice: {
    en: "{wanted} {unit} are wanted here and {promised} by {requests}; {available} are available. Which goes first?",
    de: "Hier werden {wanted} {unit} gebraucht und {promised} von {requests}; {available} sind verfügbar. Was hat Vorrang?",
    fr: "{wanted} {unit} sont demandés ici et {promised} par {requests} ; {available} sont disponibles. Qui passe en premier ?",
    es: "Aquí se piden {wanted} {unit} y {promised} en {requests}; hay {available} disponibles. ¿Qué va primero?",
    nl: "Hier zijn {wanted} {unit} nodig en {promised} voor {requests}; {available} zijn beschikbaar. Wat gaat voor?",
  },
  possible_duplicate: {
    en: "{requestId} already asked for the same at {at}. Do it again?",
    de: "{requestId} hat dasselbe schon um {at} verlangt. Noch einmal?",
    fr: "{requestId} a déjà demandé la même chose à {at}. Encore une fois ?",
    es: "{requestId} ya pidió lo mismo a las {at}. ¿Otra vez?",
    nl: "{requestId} vroeg hetzelfde al om {at}. Nog een keer?",
  },
  cutoff_missed: {
    en: "No service that can still be booked arrives in time. Take a later one?",
    de: "Kein noch buchbarer Dienst kommt rechtzeitig an. Einen späteren nehmen?",
    fr: "Aucun service encore réservable n'arrive à temps. En prendre un plus tardif ?",
    es: "Ningún servicio reservable llega a tiempo. ¿Tomar uno posterior?",
    nl: "Geen dienst die nog te boeken is komt op tijd aan. Een latere nemen?",
  },
};

const OPTION: Record<"take" | "later" | "again" | "leave", Words> = {
  take: {
    en: "Take {quantity} {unit} now",
    de: "Jetzt {quantity} {unit} nehmen",
    fr: "Prendre {quantity} {unit} maintenant",
    es: "Tomar {quantity} {unit} ahora",
    nl: "Nu {quantity} {unit} nemen",
  },
  later: {
    en: "Take {serviceId}, arriving {eta}",
    de: "{serviceId} nehmen, Ankunft {eta}",
    fr: "Prendre {serviceId}, arrivée {eta}",
    es: "Tomar {serviceId}, llegada {eta}",
    nl: "{serviceId} nemen, aankomst {eta}",
  },
  again: { en: "Yes, do it again", de: "Ja, noch einmal", fr: "Oui, encore une fois", es: "Sí, otra vez", nl: "Ja, nog een keer" },
  leave: { en: "No, leave it", de: "Nein, so lassen", fr: "Non, laisser ainsi", es: "No, dejarlo", nl: "Nee, zo laten" },
};

const fill = (template: string, values: JsonObject): string =>
  template
    .replace(/\{(\w+)\}/g, (_match, name: string) => {
      const value = values[name];
      return Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);
    })
    .replace(/ {2,}/g, " ");

function optionsOf(conflict: DraftConflict, language: Language): Question["options"] {
  const option = (key: keyof typeof OPTION, values: JsonObject = {}) => ({
    label: fill(OPTION[key][language], values),
    text: fill(OPTION[key][language], values),
  });
  const { values } = conflict;
  if (conflict.code === "insufficient_available" || conflict.code === "same_units_promised_twice") {
    const free = asDecimal(values.free ?? values.available);
    const quantities = [asDecimal(values.withoutSafetyStock), free].filter(
      // The safety stock is one of the place; of a single lot no more can be had than there is.
      (q): q is string => q !== null && compareDecimals(q, "0") > 0 && (free === null || compareDecimals(q, free) <= 0),
    );
    return [...new Set(quantities)].map((quantity) => option("take", { quantity, unit: values.unit ?? "" })).concat(option("leave"));
  }
  if (conflict.code === "possible_duplicate") return [option("again"), option("leave")];
  if (conflict.code === "cutoff_missed" && Array.isArray(values.options) && values.options.length > 0) {
    return values.options
      .flatMap((item) => (typeof item === "object" && item !== null && !Array.isArray(item) ? [option("later", item)] : []))
      .concat(option("leave"));
  }
  return [];
}

/** The question a person answers to resolve a conflict, or null when there is nothing to choose from. */
export function questionOf(conflict: DraftConflict, language: Language): Question | null {
  const options = optionsOf(conflict, language);
  if (options.length === 0) return null;
  const template = ASKING[conflict.code]?.[language];
  return {
    id: conflict.code,
    text: template ? fill(template, conflict.values) : explainCode(conflict.code, conflict.detail, language),
    options: options.slice(0, 12),
  };
}
