import type { en } from "./en.ts";

/** The form of some words without the words. */
export type Widen<T> = T extends (...args: infer Args) => string
  ? (...args: Args) => string
  : T extends string
    ? string
    : { [K in keyof T]: Widen<T[K]> };

/** What every language must offer: the keys and parameters of the English words. */
export type Messages = Widen<typeof en>;
