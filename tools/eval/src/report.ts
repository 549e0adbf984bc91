import type { CaseKind } from "./cases.ts";

/** One case over all its trials. */
export interface CaseReport {
  id: string;
  lang: string;
  tags: string[];
  pass: boolean;
  why: string[];
  /** What the label wants: an effect, or else a reply of this kind. */
  kind: CaseKind;
  /** Kinds of the replies that came. */
  replied: string;
  trials: number;
  passedTrials: number;
  unexpectedEffects: number;
  leftOver: string[];
  status: string;
  reply: string;
  modelCalls: number;
  tokens: number;
  ms: number;
}

/** Chance that k tries drawn from the trials all pass (n choose k over passed ones). */
function passHat(trials: number, passed: number, k: number): number {
  let chance = 1;
  for (let i = 0; i < k; i++) chance *= Math.max(0, passed - i) / (trials - i);
  return chance;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 1000) / 1000;

/** pass^k for k up to the trials: over all cases, by language (`lang:de`) and by kind (`kind:effect`). */
export function passHatK(cases: readonly CaseReport[]): Record<string, Record<string, number>> {
  const trials = Math.max(0, ...cases.map((one) => one.trials));
  const groups = new Map<string, CaseReport[]>([["all", [...cases]]]);
  for (const one of cases)
    for (const group of [`lang:${one.lang}`, `kind:${one.kind}`]) groups.set(group, [...(groups.get(group) ?? []), one]);
  return Object.fromEntries(
    [...groups].map(([name, members]) => [
      name,
      Object.fromEntries(
        Array.from({ length: trials }, (_none, index) => [
          String(index + 1),
          mean(members.map((one) => passHat(one.trials, one.passedTrials, index + 1))),
        ]),
      ),
    ]),
  );
}

/** The report as JSON. */
export function toReport(cases: readonly CaseReport[]) {
  return {
    total: cases.length,
    passed: cases.filter((one) => one.pass).length,
    unexpectedEffects: cases.reduce((sum, one) => sum + one.unexpectedEffects, 0),
    passHatK: passHatK(cases),
    modelCalls: cases.reduce((sum, one) => sum + one.modelCalls, 0),
    tokens: cases.reduce((sum, one) => sum + one.tokens, 0),
    ms: cases.reduce((sum, one) => sum + one.ms, 0),
    cases,
  };
}
