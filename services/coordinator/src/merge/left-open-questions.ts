import type { Language, Proposal, Question } from "@quartermaster/shared/contracts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { objectsOf } from "./fields.ts";
import type { LeftOpen, OpenPart } from "./left-open.ts";

export const LEFT_OPEN = "left_open";

const ASKING: Record<OpenPart, Record<Language, string>> = {
  record: {
    en: "The request does not say which record is meant. Which number?",
    de: "Es ist nicht gesagt, welcher Vorgang gemeint ist. Welche Nummer?",
    fr: "La demande ne dit pas de quel dossier il s'agit. Quel numéro ?",
    es: "No se dice de qué registro se trata. ¿Qué número?",
    nl: "Er is niet gezegd om welk dossier het gaat. Welk nummer?",
  },
  item: {
    en: "The request does not say which item. Which one?",
    de: "Es ist nicht gesagt, welcher Artikel. Welcher?",
    fr: "La demande ne dit pas quel article. Lequel ?",
    es: "No se dice qué artículo. ¿Cuál?",
    nl: "Er is niet gezegd welk artikel. Welk?",
  },
  lot: {
    en: "The request does not say which lot. Which one?",
    de: "Es ist nicht gesagt, welche Charge. Welche?",
    fr: "La demande ne dit pas quel lot. Lequel ?",
    es: "No se dice qué lote. ¿Cuál?",
    nl: "Er is niet gezegd welke partij. Welke?",
  },
  place: {
    en: "The request does not say which place. Which one?",
    de: "Es ist nicht gesagt, welcher Ort. Welcher?",
    fr: "La demande ne dit pas quel lieu. Lequel ?",
    es: "No se dice qué lugar. ¿Cuál?",
    nl: "Er is niet gezegd welke plaats. Welke?",
  },
  amount: {
    en: "The request does not say how many. How many?",
    de: "Es ist nicht gesagt, wie viele. Wie viele?",
    fr: "La demande ne dit pas combien. Combien ?",
    es: "No se dice cuántos. ¿Cuántos?",
    nl: "Er is niet gezegd hoeveel. Hoeveel?",
  },
  demand: {
    en: "For which order or shipment are the goods?",
    de: "Für welchen Auftrag oder welche Sendung ist die Ware?",
    fr: "Pour quelle commande ou quelle expédition est la marchandise ?",
    es: "¿Para qué pedido o envío es la mercancía?",
    nl: "Voor welke order of zending zijn de goederen?",
  },
  day: {
    en: "The request names no day. By when?",
    de: "Es ist kein Tag genannt. Bis wann?",
    fr: "La demande ne nomme aucun jour. Pour quand ?",
    es: "No se nombra ningún día. ¿Para cuándo?",
    nl: "Er is geen dag genoemd. Tegen wanneer?",
  },
  supplier: {
    en: "The request names no supplier. From which one?",
    de: "Es ist kein Lieferant genannt. Bei welchem?",
    fr: "La demande ne nomme aucun fournisseur. Lequel ?",
    es: "No se nombra ningún proveedor. ¿Cuál?",
    nl: "Er is geen leverancier genoemd. Welke?",
  },
  party: {
    en: "The request does not say who receives the goods. Who?",
    de: "Es ist nicht gesagt, wer die Ware bekommt. Wer?",
    fr: "La demande ne dit pas qui reçoit la marchandise. Qui ?",
    es: "No se dice quién recibe la mercancía. ¿Quién?",
    nl: "Er is niet gezegd wie de goederen krijgt. Wie?",
  },
  service: {
    en: "The request does not say which service, and it is not the first one that arrives. Which one?",
    de: "Es ist nicht gesagt, welcher Dienst, und es ist nicht der, der zuerst ankommt. Welcher?",
    fr: "La demande ne dit pas quel service, et ce n'est pas le premier à arriver. Lequel ?",
    es: "No se dice qué servicio, y no es el primero en llegar. ¿Cuál?",
    nl: "Er is niet gezegd welke dienst, en het is niet de eerste die aankomt. Welke?",
  },
  holdType: {
    en: "The request does not say what kind of hold. Which one: customer, quality, credit or customs?",
    de: "Es ist nicht gesagt, welche Art von Sperre. Welche: Kunde, Qualität, Kredit oder Zoll?",
    fr: "La demande ne dit pas quel type de blocage. Lequel : client, qualité, crédit ou douane ?",
    es: "No se dice qué tipo de retención. ¿Cuál: cliente, calidad, crédito o aduana?",
    nl: "Er is niet gezegd wat voor blokkade. Welke: klant, kwaliteit, krediet of douane?",
  },
  status: {
    en: "The request does not say which status the goods get. Which one?",
    de: "Es ist nicht gesagt, welchen Status die Ware bekommt. Welchen?",
    fr: "La demande ne dit pas quel statut la marchandise reçoit. Lequel ?",
    es: "No se dice qué estado recibe la mercancía. ¿Cuál?",
    nl: "Er is niet gezegd welke status de goederen krijgen. Welke?",
  },
};

/** A value that the words, the records and the rules leave open and that a model filled in. */
export const openConflict = (proposal: Proposal, { part, argument, value, choices }: LeftOpen): DraftConflict =>
  draftConflict(LEFT_OPEN, [proposal], `${argument} ${value} was chosen by the model, not said in the request`, [], {
    part,
    argument,
    value,
    ...(choices ? { choices } : {}),
  });

const MAX_OPTIONS = 12;
const MAX_LABEL = 120;

/** Asks for what was left open: with what the words fit, all of it alike, and never with the value that a model alone would take. */
export function openQuestion(conflict: DraftConflict, language: Language): Question {
  const part = String(conflict.values.part) as OpenPart;
  const options = objectsOf(conflict.values.choices).map(({ key, name }) => ({
    label: String(name).slice(0, MAX_LABEL),
    text: String(key),
  }));
  return { id: `${LEFT_OPEN}.${part}`, text: ASKING[part][language], options: options.slice(0, MAX_OPTIONS) };
}
