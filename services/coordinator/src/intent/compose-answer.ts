import { asks, blank, choicesIn, fold, type Reading, readText, sharesIn, tellsFact, withdraws } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { chosenOption } from "./chosen-option.ts";
import { ORDER_DOUBTFUL } from "./doubt-questions.ts";
import type { IntentInput } from "./intent-outcome.ts";
import { mergeTurns } from "./merge-turns.ts";
import { namesItsObject } from "./turn-relation.ts";
import { ADDS, AGAIN, CALLS_OFF, CONTRASTS, DENIES, NO, NOT_AGAIN, STATES, YES } from "./turn-words.ts";
import { unclearWords } from "./unclear-words.ts";
import { ORDER_UNSAID } from "./unsaid-order.ts";

/** What an answer makes of the order that it answers about. */
export interface Answer {
  /** The sentence that holds now. */
  sentence: string;
  acknowledges: string[];
  again: boolean;
  declined: boolean;
}

/** Questions to which "yes" means: all the same. */
const ACKNOWLEDGED: ReadonlySet<string> = new Set(["possible_duplicate", "duplicate_of_inbound", ORDER_DOUBTFUL]);
/** Questions whose options are whole sentences: the chosen one stands alone. */
const WHOLE_SENTENCES: ReadonlySet<string> = new Set(["contradictory_intent", "condition_open", "exception_open", ORDER_UNSAID]);
/** Questions about whether an order counts: words that are no plain answer change nothing of it. */
const WHETHER: ReadonlySet<string> = new Set(["condition_open", "exception_open", ORDER_DOUBTFUL]);

/** A no with an amount and nothing else: "No, 30." */
const BARE_AMOUNT = /^[\s¡,.!]*(?:no|nope|nein|nee|non)[\s,.!-]+\d[\d.,]*(?:\s*\p{L}{1,8})?[\s.!]*$/u;

const isDeedOf = (own: Reading, old: Reading): boolean => own.actions.kinds.some((kind) => old.actions.kinds.includes(kind));

/** The earlier sentence with what a newer turn changes in it; the newer turn alone where it is a whole new order. */
export function merged(before: string, turn: string, language: Language, now: string, fills = false): string {
  const old = readText(before, language, now);
  const own = readText(turn, language, now);
  const otherDeed = own.actions.kinds.length > 0 && !isDeedOf(own, old);
  // What nobody could part from its condition, or tell from what it took back, is said anew, alone.
  const saidAnew = old.conditions.some(({ rest }) => rest === null) || unclearWords(old) !== null;
  if (saidAnew && own.actions.kinds.length > 0) return turn;
  // A whole new order, or another deed on the same thing, is not pressed into the old sentence.
  if (otherDeed || (own.actions.kinds.length > 0 && namesItsObject(own) && own.quantities.length > 0)) return turn;
  return mergeTurns(before, old, own, fills) ?? `${before}\n${turn}`;
}

/** The sentence with what an answer says in place of the amount that was left open: of a choice where it stood, of a share behind it. */
function withAmount(text: string, own: Reading, language: Language, now: string): string {
  const reading = readText(text, language, now);
  const [amount] = own.quantities;
  const [choice] = choicesIn(reading);
  if (choice && amount && own.quantities.length === 1) return text.slice(0, choice.start) + amount.text + text.slice(choice.end);
  return blank(text, sharesIn(text, [...reading.dates, ...reading.ids]));
}

/** The sentence with the figure in which an amount that can be read two ways was meant; null where it has none, or the answer gives none. */
function withFigure(text: string, own: Reading, before: Reading): string | null {
  const unclear = before.quantities.find(({ other }) => other !== null);
  const [amount] = own.quantities;
  if (!unclear || !amount || own.quantities.length > 1) return null;
  const end =
    unclear.unitText === null || amount.unitText !== null ? unclear.end : unclear.start + (/^[\d.,]+/.exec(unclear.text)?.[0].length ?? 0);
  return `${text.slice(0, unclear.start)}${amount.text}${text.slice(end)}`;
}

/** "OK, leave it" takes back, though it begins like a yes; "yes, cancel it" agrees where a cancellation was ordered. */
function takesBack(own: Reading, before: Reading): boolean {
  const cancels = before.actions.kinds.some((kind) => /^(?:cancel|invalidate)_/.test(kind));
  return withdraws(own) && !(cancels && CALLS_OFF.test(fold(own.own)));
}

/** True when words hold anything that would stand differently in a sentence: amounts, days, places, and keys that it does not have. */
const changesSomething = (own: Reading, old: Reading): boolean =>
  own.quantities.length > 0 ||
  own.dates.length > 0 ||
  own.places.some((place) => place.known) ||
  own.ids.some((id) => !old.ids.some((known) => known.id === id.id));

/**
 * What agrees to a sentence with a change to it ("yes, but only 20"); null when it must be asked again what is meant. Facts behind a yes
 * ("yes, he paid 20 today") change nothing, and a deed that names less than the sentence keeps the rest of it.
 */
function agreedWith(sentence: string, text: string, language: Language, now: string): string | null {
  const own = readText(text, language, now);
  const old = readText(sentence, language, now);
  const folded = fold(own.own);
  if (own.actions.kinds.length > 0 && !isDeedOf(own, old)) return null;
  if (!changesSomething(own, old)) return sentence;
  if (!CONTRASTS.test(folded)) return own.actions.kinds.length > 0 || ADDS.test(folded) ? null : sentence;
  return STATES.test(folded) || ADDS.test(folded) ? null : (mergeTurns(sentence, old, own, true) ?? sentence);
}

