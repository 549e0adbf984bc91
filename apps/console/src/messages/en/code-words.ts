import { humanise } from "../../text/humanise.ts";

/** English words for codes of conflicts and refusals: they are made of them. */
export const codeWords = {
  codeWord: (code: string) => humanise(code),
} as const;
