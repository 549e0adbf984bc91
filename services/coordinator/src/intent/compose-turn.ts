import {
  asks,
  composeGoal,
  detectLanguage,
  fold,
  opensCorrection,
  orderDoubt,
  type Reading,
  readText,
  speechAct,
  withdraws,
} from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { additionOf } from "./addition.ts";
import { bareDeedOf } from "./bare-deed.ts";
import { composeAnswer, merged } from "./compose-answer.ts";
import { ORDER_DOUBTFUL } from "./doubt-questions.ts";
import type { IntentInput, TurnRelation } from "./intent-outcome.ts";
import { mergeTurns } from "./merge-turns.ts";
import { namesItsObject, onlyTells, turnRelation } from "./turn-relation.ts";
import { AGAIN, DENIES, LEANS, YES } from "./turn-words.ts";

/** A turn read together with what it builds on. */
export interface ComposedTurn {
  language: Language;
  relation: TurnRelation;
  /** What an agent is told: the sentence that holds now, then the words it was made of. */
  goal: string;
  /** Reading of the sentence that holds now; evidence, amounts and days come from here. */
  reading: Reading;
  /** Reading of the earlier turn that a follow-up leans on. */
  context: Reading | null;
  acknowledges: string[];
  again: boolean;
  /** The user chose to leave things as they are. */
  declined: boolean;
  /** It orders nothing and asks for nothing. */
  told: boolean;
}

const MAX_GOAL = 12_000;
/** How clearly a turn must speak another language than its thread before it is answered in that one. */
const ANOTHER_LANGUAGE = 1;

const withThread = (sentence: string, earlier: string, turn: string): string => composeGoal(sentence, earlier, turn).slice(0, MAX_GOAL);

const earlierTurns = (input: IntentInput): string[] => {
  const turns = input.history.filter((turn) => turn.role === "user").map((turn) => turn.text);
  if (turns.at(-1) === input.text) turns.pop();
  const open = input.pending?.openRequest?.text;
  if (!open) return turns.slice(-20);
  // Turns after the open request were about something else.
  const at = turns.lastIndexOf(open);
  return (at < 0 ? [...turns, open] : turns.slice(0, at + 1)).slice(-20);
};

/** Acts that leave the order before them as it was. */
const TELLS: ReadonlySet<string> = new Set(["report", "courtesy", "refusal", "forbidding"]);

/** The earlier turns as one sentence: the last one that names its object, with what later ones changed. */
function sentenceBefore(turns: readonly string[], language: Language, now: string): string {
  const read = (text: string) => readText(text, language, now);
  const whole = (text: string) => {
    const reading = read(text);
    // "Yes, bring more" agrees to the sentence before, though it names a deed.
    const agrees = YES.test(fold(text)) && reading.quantities.length === 0 && reading.places.length === 0;
    // "Sorry, I meant VLV-2" puts a thing in the place of one in the sentence before; alone it orders nothing.
    const puts = reading.actions.kinds.length === 0 && opensCorrection(reading) && !asks(reading);
    return (namesItsObject(reading) && !puts) || (reading.actions.kinds.length > 0 && !agrees);
  };
  // What was only told, in between or last, is no part of an order.
  const orders = turns.filter((text) => !TELLS.has(speechAct(read(text))));
  const from = orders.findLastIndex(whole);
  if (from < 0) return orders.at(-1) ?? turns.at(-1) ?? "";
  return orders
    .slice(from + 1)
    .reduce((sentence, turn) => mergeTurns(sentence, read(sentence), read(turn)) ?? sentence, orders[from] ?? "");
}

/** Every turn of the thread so far: an addition is to the last order, whatever was done with it since. */
const allTurns = ({ history, text }: IntentInput): string[] => {
  const turns = history.filter((turn) => turn.role === "user").map((turn) => turn.text);
  if (turns.at(-1) === text) turns.pop();
  return turns.slice(-20);
};

/** A turn with what it leaves to the last order of its thread, where it orders something beside that one; else as it was written. */
function wholeOrder(input: IntentInput, turns: readonly string[], language: Language): string {
  const before = turns.length > 0 ? [...new Set([...allTurns(input), ...turns])] : allTurns(input);
  const { text, businessNow } = input;
  return additionOf(text, before, language, businessNow) ?? bareDeedOf(text, before, language, businessNow) ?? text;
}

/** What stays acknowledged after an answer: that words are an order says nothing of doubtful words in the answer. */
const inheritedBy = (answer: Reading, acknowledged: readonly string[]): string[] =>
  acknowledged.filter((code) => code !== ORDER_DOUBTFUL || orderDoubt(answer, true) === null);

/** Reads a turn with its thread: what it answers, corrects or follows, merged into the sentence that holds now. */
export function composeTurn(given: IntentInput): ComposedTurn {
  const turns = earlierTurns(given);
  const language =
    given.language ??
    [...turns, given.text].reduce<Language>(
      (known, text, index) => detectLanguage(text, known, index === 0 && !given.threadLanguage ? 0 : ANOTHER_LANGUAGE),
      given.threadLanguage ?? "en",
    );
  const input = { ...given, text: wholeOrder(given, turns, language) };
  const own = readText(input.text, language, input.businessNow);
  const relation = turnRelation(input, own);
  // "Not again please" wants nothing a second time.
  const again = AGAIN.test(fold(own.own)) && !DENIES.test(fold(own.own));
  const base = { language, relation, acknowledges: [], again, declined: false, told: false, context: null };
  // Of known steps there are no words to change: what they did stands, and the answer says what undoes it.
  const wordless = !input.pending?.openRequest && input.done?.text === "";
  const withdrawn = relation === "correction" && (wordless || withdraws(own) || speechAct(own) === "forbidding");
  // What known steps asked for is withdrawn in words as well; they left no words in the thread.
  if (withdrawn) {
    const goal = withThread(input.text, sentenceBefore(turns, language, input.businessNow), input.text);
    return { ...base, declined: true, goal, reading: own };
  }
  if ((relation === "new" || relation === "follow_up") && onlyTells(input, own))
    return { ...base, relation: "follow_up", told: true, goal: input.text.slice(0, MAX_GOAL), reading: own };
  if (relation === "new" || turns.length === 0) return { ...base, goal: input.text.slice(0, MAX_GOAL), reading: own };
  const before = sentenceBefore(turns, language, input.businessNow);
  if (relation === "follow_up") {
    const leans =
      !namesItsObject(own) &&
      (own.actions.kinds.length > 0 || own.actions.objects.length > 0 || own.places.length > 0 || LEANS.test(fold(own.own)));
    if (!leans) return { ...base, goal: input.text.slice(0, MAX_GOAL), reading: own };
    return {
      ...base,
      goal: withThread(input.text, before, input.text),
      reading: own,
      context: readText(before, language, input.businessNow),
    };
  }
  if (relation === "answer") {
    const { sentence, ...answer } = composeAnswer(input, before, language);
    const goal = withThread(sentence, before, input.text);
    // What was acknowledged was so of the sentence before: a whole new order in its place has been asked nothing yet.
    const earlier = sentence === input.text ? [] : inheritedBy(own, input.pending?.openRequest?.acknowledge ?? []);
    const acknowledges = [...new Set([...earlier, ...answer.acknowledges])];
    return { ...base, ...answer, acknowledges, goal, reading: readText(sentence, language, input.businessNow) };
  }
  const sentence = merged(before, input.text, language, input.businessNow);
  const context = sentence === input.text ? readText(before, language, input.businessNow) : null;
  return { ...base, goal: withThread(sentence, before, input.text), reading: readText(sentence, language, input.businessNow), context };
}
