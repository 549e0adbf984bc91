import type { PolicyFacts } from "@quartermaster/shared/contracts";
import { type Atom, atomsOf, type Condition } from "./condition.ts";
import { type PolicyInput, PROMISE } from "./evaluate-policy.ts";
import type { PolicyRow } from "./policy-row.ts";
import type { Policy } from "./policy-table.ts";

/** Cases of one row that are compared at most; a document with more to it cannot be judged and is refused. */
export const MAX_CASES = 30_000;

/** Cases of a whole document; every one is judged twice, while nobody else is served. */
export const MAX_DOCUMENT_CASES = 100_000;

const OTHER = "something-else";

const conditionsOf = (row: PolicyRow): Condition[] => [
  ...(row.free ? [row.free.when] : []),
  ...[...(row.first ?? []), ...row.second, ...(row.added?.first ?? []), ...(row.added?.second ?? []), ...(row.added?.never ?? [])].map(
    (line) => line.when,
  ),
];

/** One thing that differs between cases: a fact, an argument, a conflict or the sum, with every value that some line tells apart. */
interface Axis {
  values: readonly unknown[];
  put(input: PolicyInput, value: unknown): PolicyInput;
}

const factAxis = (name: keyof PolicyFacts, atoms: readonly Atom[]): Axis => {
  // Nobody having stated a fact is a case of its own, and the same as any value that no line names.
  const values = new Set<unknown>([undefined]);
  for (const atom of atoms) {
    if (!("fact" in atom) || atom.fact !== name) continue;
    if ("is" in atom) values.add(atom.is);
    else for (const value of atom.in) values.add(value);
  }
  return {
    values: [...values],
    put: (input, value) => (value === undefined ? input : { ...input, facts: { ...input.facts, [name]: value } }),
  };
};

const conflictsIn = (atoms: readonly Atom[]): Set<string> => new Set(atoms.flatMap((atom) => ("conflict" in atom ? [atom.conflict] : [])));

const argAxis = (name: string, atoms: readonly Atom[]): Axis => ({
  values: [...new Set(atoms.flatMap((atom) => ("arg" in atom && atom.arg === name ? atom.in : []))), OTHER],
  put: (input, value) => ({ ...input, args: { ...input.args, [name]: value } }),
});

const conflictAxis = (code: string): Axis => ({
  values: [false, true],
  put: (input, value) => (value === true ? { ...input, conflicts: [...input.conflicts, { code }] } : input),
});

/** Just below, at and above every threshold of both policies. */
const sumAxis = (atoms: readonly Atom[], policies: readonly Policy[]): Axis => {
  const values = new Set<string | null>([null]);
  for (const atom of atoms) {
    if (!("sumAtLeast" in atom)) continue;
    for (const { thresholds } of policies) {
      const limit = thresholds[atom.sumAtLeast];
      for (const value of [limit, Math.max(0, limit - 1), limit + 1]) values.add(value.toFixed(9).replace(/\.?0+$/, ""));
    }
  }
  return { values: [...values], put: (input, value) => ({ ...input, sumEur: value as string | null }) };
};

/**
 * Every case that the lines of a row can tell apart, in two policies together: all values of all facts, arguments, conflicts and
 * sums that any line of them looks at, and one value more that none names. Null when there are more than MAX_CASES.
 */
export function policyCases(policies: readonly Policy[], rowId: string): PolicyInput[] | null {
  const rows = policies.flatMap((policy) => policy.rows.filter((row) => row.id === rowId));
  // What refuses every action alike, whatever its row says, refuses it in both policies: it tells nothing apart.
  const atoms = [...rows.flatMap(conditionsOf), PROMISE].flatMap(atomsOf);
  const tool = rows[0]?.tool ?? "";
  const holdType = tool === "release_hold" ? rowId.slice(tool.length + 1) : undefined;
  const facts = new Set(atoms.flatMap((atom) => ("fact" in atom ? [atom.fact] : [])));
  if (holdType !== undefined) facts.delete("holdType");
  const axes = [
    ...[...facts].map((name) => factAxis(name, atoms)),
    ...[...new Set(atoms.flatMap((atom) => ("arg" in atom ? [atom.arg] : [])))].map((name) => argAxis(name, atoms)),
    ...[...conflictsIn(atoms)].map(conflictAxis),
    sumAxis(atoms, policies),
  ];
  if (axes.reduce((product, axis) => product * axis.values.length, 1) > MAX_CASES) return null;
  const start: PolicyInput = { tool, facts: holdType === undefined ? {} : { holdType }, args: {}, conflicts: [], sumEur: null };
  return axes.reduce<PolicyInput[]>((cases, axis) => cases.flatMap((one) => axis.values.map((value) => axis.put(one, value))), [start]);
}
