import { humanise } from "../../text/humanise.ts";

/** English words for what cards say of records: as executors write it, closed values without their underscores. */
export const recordWords = {
  rowName: (label: string) => label,
  rowValue: (_label: string, value: string) => (/^[a-z]+(?:_[a-z]+)+$/.test(value) ? value.replaceAll("_", " ") : value),
  /** What stands against something: the words that came with its code. */
  codeDetail: (_code: string, detail: string) => detail,
  /** What happens when somebody rejects, as the executor says it. */
  rejectEffect: (sentence: string) => sentence,
  /** Name of a value that a conflict compares. */
  conflictValue: (name: string) => humanise(name),
  yesNo: { true: "yes", false: "no" },
  /** Before the sentence of a card as it is signed, where the page says it in another language. */
  signedSentence: "The sentence that is signed:",
} as const;
