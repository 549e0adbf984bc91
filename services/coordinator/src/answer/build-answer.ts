import { isClosedRow, isStateWord, plainTimes, rowLabel, stateWord } from "@quartermaster/language";
import type { AnswerFact, Language, PlanConflict, RequestStatus } from "@quartermaster/shared/contracts";
import type { StepRow } from "../handoff/plan-store.ts";
import type { CutShort } from "../handoff/read-cut-short.ts";
import type { OpenIssue } from "../requests/request-row.ts";
import type { CollectedResults } from "../results/collect-results.ts";
import { answerFromReads, citedRecords } from "./answer-from-reads.ts";
import { describeStep } from "./describe-step.ts";
import { PHRASES } from "./phrases.ts";
import { withNames } from "./place-names.ts";
import { rejectionReason } from "./rejection-reason.ts";
import { stopSentence } from "./stop-words.ts";
import { unplannedWords } from "./unplanned-words.ts";

export interface AnswerInput {
  language: Language;
  status: RequestStatus;
  /** The user's own words of this turn. */
  words: string;
  dryRun: boolean;
  /** The words order an effect. Without a step nothing came of it, whatever an agent says. */
  ordered?: boolean;
  /** The words told something: they order nothing, and nobody was to be asked. */
  told?: boolean;
  /** The user asked for the request to end, which some of it may have come before. */
  cancelAsked?: boolean;
  steps: readonly StepRow[];
  /** What requests that this one replaces did, or may be doing; it stays, and the user may want it undone. */
  replaced?: readonly StepRow[];
  /** Of a cancelling in words: what it came too late for, and what is not done any more. */
  cut?: CutShort;
  results: Pick<CollectedResults, "reads" | "answers" | "missingAgents"> & Partial<Pick<CollectedResults, "stops" | "refusals">>;
  refusal: { code: string; detail: string } | null;
  conflicts: readonly PlanConflict[];
  /** Parts of the order that no step of the plan stands for. */
  unplanned?: readonly OpenIssue[];
  /** Names of places by id, as records tell them. */
  names?: ReadonlyMap<string, string>;
  openIssues: readonly OpenIssue[];
}

export interface Answer {
  text: string;
  facts: AnswerFact[];
}

/** A row about a record that the effect made names what it is ("new transfer"); its id stands in the receipt's outputs. */
const recordAt = (row: StepRow, record: string): string => {
  const id = record.startsWith("new ") ? (Object.values(row.receipt?.outputs ?? {})[0] ?? record) : record;
  const written = row.receipt?.records.find((entry) => entry.record === id);
  return written ? `${id}@${written.version}` : id;
};

const valueWords = (label: string, value: string, language: Language): string =>
  isClosedRow(label) && isStateWord(value) ? stateWord(value, language) : plainTimes(value);

/** What a receipt says that changed; every figure with its record. */
function changesOf(row: StepRow, language: Language): { lines: string[]; facts: AnswerFact[] } {
  const receipt = row.receipt;
  if (!receipt) return { lines: [], facts: [] };
  const facts = receipt.after.flatMap((after) =>
    after.value === null
      ? []
      : [{ text: after.label.slice(0, 400), value: after.value.slice(0, 80), unit: after.unit, record: recordAt(row, after.record) }],
  );
  const valueBefore = (path: string): string | null => receipt.before.find((other) => other.path === path)?.value ?? null;
  const changed = receipt.after.filter((after) => after.value !== null && after.value !== valueBefore(after.path));
  const lines = changed.map((after) => {
    const [before, value] = [valueBefore(after.path), after.value].map((text) =>
      text === null ? null : valueWords(after.label, text, language),
    );
    const change = before === null ? (value ?? "–") : `${before} → ${value ?? "–"}`;
    return `  ${rowLabel(after.label, language)}: ${change}${after.unit ? ` ${after.unit}` : ""} [${recordAt(row, after.record)}]`;
  });
  return { lines, facts };
}

const NAMES_UNDO: ReadonlySet<RequestStatus> = new Set(["cancelled", "incomplete"]);

function lineOf(row: StepRow, input: AnswerInput, offered = input.cancelAsked === true || NAMES_UNDO.has(input.status)): string[] {
  const say = PHRASES[input.language];
  const what = describeStep(row.step, input.language);
  const decision = row.decidedBy.find((entry) => entry.decision === "reject");
  const why = decision?.reason ?? row.reason;
  switch (row.state) {
    case "succeeded": {
      const outputs = Object.values(row.receipt?.outputs ?? {});
      const undo = offered ? (row.receipt?.inverse ?? row.step.inverse) : null;
      const head = `${say.done(`${what}${outputs.length > 0 ? ` (${outputs.join(", ")})` : ""}`)} [${say.receipt} ${row.receipt?.receiptId ?? ""}]`;
      return [undo ? `${head} ${say.undoWith(undo.tool)}` : head, ...changesOf(row, input.language).lines];
    }
    case "rejected":
      return [say.rejected(what, decision ? `${decision.user} (${decision.role})` : "?", rejectionReason(row.code, why, input.language))];
    case "expired":
      return [say.expired(what)];
    case "cancelled":
      return [say.cancelled(what)];
    case "skipped":
      return [say.skipped(what)];
    case "stale":
      return [say.stale(what)];
    case "failed":
      return [say.failed(what, [row.code, row.reason ?? row.receipt?.detail].filter(Boolean).join(": "))];
    case "unknown":
      return [say.unknown(what)];
    default:
      return [input.dryRun ? say.planned(what) : `${what}: ${row.state}`];
  }
}

