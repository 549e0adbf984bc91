import { humanise } from "../../text/humanise.ts";

/** Codes that say too little by themselves. */
const CODES: Readonly<Record<string, string>> = {
  replaced_effect: "What was done before is taken back first, by a step of the same plan",
};

/** English words for codes of conflicts and refusals: most are made of them. */
export const codeWords = {
  codeWord: (code: string) => (Object.hasOwn(CODES, code) ? (CODES[code] ?? code) : humanise(code)),
} as const;
