import { fold } from "@quartermaster/language";
import type { Question } from "@quartermaster/shared/contracts";
import { BARE_YES, NO, YES } from "./turn-words.ts";

export interface Chosen {
  question: Question;
  option: Question["options"][number];
}

const ORDINALS: [RegExp, number][] = [
  [/^(?:the )?(?:first|1st)\b|^(?:die |das |den )?erste\w*|^(?:le |la )?premi\w+|^(?:el |la )?primer\w*|^(?:de |het )?eerste\b/, 0],
  [
    /^(?:the )?(?:second|2nd)\b|^(?:die |das |den )?zweite\w*|^(?:le |la )?(?:deuxieme|second\w*)|^(?:el |la )?segund\w*|^(?:de |het )?tweede\b/,
    1,
  ],
  [/^(?:the )?(?:third|3rd)\b|^(?:die |das |den )?dritte\w*|^(?:le |la )?troisieme|^(?:el |la )?tercer\w*|^(?:de |het )?derde\b/, 2],
];

const plain = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Questions to which "yes, it is loaded" may tell about the exception: only a bare yes agrees. */
const EXCEPTIONS: ReadonlySet<string> = new Set(["exception_open"]);

/** The option of an open question that a turn picks: by its words, its place, or yes and no. */
export function chosenOption(text: string, questions: readonly Question[]): Chosen | null {
  const said = plain(text);
  for (const question of questions) {
    const pick = (index: number): Chosen | null => {
      const option = question.options[index];
      return option ? { question, option } : null;
    };
    const exact = question.options.findIndex((option) => plain(option.label) === said || plain(option.text) === said);
    if (exact >= 0) return pick(exact);
    const letter = /^(?:option |nr |no |n )?([a-f1-9])$/.exec(said)?.[1];
    if (letter !== undefined && question.options.length > 1)
      return pick(/\d/.test(letter) ? Number(letter) - 1 : letter.charCodeAt(0) - 97);
    for (const [pattern, index] of ORDINALS) if (pattern.test(said) && said.split(" ").length <= 4) return pick(index);
    const inside = question.options.filter(
      (option) => said.length > 2 && (` ${said} `.includes(` ${plain(option.label)} `) || plain(option.label).split(" ").includes(said)),
    );
    if (inside.length === 1 && inside[0]) return { question, option: inside[0] };
    const yes = question.options.findIndex((option) => YES.test(fold(option.label)));
    const no = question.options.findIndex((option) => NO.test(fold(option.label)));
    if (NO.test(fold(text)) && said.split(" ").length <= 4 && no >= 0) return pick(no);
    const agrees = EXCEPTIONS.has(question.id) ? BARE_YES : YES;
    if (agrees.test(fold(text)) && said.split(" ").length <= 6) return pick(yes >= 0 ? yes : question.options.length === 1 ? 0 : -1);
  }
  return null;
}
