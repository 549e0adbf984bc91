import { explainCode } from "@quartermaster/language";
import type { JsonObject, Language, Question } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import type { DraftConflict } from "./draft-conflict.ts";
import { LEFT_OPEN, openQuestion } from "./left-open-questions.ts";

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
    en: "{wanted} {unit} are wanted here and {promised} in another open request; {available} are available. Which goes first?",
    de: "Hier werden {wanted} {unit} gebraucht und {promised} in einer anderen offenen Anfrage; {available} sind verfügbar. Was hat Vorrang?",
    fr: "{wanted} {unit} sont demandés ici et {promised} dans une autre demande ouverte ; {available} sont disponibles. Qui passe en premier ?",
    es: "Aquí se piden {wanted} {unit} y {promised} en otra solicitud abierta; hay {available} disponibles. ¿Qué va primero?",
    nl: "Hier zijn {wanted} {unit} nodig en {promised} in een ander open verzoek; {available} zijn beschikbaar. Wat gaat voor?",
  },
  possible_duplicate: {
    en: "The same was asked for already ({at}). Do it again?",
    de: "Dasselbe wurde schon verlangt ({at}). Noch einmal?",
    fr: "La même chose a déjà été demandée ({at}). Encore une fois ?",
    es: "Ya se pidió lo mismo ({at}). ¿Otra vez?",
    nl: "Hetzelfde is al gevraagd ({at}). Nog een keer?",
  },
  replaced_effect: {
    en: "Already made, and it cannot be taken back: {made}. Do this as well?",
    de: "Schon ausgeführt und nicht zurückzunehmen: {made}. Dies zusätzlich tun?",
    fr: "Déjà exécuté et irréversible : {made}. Faire ceci en plus ?",
    es: "Ya ejecutado y no se puede deshacer: {made}. ¿Hacer esto además?",
    nl: "Al uitgevoerd en niet terug te draaien: {made}. Dit er ook nog bij doen?",
  },
  replaced_unclear: {
    en: "Already made: {made}. Which of these is to go is not said. Do this as well?",
    de: "Schon ausgeführt: {made}. Was davon weg soll, ist nicht gesagt. Dies zusätzlich tun?",
    fr: "Déjà exécuté : {made}. Il n'est pas dit ce qui doit être annulé. Faire ceci en plus ?",
    es: "Ya ejecutado: {made}. No se dice cuál deshacer. ¿Hacer esto además?",
    nl: "Al uitgevoerd: {made}. Er is niet gezegd wat daarvan weg moet. Dit er ook nog bij doen?",
  },
  duplicate_of_inbound: {
    en: "{orders} already brings these goods there in time. Bring more all the same?",
    de: "{orders} bringt diese Ware schon rechtzeitig dorthin. Trotzdem mehr bringen?",
    fr: "{orders} y apporte déjà ces marchandises à temps. En apporter quand même ?",
    es: "{orders} ya lleva esa mercancía a tiempo. ¿Llevar más de todos modos?",
    nl: "{orders} brengt deze goederen daar al op tijd. Toch meer brengen?",
  },
  cutoff_missed: {
    en: "No service that can still be booked fits the day that was named. Take another one?",
    de: "Kein noch buchbarer Dienst passt zu dem genannten Tag. Einen anderen nehmen?",
    fr: "Aucun service encore réservable ne convient au jour indiqué. En prendre un autre ?",
    es: "Ningún servicio reservable se ajusta al día indicado. ¿Tomar otro?",
    nl: "Geen dienst die nog te boeken is past bij de genoemde dag. Een andere nemen?",
  },
};

/** Asked behind the reason where the records offer nothing to choose from. */
const OPEN_END: Words = {
  en: "How should it go on?",
  de: "Wie soll es weitergehen?",
  fr: "Comment continuer ?",
  es: "¿Cómo seguimos?",
  nl: "Hoe moet het verder?",
};
/** Where other words of the user may help; what a place or a carrier never takes is refused. */
const OPEN: ReadonlySet<string> = new Set([
  "uom_mismatch",
  "insufficient_available",
  "origin_serial_mismatch",
  "count_in_progress",
  "capacity_exceeded",
  "dg_segregation",
  "temperature_gap",
  "cutoff_missed",
  "connection_missed",
  "lot_expires_before_arrival",
  "remaining_life_below_minimum",
]);

const OPTION: Record<"take" | "later" | "again" | "more" | "leave", Words> = {
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
  more: { en: "Yes, bring more", de: "Ja, trotzdem", fr: "Oui, quand même", es: "Sí, llevar más", nl: "Ja, toch meer" },
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
  if (conflict.code === "duplicate_of_inbound") return [option("more"), option("leave")];
  if (conflict.code === "cutoff_missed" && Array.isArray(values.options) && values.options.length > 0) {
    return values.options
      .flatMap((item) => (typeof item === "object" && item !== null && !Array.isArray(item) ? [option("later", item)] : []))
      .concat(option("leave"));
  }
  return [];
}

/** The question a person answers to resolve a conflict, or null when nothing that they could say would. */
export function questionOf(conflict: DraftConflict, language: Language): Question | null {
  if (conflict.code === LEFT_OPEN) return openQuestion(conflict, language);
  const options = optionsOf(conflict, language);
  if (options.length === 0 && !OPEN.has(conflict.code)) return null;
  // What a replaced request made differs from what is wanted now: it is not "the same again".
  const replaced = conflict.values.which === true ? "replaced_unclear" : "replaced_effect";
  const asked = conflict.values.made === undefined ? conflict.code : replaced;
  const template = options.length > 0 ? ASKING[asked]?.[language] : undefined;
  const why = explainCode(conflict.code, conflict.detail, language);
  const open = options.length > 0 ? why : `${why.replace(/[.\s]+$/, "")}. ${OPEN_END[language]}`;
  return { id: conflict.code, text: template ? fill(template, conflict.values) : open, options: options.slice(0, 12) };
}