/** That nothing came of a request. What one that it replaces did is told below, so it must not read as if that were undone. */
const nothingOf = (input: AnswerInput): string =>
  (input.replaced ?? []).length > 0 ? PHRASES[input.language].nothingMore : PHRASES[input.language].nothingDone;

/** What agents refused or had to say beside the steps: a part of the request that came to nothing is told as well. */
function otherParts(input: AnswerInput): string[] {
  const acting = new Set(input.steps.map((row) => row.agent));
  const dropped = input.conflicts.filter((conflict) => conflict.severity === "refuse" && conflict.code !== "outside_intent");
  // Who did not answer is named with the agents that are missing.
  const unplanned = (input.unplanned ?? []).filter(({ code }) => !code.startsWith("agent_"));
  const refused = [...(input.results.refusals ?? []), ...dropped, ...unplanned];
  const told = refused.map((part) => unplannedWords(part, input.language));
  // Beside steps no agent's own words stand: what was done only receipts can tell. What they cite is shown as it was read.
  const answers = input.results.answers.filter(({ agent, status }) => !acting.has(agent) && status !== "refused");
  const reads = input.results.reads.filter(({ agent }) => !acting.has(agent));
  return [...new Set([...told, ...citedRecords({ ...input, results: { reads, answers } }, PHRASES[input.language])])];
}

/** The answer of a request that had a plan: one line a step, from decisions and receipts only, then what came to nothing. */
function answerFromSteps(input: AnswerInput): Answer {
  const say = PHRASES[input.language];
  const lines = [...input.steps.flatMap((row) => lineOf(row, input)), ...otherParts(input)];
  if (input.dryRun) lines.unshift(say.dryRun);
  if (input.refusal) lines.unshift(say.refused(`${input.refusal.detail} (${input.refusal.code})`));
  if (!input.dryRun && !input.steps.some((row) => row.state === "succeeded")) lines.push(nothingOf(input));
  return { text: lines.join("\n"), facts: input.steps.flatMap((row) => changesOf(row, input.language).facts).slice(0, 60) };
}

/** What was done before the user withdrew or corrected it, each with its records and the action that undoes it; then what may have been. */
function replacedLines(input: AnswerInput): string[] {
  const say = PHRASES[input.language];
  const rows = input.replaced ?? [];
  const done = rows.filter((row) => row.receipt?.outcome === "succeeded");
  const open = rows.filter((row) => !done.includes(row));
  return [
    ...(input.cut?.notDone ?? []).map((row) => say.cancelled(describeStep(row.step, input.language))),
    ...(done.length > 0 ? [(input.cut?.late ?? []).length > 0 ? say.cancelTooLate : say.doneBefore] : []),
    ...done.flatMap((row) => lineOf({ ...row, state: "succeeded" }, input, true)),
    ...open.map((row) => {
      const what = describeStep(row.step, input.language);
      return row.state === "unknown" ? say.unknown(what) : say.toldToRun(what);
    }),
  ];
}

/**
 * Makes the final answer in the user's language from receipts, decisions and records. An agent's own words appear only when
 * every figure in them was read.
 */
export function buildAnswer(input: AnswerInput): Answer {
  const say = PHRASES[input.language];
  const stops = (input.results.stops ?? []).map(({ agent, stopReason }) => stopSentence(input.language, agent, stopReason));
  const gone = input.results.missingAgents.map(({ agent, status }) => say.agentMissing(agent, status));
  // Planned again, the rest was asked for without them.
  const goneBefore = (input.unplanned ?? []).flatMap(({ code, agent }) =>
    agent && code.startsWith("agent_") ? [say.agentMissing(agent, code.slice("agent_".length))] : [],
  );
  const missing = [...new Set([...gone, ...goneBefore]), ...stops];
  const before = replacedLines(input);
  const add = (answer: Answer, lines: readonly string[]): Answer => ({
    text: withNames([answer.text, ...lines, ...before].filter((line) => line !== "").join("\n"), input.names ?? new Map()).slice(0, 16_000),
    facts: answer.facts,
  });
  if (input.steps.length > 0) return add(answerFromSteps(input), missing);
  // Nobody was asked anything: the order was taken back.
  if (input.told) return add({ text: say.told, facts: [] }, []);
  const asked = input.results.reads.length > 0 || input.results.answers.length > 0 || missing.length > 0;
  if (input.status === "cancelled" || (!asked && !input.refusal)) return add({ text: nothingOf(input), facts: [] }, []);
  if (input.refusal) {
    const lines = [say.refused(`${input.refusal.detail} (${input.refusal.code})`), nothingOf(input)];
    // What the others found is still worth having.
    const found =
      input.status === "incomplete" && input.results.reads.some((read) => read.records.length > 0) ? answerFromReads(input) : null;
    return add({ text: [...lines, ...(found ? [found.text] : [])].join("\n"), facts: found?.facts ?? [] }, missing);
  }
  const answer = answerFromReads(input);
  return add(input.ordered ? { ...answer, text: `${nothingOf(input)}\n${answer.text}` } : answer, missing);
}
