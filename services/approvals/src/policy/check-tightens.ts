import type { Role } from "@quartermaster/shared/contracts";
import { applyDocument } from "./apply-document.ts";
import { evaluatePolicy, type PolicyInput, type PolicyOutcome } from "./evaluate-policy.ts";
import { MAX_CASES, MAX_DOCUMENT_CASES, policyCases } from "./policy-cases.ts";
import type { PolicyDocument, RowChange } from "./policy-document.ts";
import { type Policy, SECOND_ROLE_ORDER } from "./policy-table.ts";
import type { Thresholds } from "./thresholds.ts";

/** Where a document asks for less than the policy it stands on, as a JSON pointer into the document. */
export interface Loosening {
  path: string;
  message: string;
}

const rank = (role: Role): number => {
  const at = SECOND_ROLE_ORDER.indexOf(role);
  return at < 0 ? SECOND_ROLE_ORDER.length : at;
};

/** True when `newer` lets through nothing that `older` would have stopped or shown to somebody else. */
function isAsStrict(older: PolicyOutcome, newer: PolicyOutcome): boolean {
  if (newer.kind === "refuses") return true;
  if (older.kind === "refuses") return false;
  const left = [...newer.verdict.slots];
  return older.verdict.slots.every((role, position) => {
    // A second person may be replaced by one who comes first where several are named.
    const at = left.includes(role) ? left.indexOf(role) : position === 0 ? -1 : left.findIndex((other) => rank(other) < rank(role));
    return at >= 0 && left.splice(at, 1).length === 1;
  });
}

const inWords = (input: PolicyInput): string =>
  JSON.stringify({
    ...input.facts,
    ...(Object.keys(input.args).length > 0 ? { args: input.args } : {}),
    ...(input.conflicts.length > 0 ? { conflicts: input.conflicts.map((conflict) => conflict.code) } : {}),
    ...(input.sumEur === null ? {} : { sumEur: input.sumEur }),
  });

const people = (outcome: PolicyOutcome): string =>
  outcome.kind === "refuses" ? "refuses" : outcome.verdict.slots.join(" and ") || "asks nobody";

/** Cases that may still be judged for a document. */
interface CaseBudget {
  left: number;
}

const TOO_MANY = `with what stands before it, the document tells more than ${MAX_DOCUMENT_CASES} cases apart, which is more than can be checked: use fewer conditions, or load it in parts`;

/** The first case of a row in which the changed policy is looser, in words; null when there is none. */
function looserCase(base: Policy, changed: Policy, rowId: string, budget: CaseBudget): string | null {
  if (budget.left <= 0) return TOO_MANY;
  const cases = policyCases([base, changed], rowId);
  if (cases === null) return `it tells more than ${MAX_CASES} cases apart, which is more than can be checked: use fewer conditions`;
  budget.left -= cases.length;
  if (budget.left < 0) return TOO_MANY;
  for (const input of cases) {
    const [older, newer] = [evaluatePolicy(base, input), evaluatePolicy(changed, input)];
    if (!isAsStrict(older, newer)) return `for ${inWords(input)} it needs ${people(newer)}, the policy without it ${people(older)}`;
  }
  return null;
}

const MEMBERS = ["owner", "free", "first", "second", "never"] as const;

/** A document that holds one member of one row change only. */
const onlyMember = (document: PolicyDocument, change: RowChange, member: (typeof MEMBERS)[number]): PolicyDocument => ({
  v: 1,
  version: document.version,
  rows: [{ row: change.row, [member]: change[member] }],
});

function looserThresholds(base: Policy, document: PolicyDocument): Loosening[] {
  return Object.entries(document.thresholds ?? {}).flatMap(([name, value]) => {
    const limit = base.thresholds[name as keyof Thresholds];
    return value === undefined || value <= limit ? [] : [{ path: `/thresholds/${name}`, message: `${value} is above ${limit}` }];
  });
}

/**
 * Compares a document with the policy it stands on, member by member and as a whole, over every case that their lines tell apart.
 * @returns where it loosens; empty when it only tightens.
 */
export function findLoosening(base: Policy, document: PolicyDocument): Loosening[] {
  const found = looserThresholds(base, document);
  const budget: CaseBudget = { left: MAX_DOCUMENT_CASES };
  const known = new Set(base.rows.map((row) => row.id));
  document.rows.forEach((change, position) => {
    if (!known.has(change.row)) {
      found.push({ path: `/rows/${position}/row`, message: `there is no row ${change.row}` });
      return;
    }
    for (const member of MEMBERS) {
      if (change[member] === undefined) continue;
      const message = looserCase(base, applyDocument(base, onlyMember(document, change, member)), change.row, budget);
      if (message !== null) found.push({ path: `/rows/${position}/${member}`, message });
    }
  });
  if (found.length > 0) return found;
  const whole = applyDocument(base, document);
  for (const rowId of new Set(document.rows.map((change) => change.row))) {
    const message = looserCase(base, whole, rowId, budget);
    if (message !== null) found.push({ path: "/rows", message: `${rowId}: ${message}` });
  }
  return found;
}
