import { type EvalCase, effectsOf, kindOf } from "./cases.ts";
import { type Comparison, compareCase } from "./compare.ts";
import { actionOf } from "./label-args.ts";
import type { CaseReport } from "./report.ts";
import { type CaseRun, type RunOptions, runCase } from "./run-case.ts";

type Mode = "words" | "structured";

const turnsOf = (evalCase: EvalCase, mode: Mode) =>
  mode === "words"
    ? evalCase.turns.map((text) => ({ text }))
    : [{ actions: effectsOf(evalCase.expected[0] ?? { actions: [], conflicts: [], conflicts_optional: [] }).map(actionOf) }];

/** Cases that a mode can run: known steps need an effect. */
export const runnable = (cases: readonly EvalCase[], mode: Mode): EvalCase[] =>
  mode === "words" ? [...cases] : cases.filter((one) => one.expected[0] !== undefined && effectsOf(one.expected[0]).length > 0);

async function tryCase(options: RunOptions, evalCase: EvalCase, mode: Mode): Promise<{ run: CaseRun | null; compared: Comparison }> {
  try {
    const run = await runCase(options, turnsOf(evalCase, mode));
    const compared = compareCase(evalCase, run.outcome, options.world, mode === "words");
    return { run, compared: compared.pass ? compared : { ...compared, why: [...compared.why, `status: ${run.status}`] } };
  } catch (error) {
    return { run: null, compared: { pass: false, unexpected: [], why: [error instanceof Error ? error.message : String(error)] } };
  }
}

/** Runs one case as often as asked; it passes when every trial does. */
export async function evaluateCase(options: RunOptions, evalCase: EvalCase, mode: Mode, trials: number): Promise<CaseReport> {
  const report: CaseReport = {
    id: evalCase.id,
    lang: evalCase.lang,
    tags: evalCase.tags,
    pass: true,
    why: [],
    kind: kindOf(evalCase),
    replied: "none",
    trials,
    passedTrials: 0,
    unexpectedEffects: 0,
    leftOver: [],
    status: "",
    reply: "",
    modelCalls: 0,
    tokens: 0,
    ms: 0,
  };
  for (let trial = 0; trial < trials; trial++) {
    const { run, compared } = await tryCase(options, evalCase, mode);
    if (compared.pass) report.passedTrials++;
    else report.why = compared.why;
    report.pass = report.pass && compared.pass;
    report.unexpectedEffects += compared.unexpected.length;
    if (!run) continue;
    report.replied = run.outcome.kinds.join("+");
    report.leftOver = run.leftOver;
    report.status = run.status;
    report.reply = run.outcome.reply.slice(0, 2_000);
    report.modelCalls += run.modelCalls;
    report.tokens += run.tokens;
    report.ms += run.ms;
  }
  return report;
}
