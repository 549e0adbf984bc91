import type { Approval } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";
import { wordOf } from "../messages/use-messages.tsx";
import { aRoleWord } from "../session/role-words.ts";

/** Why this person cannot decide this item, as a sentence. */
export function cannotDecideSentence(m: Messages, approval: Approval): string {
  const code = approval.cannotDecideBecause ?? "";
  if (code === "role_missing") {
    const open = approval.policy.slots.filter((slot) => slot.filledBy === null).map((slot) => aRoleWord(m, slot.role));
    return m.cannot.role_missing(open.join(", "));
  }
  const { role_missing: _function, ...sentences } = m.cannot;
  return wordOf(sentences, code);
}