/** "No, from Oslo to Bergen": no to the way, not to the order. */
const namesOtherWay = (text: string, own: Reading): boolean =>
  own.places.some(({ known, role }) => known && (role === "from" || role === "to")) &&
  own.actions.kinds.length === 0 &&
  !STATES.test(fold(text)) &&
  !tellsFact(own) &&
  !withdraws(own);

/** A reply that opens an answer: "no, VLV-2" names what is meant, "not VLV-2" what is not. */
const REPLY = /^[\s¡,.!]*(?:no|nope|nein|non|nee)\s*[,.!;:–-]\s*/;
/** Words that leave something out. */
const EXCEPTS =
  /\b(?:(?:any|every)(?:thing|where|one)? (?:\w+ )?(?:but|except)|except|other than|rather not|(?:alles|irgend\w*|jede\w*) (?:\w+ )?auss?er|auss?er|sauf|excepto|menos|salvo|behalve)\b/;
/** True when an answer in words of its own rules something out, asks or tells how things are: whatever it names, it chooses none of it. */
function choosesNothing(own: Reading): boolean {
  const said = fold(own.own).replace(REPLY, "");
  return EXCEPTS.test(said) || (DENIES.test(said) && !CONTRASTS.test(said)) || tellsFact(own);
}

/** Reads an answer to what was asked about the order before. What nobody can be sure of leaves the order as it was, and is asked again. */
export function composeAnswer(input: IntentInput, before: string, language: Language): Answer {
  const questions: readonly Question[] = input.pending?.questions ?? [];
  const read = (text: string) => readText(text, language, input.businessNow);
  const own = read(input.text);
  const folded = fold(input.text);
  const asked = { sentence: before, acknowledges: [], again: false, declined: false };
  const callsBack = takesBack(own, read(before));
  const known = questions.map((question) => question.id).filter((id) => ACKNOWLEDGED.has(id));
  const agreesInWords = YES.test(folded) || AGAIN.test(folded);
  const denies = DENIES.test(folded);
  const inLabels = questions.some(({ options }) => options.some(({ label, text }) => [label, text].includes(input.text.trim())));
  const isMixed = agreesInWords && denies && !NO.test(folded) && !inLabels;
  // "1" is an amount there, not the first of the options, and no part of "1,000".
  const isFigure = own.quantities.length > 0 && questions.some(({ id }) => id === "amount_unclear");
  const picked = callsBack || isMixed || isFigure ? null : chosenOption(input.text, questions);
  // "No, only 30" says no to the amount, not to the order.
  const changesAmount = (CONTRASTS.test(folded) || BARE_AMOUNT.test(folded)) && !STATES.test(folded) && !tellsFact(own);
  const isOtherAmount =
    !inLabels && NO.test(folded) && changesAmount && own.quantities.length > 0 && picked !== null && NO.test(fold(picked.option.label));
  const chosen = isOtherAmount ? null : picked;
  const said = chosen?.option.text ?? input.text;
  const takenBack = chosen ? NO.test(fold(said)) || withdraws(read(said)) : callsBack || NO.test(folded);
  // "Not again please": whatever else it says, it orders nothing a second time.
  const notAgain = chosen === null && known.length > 0 && NOT_AGAIN.test(folded);
  const declined = notAgain || (takenBack && read(said).quantities.length === 0 && !namesOtherWay(said, read(said)));
  if (declined) return { ...asked, declined };
  // "Not VLV-2", "why Hamburg?", "Hamburg is full" name an option and choose none.
  const isOpen = questions.every(({ id }) => !WHETHER.has(id) && !ACKNOWLEDGED.has(id));
  if (!inLabels && !agreesInWords && (asks(own) || (isOpen && choosesNothing(own)))) return asked;
  const agrees = agreesInWords && !denies;
  // An option answers its own question alone.
  const agreed = known.filter((id) => (chosen ? id === chosen.question.id : agrees));
  if (agreed.length > 0) {
    const sentence = inLabels ? before : agreedWith(before, input.text, language, input.businessNow);
    // A fact beside a yes may as well say why it is no second order: "yes, the 20 were for Hamburg".
    const unsure = sentence === null || (!inLabels && sentence === before && changesSomething(own, read(before)));
    return unsure ? asked : { ...asked, sentence, acknowledges: agreed, again: agreed.includes("possible_duplicate") };
  }
  if (known.length > 0 && isMixed) return asked;
  if (chosen && WHOLE_SENTENCES.has(chosen.question.id)) {
    const sentence = agrees && !inLabels ? agreedWith(said, input.text, language, input.businessNow) : said;
    return { ...asked, sentence: sentence ?? before };
  }
  // "Move them": the deed alone goes with what the words before named.
  const deedOnly = own.actions.kinds.length > 0 && !namesItsObject(own) && questions.some(({ id }) => id === ORDER_UNSAID);
  if (deedOnly) return { ...asked, sentence: `${before}\n${input.text}` };
  const whether = chosen === null && questions.some((question) => WHETHER.has(question.id));
  const changes = changesSomething(own, read(before)) && CONTRASTS.test(folded) && !STATES.test(folded);
  const ordersAnew = own.actions.kinds.length > 0 && namesItsObject(own) && !agreesInWords;
  if (whether && (denies || !(changes || ordersAnew))) return asked;
  // An answer to "how much is half?" takes the place of the share.
  const isOfAmount = questions.some((question) => question.id === "amount_unclear");
  const figure = isOfAmount ? withFigure(before, read(said), read(before)) : null;
  if (figure !== null) return { ...asked, sentence: figure };
  const open = isOfAmount ? withAmount(before, own, language, input.businessNow) : before;
  return { ...asked, sentence: merged(open, said, language, input.businessNow, true) };
}
