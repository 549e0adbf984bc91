import { explainCode } from "@quartermaster/language/codes";
import { isClosedRow, rowLabel, stateWord } from "@quartermaster/language/records";
import { humanise } from "../../text/humanise.ts";
import type { recordWords as english } from "../en/record-words.ts";
import type { Widen } from "../message-type.ts";
import { rejectSentence } from "./reject-sentence.ts";

/** Their detail comes in the language of the request already. */
const OWN_WORDS: ReadonlySet<string> = new Set(["replaced_effect", "possible_duplicate"]);

const VALUES: Readonly<Record<string, string>> = {
  after: "danach",
  allowed: "erlaubt",
  alternatives: "andere Verbindungen",
  at: "wann",
  available: "verfügbar",
  availableAfter: "danach verfügbar",
  capacityLeftKg: "freie Kapazität in kg",
  control: "Kontrolle",
  cutoff: "Annahmeschluss",
  day: "Tag",
  declarationId: "Anmeldung",
  declared: "angemeldet",
  demandRef: "Bedarf",
  destination: "Ziel",
  dgClass: "Gefahrgutklasse",
  dgClasses: "Gefahrgutklassen",
  eta: "Ankunft",
  executeLimit: "spätestens auszuführen",
  expiry: "Ablauf",
  from: "von",
  fromCountry: "Land von",
  incoterm: "Incoterm",
  location: "Ort",
  lot: "Charge",
  made: "schon geschehen",
  maxLevel: "Höchstbestand",
  minimumDays: "Mindestrestlaufzeit in Tagen",
  missing: "fehlt",
  mode: "Verkehrsart",
  neededBy: "gebraucht bis",
  netKg: "Eigenmasse in kg",
  options: "Möglichkeiten",
  orders: "im Zulauf",
  origin: "Herkunft",
  posted: "gebucht",
  promised: "anderswo zugesagt",
  quantity: "Menge",
  requestId: "Anfrage",
  reserved: "reserviert",
  safetyStock: "Sicherheitsbestand",
  shipmentId: "Sendung",
  shipmentState: "Status der Sendung",
  shipped: "versandt",
  sku: "Artikel",
  skus: "Artikel",
  state: "Status",
  staysSafeUpTo: "sicher bis",
  stock: "Bestand",
  temperature: "Temperatur",
  to: "nach",
  toCountry: "Land nach",
  transfer: "Umlagerung",
  un: "UN-Nummer",
  undo: "wird zurückgenommen mit",
  unit: "Einheit",
  uom: "Einheit",
  wanted: "hier verlangt",
};

/** German words for what cards say of records; what has none stays as the executor wrote it. */
export const recordWords: Widen<typeof english> = {
  rowName: (label) => rowLabel(label, "de"),
  rowValue: (label, value) => (isClosedRow(label) ? stateWord(value, "de") : value),
  codeDetail: (code, detail) => (OWN_WORDS.has(code) ? detail : explainCode(code, detail, "de")),
  rejectEffect: rejectSentence,
  conflictValue: (name) => {
    const word = Object.hasOwn(VALUES, name) ? VALUES[name] : undefined;
    return word ? word.charAt(0).toUpperCase() + word.slice(1) : humanise(name);
  },
  yesNo: { true: "ja", false: "nein" },
  signedSentence: "Unterschrieben wird der Satz:",
};
