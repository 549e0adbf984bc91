import type { Action, JsonObject, JsonValue, Language, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { describeStep } from "../answer/describe-step.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { meaningKeyOf } from "./duplicates.ts";
import type { MergeInput } from "./merge-input.ts";
import { findOutOfPlace, isInverseOf, type ReplacedEffect, takesBack, undoRefOf } from "./replaced-effects.ts";

/** What becomes of effects of a replaced request that the new plan would only add to. */
export interface TakeBack {
  /** Calls that take them back and that nobody proposed yet. */
  needs: Action[];
  conflicts: DraftConflict[];
  /** Steps that wait until the earlier effects are gone, and what they wait for: proposals, and steps that are carried on. */
  waiting: Proposal[];
  first: Proposal[];
  firstSteps: string[];
  /** Records that the effects made, which are gone once they are taken back. */
  gone: ReadonlySet<string>;
}

const FIRST: Record<Language, (made: string, undo: string) => string> = {
  en: (made, undo) => `the request that this one replaces has already made: ${made}. It is taken back first: ${undo}`,
  de: (made, undo) => `die Anfrage, die diese ersetzt, hat schon ausgeführt: ${made}. Das wird zuerst zurückgenommen: ${undo}`,
  fr: (made, undo) => `la demande que celle-ci remplace a déjà exécuté : ${made}. C'est d'abord annulé : ${undo}`,
  es: (made, undo) => `la solicitud que esta sustituye ya ejecutó: ${made}. Eso se deshace primero: ${undo}`,
  nl: (made, undo) => `het verzoek dat door dit wordt vervangen heeft al uitgevoerd: ${made}. Dat wordt eerst teruggedraaid: ${undo}`,
};

const STANDS: Record<Language, (made: string, why: string) => string> = {
  en: (made, why) =>
    `the request that this one replaces has already made: ${made}. It cannot be taken back (${why}), so this would come on top`,
  de: (made, why) =>
    `die Anfrage, die diese ersetzt, hat schon ausgeführt: ${made}. Das lässt sich nicht zurücknehmen (${why}), dies käme also dazu`,
  fr: (made, why) => `la demande que celle-ci remplace a déjà exécuté : ${made}. C'est irréversible (${why}), ceci viendrait donc en plus`,
  es: (made, why) => `la solicitud que esta sustituye ya ejecutó: ${made}. No se puede deshacer (${why}), así que esto se sumaría`,
  nl: (made, why) =>
    `het verzoek dat door dit wordt vervangen heeft al uitgevoerd: ${made}. Dat is niet terug te draaien (${why}), dus dit komt erbij`,
};

const WHICH: Record<Language, (made: string) => string> = {
  en: (made) =>
    `the request that this one replaces has already made: ${made}. It cannot be told which of these is to go, so this would come on top`,
  de: (made) => `die Anfrage, die diese ersetzt, hat schon ausgeführt: ${made}. Was davon weg soll, ist nicht gesagt, dies käme also dazu`,
  fr: (made) => `la demande que celle-ci remplace a déjà exécuté : ${made}. On ne sait pas laquelle annuler, ceci viendrait donc en plus`,
  es: (made) => `la solicitud que esta sustituye ya ejecutó: ${made}. No se sabe cuál deshacer, así que esto se sumaría`,
  nl: (made) =>
    `het verzoek dat door dit wordt vervangen heeft al uitgevoerd: ${made}. Welke daarvan weg moet is niet gezegd, dus dit komt erbij`,
};

const madeBy = (effect: ReplacedEffect, language: Language): string => {
  const ids = Object.values(effect.outputs);
  return `${describeStep(effect, language)}${ids.length > 0 ? ` (${ids.join(", ")})` : ""}`;
};

/** Its way back, after those of the effects that were built on it. */
function callOf(effect: ReplacedEffect, effects: readonly ReplacedEffect[], inverse: { tool: string; args: JsonObject }): Action {
  const builtOnIt = effects.filter((other) => other.inverse !== null && other.dependsOn.includes(effect.stepId));
  return { agent: effect.agent, tool: inverse.tool, args: inverse.args, ref: undoRefOf(effect), after: builtOnIt.map(undoRefOf) };
}

/** A call in short: its tool and the records that it names. */
const inShort = (call: Pick<Action, "tool" | "args">): string =>
  [call.tool, ...Object.values(call.args).filter((value) => typeof value === "string" && value.includes("-"))].join(" ");

/** `undo` says that the conflict's first step has no other purpose: approvals does not let it run for nothing. */
const valuesOf = (effect: ReplacedEffect, made: string, undo: boolean): JsonObject => ({
  requestId: effect.requestId,
  made,
  ...(undo && effect.inverse !== null ? { undo: inShort(effect.inverse) } : {}),
});

/** A transfer that is taken back in the same plan brings nothing: that it is under way is no reason to ask. */
export function withoutTakenBack(conflicts: readonly DraftConflict[], back: Pick<TakeBack, "gone">): DraftConflict[] {
  const isGone = (id: JsonValue) => back.gone.has(String(id));
  return conflicts.filter(({ code, values }) => {
    const coming = code === "duplicate_of_inbound" && Array.isArray(values.orders) ? values.orders : [];
    return coming.length === 0 || !coming.every(isGone);
  });
}

/** Proposals that are not the way back of something. */
export const withoutTakingBack = (input: Pick<MergeInput, "replaced">, proposals: readonly Proposal[]): Proposal[] =>
  proposals.filter((proposal) => !takesBack(proposal, input.replaced ?? []));

/**
 * A correction that comes when something was done already shall not add to it. The effect is taken back in the same plan, before the
 * new step and with an approval of its own, and the approvers of both are told; where it cannot be, the user is asked.
 */
export function takeBackReplaced(
  input: MergeInput,
  proposals: readonly Proposal[],
  makesRoom: { has(proposal: Proposal): boolean },
): TakeBack {
  const wished = withoutTakingBack(input, proposals);
  const { effects, beside, unclear } = findOutOfPlace(
    input.replaced ?? [],
    wished,
    (proposal) => meaningKeyOf(input.tenant, proposal),
    input.corrects,
  );
  const gone = new Set<string>();
  const result: TakeBack = { needs: [], conflicts: [], waiting: beside, first: [], firstSteps: [], gone };
  for (const { proposal, effects: candidates } of unclear) {
    const made = candidates.map((effect) => madeBy(effect, input.language)).join("; ");
    const values = { requestId: candidates[0]?.requestId ?? "", made, which: true };
    const records = candidates.flatMap((effect) => Object.values(effect.outputs));
    result.conflicts.push(draftConflict("possible_duplicate", [proposal], WHICH[input.language](made).slice(0, 1000), records, values));
  }
  const isDone = (effect: ReplacedEffect) => (step: Pick<PlanStep, "agent" | "tool" | "args">) => isInverseOf(step, effect);
  for (const effect of effects) {
    const made = madeBy(effect, input.language);
    const records = Object.values(effect.outputs);
    const back = proposals.find(isDone(effect));
    const kept = input.keptSteps.find(isDone(effect));
    const failed = input.failedCalls.find(isDone(effect));
    if (back) result.first.push(back);
    if (kept) result.firstSteps.push(kept.id);
    if (effect.inverse === null || (failed && !back && !kept)) {
      const why = failed ? `${failed.code}: ${failed.detail}` : effect.tool;
      const detail = STANDS[input.language](made, why).slice(0, 1000);
      result.conflicts.push(draftConflict("possible_duplicate", beside, detail, records, valuesOf(effect, made, false)));
      continue;
    }
    for (const record of records) gone.add(record);
    const call = callOf(effect, effects, effect.inverse);
    if (!back && !kept) result.needs.push(call);
    const detail = FIRST[input.language](made, inShort(call)).slice(0, 1000);
    const values = valuesOf(effect, made, back !== undefined && makesRoom.has(back));
    result.conflicts.push(draftConflict("replaced_effect", back ? [back, ...beside] : beside, detail, records, values));
  }
  return result;
}
