import type { Reading } from "../read-text.ts";
import { fold } from "../text/fold.ts";

/** Words by which a question is an order politely put. */
const POLITELY =
  /\b(?:(?:can|could|would|will) you|kannst du|konn(?:t)?en sie|konntest du|wurdest du|(?:pouvez|pourriez)-vous|(?:peux|pourrais)-tu|puedes?|podrias?|podria usted|(?:kun|zou) je|kunt u|zoudt? u)\b/;

/** True when the words ask something: by a mark that no plea makes an order of, or by a clause that asks where none orders. */
export function asks({ own, actions }: Pick<Reading, "own" | "actions">): boolean {
  if (/[?¿]/.test(own) && !POLITELY.test(fold(own))) return true;
  return actions.kinds.length === 0 && actions.clauses.some((clause) => clause.asks);
}
