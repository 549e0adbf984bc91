import type { Language } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { readText } from "../src/read-text.ts";
import { type SpeechAct, speechAct } from "../src/speech/speech-act.ts";

const NOW = "2031-03-03T08:30:00.000Z";
const SAID: Record<SpeechAct, Record<Language, string[]>> = {
  withdrawal: {
    en: ["cancel that", "scrap the whole thing", "actually, drop it please", "never mind", "please don't", "forget the last order"],
    de: ["storniere das", "vergiss den ganzen Auftrag", "bitte stornieren", "doch nicht", "lass es sein"],
    fr: ["annulez ça", "oubliez tout", "finalement non", "laissez tomber"],
    es: ["cancélalo", "olvida el último pedido", "mejor no", "anula todo, por favor"],
    nl: ["annuleer dat", "vergeet de hele opdracht", "toch niet", "laat maar"],
  },
  condition: {
    en: ["If the customer calls, make it 4", "once he has paid, make it 8", "should the truck be late, make it 20"],
    de: ["Falls der Kunde anruft, mach 4 daraus", "sobald er zahlt, lieber 8"],
    fr: ["Si le client appelle, mettez 4", "dès qu'il paie, plutôt 8"],
    es: ["Si llama el cliente, que sean 4", "cuando pague, mejor 8"],
    nl: ["Als de klant belt, maak er 4 van", "zodra hij betaalt, liever 8"],
  },
  question: {
    en: ["No, how many are left?", "where is SHP-9", "are 40 enough?"],
    de: ["Nein, wie viele sind noch da?", "wo ist SHP-9"],
    fr: ["Non, combien en reste-t-il ?", "où est SHP-9 ?"],
    es: ["No, ¿cuántas quedan?", "¿dónde está SHP-9?"],
    nl: ["Nee, hoeveel zijn er nog?", "waar is SHP-9"],
  },
  order: {
    en: ["No rush, please reserve 3 KX-7 in Oslo for SO-2", "Could you hold SHP-3?"],
    de: ["Kein Problem, bitte SHP-3 anhalten"],
    fr: ["Pas de souci, réservez 3 KX-7 à Lyon pour SO-2"],
    es: ["No hay prisa, reserva 3 KX-7 en Vigo para SO-2"],
    nl: ["Geen haast, reserveer 3 KX-7 in Gent voor SO-2"],
  },
  forbidding: {
    en: ["don't cancel that", "please do not ship it yet", "never cancel it"],
    de: ["nicht stornieren", "das bitte nicht stornieren"],
    fr: ["ne l'annulez pas", "n'annulez pas"],
    es: ["no lo canceles", "no canceles eso"],
    nl: ["annuleer dat niet", "niet annuleren"],
  },
  report: {
    en: [
      "Wait, 1 was there already",
      "Actually, 1 arrived broken",
      "Sorry, my colleague took 1 of them yesterday",
      "the customer phoned about 4 of them",
      "No, the truck broke down at 4",
      "he paid 20 today",
      "Actually the customer signed for 40",
      "I spoke to him at 3",
    ],
    de: ["Nein, 1 war schon da", "der Kunde hat angerufen", "Wir sehen uns um 4", "Nein, 2 sind kaputt", "gestern kamen 3 zurück"],
    fr: ["Non, 1 était déjà là", "le client a appelé", "il en a reçu 4", "Pardon, mon collègue en a pris 1"],
    es: ["No, 1 ya estaba allí", "el cliente llamó", "1 llegó rota", "Perdón, mi colega se llevó 1"],
    nl: ["Nee, 1 was er al", "de klant heeft gebeld", "1 is kapot aangekomen", "hij heeft er 4 meegenomen"],
  },
  correction: {
    en: [
      "no, 40",
      "sorry, I meant SHP-4",
      "make it 4 instead",
      "Could you make it 4 instead?",
      "no, to Rotterdam",
      "no, we only need 40",
      "actually 40 by Friday",
    ],
    de: ["Nein, 40", "doch lieber 40", "Entschuldigung, ich meinte SHP-4", "nein, wir brauchen nur 40"],
    fr: ["Non, 40", "pardon, je voulais dire SHP-4", "non, plutôt 40", "non, il en faut 40"],
    es: ["No, 40", "perdón, quise decir SHP-4", "sí, pero mejor 40", "no, solo necesitamos 40"],
    nl: ["Nee, 40", "sorry, ik bedoelde SHP-4", "nee, liever 40", "nee, we hebben er maar 40 nodig"],
  },
  refusal: {
    en: ["no", "Nope."],
    de: ["nein"],
    fr: ["non"],
    es: ["no"],
    nl: ["nee"],
  },
  courtesy: {
    en: ["no thanks, that's all", "thanks!", "no rush", "no problem at all", "great, thank you", "thanks, have a nice day", "nothing else"],
    de: ["nein danke, das ist alles", "vielen Dank", "kein Problem", "danke, schönen Tag noch", "passt, danke"],
    fr: ["non merci, c'est tout", "merci beaucoup", "pas de souci", "merci, bonne journée"],
    es: ["no gracias, eso es todo", "muchas gracias", "no hay prisa", "gracias, buen día"],
    nl: ["nee bedankt, dat is alles", "dank je wel", "geen haast", "bedankt, fijne dag"],
  },
  agreement: { en: ["yes please"], de: ["ja bitte"], fr: ["oui"], es: ["sí, claro"], nl: ["ja graag"] },
  fragment: { en: ["to Rotterdam", "40", "by Friday"], de: ["nach Lyon"], fr: ["40 pièces"], es: ["a Bilbao"], nl: ["naar Gent"] },
  unclear: { en: ["more details please", "summarise that"], de: ["Details bitte"], fr: [], es: [], nl: [] },
};

describe.each(Object.entries(SAID))("%s", (act, byLanguage) => {
  it.each(Object.entries(byLanguage).flatMap(([language, texts]) => texts.map((text) => [language, text] as const)))(
    "%s: %s",
    (language, text) => {
      expect(speechAct(readText(text, language as Language, NOW))).toBe(act);
    },
  );
});
