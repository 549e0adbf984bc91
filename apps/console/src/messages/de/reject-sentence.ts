import { stateWord } from "@quartermaster/language/records";

/** What executors say happens when somebody rejects, `{}` for what they name; `{s}` for a state, which has words. */
const SENTENCES: readonly (readonly [english: string, german: string])[] = [
  ["{} stays open and keeps blocking {}.", "{} bleibt offen und sperrt weiter: {}."],
  ["{} stays as it is; what is shipped must match it.", "{} bleibt, wie sie ist; was versandt wird, muss dazu passen."],
  ["{} stays as it is.", "{} bleibt, wie sie ist."],
  ["The shipment has no declaration.", "Die Sendung hat keine Anmeldung."],
  ["The exit of {} stays unproven.", "Der Ausgang von {} bleibt unbelegt."],
  [
    "The declaration stays a draft; the goods must not leave without papers.",
    "Die Anmeldung bleibt ein Entwurf; ohne Papiere darf die Ware nicht fort.",
  ],
  ["{} stays a draft; the goods must not leave without papers.", "{} bleibt ein Entwurf; ohne Papiere darf die Ware nicht fort."],
  ["Nothing moves; the {} stay available at {}.", "Nichts bewegt sich; {} bleiben verfügbar in {}."],
  ["Nobody is asked to count.", "Niemand wird um eine Zählung gebeten."],
  ["The {} stay set aside for {}.", "{} bleiben zurückgelegt für {}."],
  ["Nothing is ordered from {}.", "Bei {} wird nichts bestellt."],
  ["The books keep {} on {}.", "Die Bücher behalten {} auf {}."],
  ["No units are set aside for {}.", "Für {} wird nichts zurückgelegt."],
  ["{} stays on its sailing.", "{} bleibt auf der bisherigen Verbindung."],
  ["{} stays on hold ({s}).", "{} bleibt gesperrt ({s})."],
  ["{} stays on hold.", "{} bleibt gesperrt."],
  ["{} stays on {}.", "{} bleibt auf {}."],
  ["{} keeps its lines.", "{} behält ihre Positionen."],
  ["{} goes on as planned.", "{} geht weiter wie geplant."],
  ["The goods stay where they are.", "Die Ware bleibt, wo sie ist."],
  [
    "The transfer has no transport; it is proposed to be cancelled.",
    "Die Umlagerung hat keinen Transport; es wird vorgeschlagen, sie abzubrechen.",
  ],
  ["{} stays {s}.", "{} bleibt {s}."],
];

const escaped = (text: string): string => text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&");
const PATTERNS = SENTENCES.map(([english, german]) => ({
  pattern: new RegExp(`^${escaped(english).replaceAll(/\{s?\}/g, "(.+?)")}$`),
  isState: [...english.matchAll(/\{(s?)\}/g)].map((match) => match[1] === "s"),
  german,
}));
const states = (value: string): string =>
  value
    .split(", ")
    .map((each) => stateWord(each, "de"))
    .join(", ");

/** A sentence of an executor about a rejection, in German; as it is when there are no words for it. */
export function rejectSentence(sentence: string): string {
  for (const { pattern, isState, german } of PATTERNS) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    let at = -1;
    return german.replaceAll(/\{s?\}/g, () => {
      at += 1;
      const value = match[at + 1] ?? "";
      return isState[at] ? states(value) : value;
    });
  }
  return sentence;
}
