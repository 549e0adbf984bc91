import { EFFECT_OWNERS, explainCode } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { UNMET } from "../handoff/unplanned-parts.ts";
import type { OpenIssue } from "../requests/request-row.ts";
import { describeStep } from "./describe-step.ts";
import { PHRASES } from "./phrases.ts";

/** What a part that was left out without a word is about: its deed in the user's language, or its key. */
function subjectOf(detail: string, language: Language): string | null {
  const at = detail.indexOf(":");
  const subject = at < 0 ? null : detail.slice(0, at);
  return subject !== null && subject in EFFECT_OWNERS ? describeStep({ tool: subject, args: {} }, language) : subject;
}

/** Says in the user's language which part of an order came to nothing, and why. */
export function unplannedWords({ code, detail }: Pick<OpenIssue, "code" | "detail">, language: Language): string {
  const subject = code === UNMET ? subjectOf(detail, language) : null;
  const said =
    subject === null
      ? explainCode(code, detail, language)
      : `${subject}: ${explainCode(code, detail.slice(detail.indexOf(":") + 2), language)}`;
  return PHRASES[language].refusedPart(`${said} (${code})`);
}
