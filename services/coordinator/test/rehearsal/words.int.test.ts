import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EvalCase, effectsOf, readCases } from "../../../../tools/eval/src/cases.ts";
import { compareWith } from "../../../../tools/eval/src/compare.ts";
import { readWorld } from "../../../../tools/eval/src/world.ts";
import { openRehearsal, type Rehearsal, type Rehearsed } from "./rehearse.ts";

const data = (name: string) => new URL(`../../../../data/${name}`, import.meta.url);
const WORLDS = [
  { name: "the seed world", tenant: "demo", world: "seed-world.json", requests: "words/requests.jsonl" },
  { name: "another world", tenant: "second", world: "words/second-world.json", requests: "words/second-requests.jsonl" },
].map((entry) => {
  const raw = JSON.parse(readFileSync(data(entry.world), "utf8"));
  return { ...entry, raw, judge: readWorld(raw), cases: readCases(data(entry.requests).pathname) };
});

let rehearsal: Rehearsal;
beforeAll(async () => {
  rehearsal = await openRehearsal();
  for (const { tenant, raw } of WORLDS) await rehearsal.seed(tenant, JSON.stringify(raw), raw.now);
});
afterAll(() => rehearsal.drop());

/** Everything that differs from the label up to the plan; how many approve is policy's matter and not seen here. */
function problems(evalCase: EvalCase, came: Rehearsed, judge: (typeof WORLDS)[number]["judge"]): string[] {
  const effects = came.steps.map((step) => ({ ...step, approvals: 0 }));
  const kinds = came.kind === "plan" ? (["answer"] as const) : ([came.kind] as const);
  const outcome = { route: came.route, effects, conflicts: came.conflicts, kinds: [...kinds], invented: [], reply: came.text };
  const compared = evalCase.expected.map((expected) =>
    compareWith(expected, outcome, judge, true).why.filter((line) => !line.startsWith("approvals:")),
  );
  return compared.find((why) => why.length === 0) ?? compared[0] ?? [];
}

describe.each(WORLDS)("requests in words about $name", ({ tenant, raw, judge, cases }) => {
  it.each(cases.map((one) => [`${one.id} ${one.lang}: ${one.turns.join(" | ")}`, one] as const))("%s", async (_title, evalCase) => {
    const came = await rehearsal.run(tenant, raw.now, evalCase.turns);
    expect(problems(evalCase, came, judge), `${came.kind}: ${came.text}\n${came.trace.join("\n")}`).toEqual([]);
    expect(evalCase.routes.some((route) => route.every((agent) => came.route.includes(agent)))).toBe(true);
    if (effectsOf(evalCase.expected[0] as (typeof evalCase.expected)[number]).length === 0) expect(came.steps).toEqual([]);
  });
});
