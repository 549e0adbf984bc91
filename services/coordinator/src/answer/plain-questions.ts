import { withLocalTimes } from "@quartermaster/language";
import type { Language, Question } from "@quartermaster/shared/contracts";
import { withNames } from "./place-names.ts";

/** Longest text of a question, and label of an option, that the contract takes. */
const TEXT = 1000;
const LABEL = 120;

/** Questions as people read them: places by name, times as days of the language. What an option says when it is chosen stays exact. */
export const inPlainWords = (questions: readonly Question[], language: Language, names: ReadonlyMap<string, string>): Question[] =>
  questions.map((question) => ({
    ...question,
    text: withNames(withLocalTimes(question.text, language), names).slice(0, TEXT),
    options: question.options.map((option) => ({
      ...option,
      label: withNames(withLocalTimes(option.label, language), names).slice(0, LABEL),
    })),
  }));
