import { fold, readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";

/** Words, folded, with which a user asks to remember something, in any of the languages. */
const ASKS =
  /\b(?:remember|from now on|by default|my default|merke? dir|ab jetzt|ab sofort|kunftig|standardmass?ig|mein standard\w*|retiens|souviens[- ]toi|memorise|desormais|par defaut|recuerda|memoriza|a partir de ahora|por defecto|onthou|onthoud|vanaf nu|standaard)\b/;

const NO_TIME = "1970-01-01T00:00:00Z";

/** True when the user's own words ask to remember something; quoted and pasted text is not the user's own. */
export function asksToRemember(text: string, language: Language): boolean {
  return ASKS.test(fold(readText(text, language, NO_TIME).own));
}
