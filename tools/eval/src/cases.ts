import { readFileSync } from "node:fs";
import { z } from "zod";

const LabelAction = z.object({
  ref: z.string(),
  agent: z.enum(["supply", "transit", "export"]),
  tool: z.string(),
  args: z.record(z.string(), z.json()),
  kind: z.enum(["read", "effect"]),
  approvals: z.number().int().default(0),
  after: z.array(z.string()).default([]),
  optional: z.record(z.string(), z.json()).default({}),
  optional_changes: z.array(z.record(z.string(), z.json())).default([]),
});
export type LabelAction = z.infer<typeof LabelAction>;

const Expect = z.object({
  actions: z.array(LabelAction).default([]),
  answer: z.string().nullish(),
  ask: z.string().nullish(),
  refuse: z.string().nullish(),
  conflicts: z.array(z.string()).default([]),
  conflicts_optional: z.array(z.string()).default([]),
});
export type Expect = z.infer<typeof Expect>;

const Row = z.object({
  id: z.string(),
  lang: z.string(),
  tags: z.array(z.string()).default([]),
  turns: z.array(z.string()).min(1),
  route: z.array(z.string()),
  expect: z.record(z.string(), z.json()),
  accept: z.array(z.record(z.string(), z.json())).default([]),
});

/** One labelled request with every result that is right. */
export interface EvalCase {
  id: string;
  lang: string;
  tags: string[];
  turns: string[];
  routes: string[][];
  /** The label first, then each accepted patch of it. */
  expected: Expect[];
}

/** Applies an `accept` entry: its keys replace those of the label, null removes one. */
const patched = (label: Record<string, unknown>, patch: Record<string, unknown>): Expect => {
  const { route: _route, ...keys } = patch;
  return Expect.parse(Object.fromEntries(Object.entries({ ...label, ...keys }).filter(([, value]) => value !== null)));
};

/** Reads a file of labelled requests, one JSON object a line. @throws when a line is none. */
export function readCases(file: string): EvalCase[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const row = Row.parse(JSON.parse(line));
      const routes = [row.route, ...row.accept.flatMap((entry) => (Array.isArray(entry.route) ? [entry.route.map(String)] : []))];
      return {
        id: row.id,
        lang: row.lang,
        tags: row.tags,
        turns: row.turns,
        routes,
        expected: [Expect.parse(row.expect), ...row.accept.map((entry) => patched(row.expect, entry))],
      };
    });
}

/** Effects of a label. */
export const effectsOf = (expected: Expect): LabelAction[] => expected.actions.filter((action) => action.kind === "effect");

export type CaseKind = "effect" | "ask" | "refuse" | "answer";

/** What the label of a case is about: an effect if it wants one, else the kind of reply. */
export function kindOf({ expected: [label] }: Pick<EvalCase, "expected">): CaseKind {
  if (label && effectsOf(label).length > 0) return "effect";
  return label?.ask ? "ask" : label?.refuse ? "refuse" : "answer";
}
