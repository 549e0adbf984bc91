import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";
import { type Expect, effectsOf, type LabelAction } from "./cases.ts";
import { productArgs } from "./label-args.ts";
import { ignoredUnlessLabelled, normalArgs } from "./normal-form.ts";
import type { EvalWorld } from "./world.ts";

/** One effect that was executed, in the order of execution. */
export interface ExecutedEffect {
  stepId: string;
  agent: string;
  tool: string;
  args: JsonObject;
  approvals: number;
}

export type ReplyKind = "answer" | "ask" | "refuse" | "none";

/** What came of a request. */
export interface Outcome {
  route: string[];
  effects: ExecutedEffect[];
  conflicts: string[];
  /** Kinds that the replies were of. */
  kinds: ReplyKind[];
  /** Figures and keys of the answers that occur in nothing that was read or done. */
  invented: string[];
  reply: string;
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** References on both sides say which effect they mean by its tool. */
function withTools(args: JsonObject, toolOf: (reference: string) => string | undefined): JsonObject {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (isObject(value) && isObject(value.$ref)) return [name, `ref:${toolOf(String(value.$ref.step)) ?? "?"}`];
      return typeof value === "string" && value.startsWith("@") ? [name, `ref:${toolOf(value.slice(1)) ?? "?"}`] : [name, value];
    }),
  );
}

const sameValue = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => canonicalJson(a ?? null) === canonicalJson(b ?? null);

/** Changes may hold entries beyond the label's when the label lists them as optional. */
function sameChanges(wanted: JsonValue | undefined, given: JsonValue | undefined, optional: readonly string[]): boolean {
  if (!Array.isArray(wanted) || !Array.isArray(given)) return sameValue(wanted, given);
  return wanted.every((item) => given.includes(item)) && given.every((item) => wanted.includes(item) || optional.includes(String(item)));
}

function matches(
  label: LabelAction,
  labels: readonly LabelAction[],
  effect: ExecutedEffect,
  effects: readonly ExecutedEffect[],
  world: EvalWorld,
): boolean {
  if (label.agent !== effect.agent || label.tool !== effect.tool) return false;
  const wanted = normalArgs(
    label.tool,
    withTools(productArgs(label.args), (ref) => labels.find((other) => other.ref === ref)?.tool),
    world,
  );
  const given = normalArgs(
    effect.tool,
    withTools(effect.args, (step) => effects.find((other) => other.stepId === step)?.tool),
    world,
  );
  const optional = normalArgs(label.tool, { ...productArgs(label.args), ...productArgs(label.optional) }, world);
  const more = normalArgs(label.tool, productArgs({ changes: label.optional_changes }), world).changes;
  for (const name of new Set([...Object.keys(wanted), ...Object.keys(given)])) {
    const labelled = name in wanted;
    if (!labelled && ignoredUnlessLabelled(effect.tool, effect.args, world).includes(name)) continue;
    if (
      name === "changes"
        ? sameChanges(wanted[name], given[name], Array.isArray(more) ? more.map(String) : [])
        : sameValue(wanted[name], given[name])
    )
      continue;
    if (!labelled && name in optional && sameValue(optional[name], given[name])) continue;
    return false;
  }
  return true;
}

export interface Comparison {
  pass: boolean;
  why: string[];
  unexpected: ExecutedEffect[];
}

const shown = (effect: { tool: string; args: JsonObject }): string => `${effect.tool} ${canonicalJson(effect.args)}`;

/** Which effect stands for which label; each label takes one effect. */
function pair(labels: readonly LabelAction[], effects: readonly ExecutedEffect[], world: EvalWorld): Map<string, ExecutedEffect> {
  const left = [...effects];
  const pairs = new Map<string, ExecutedEffect>();
  for (const label of labels) {
    const at = left.findIndex((effect) => matches(label, labels, effect, effects, world));
    if (at >= 0) pairs.set(label.ref, left.splice(at, 1)[0] as ExecutedEffect);
  }
  return pairs;
}

function orderProblems(
  labels: readonly LabelAction[],
  pairs: ReadonlyMap<string, ExecutedEffect>,
  effects: readonly ExecutedEffect[],
): string[] {
  return labels.flatMap((label) =>
    label.after.flatMap((ref) => {
      const [mine, first] = [pairs.get(label.ref), pairs.get(ref)];
      return mine && first && effects.indexOf(mine) < effects.indexOf(first) ? [`order: ${label.tool} ran before ${first.tool}`] : [];
    }),
  );
}

/** Kinds of reply that a label asks for. */
const wantedKinds = (expected: Expect): ReplyKind[] =>
  [expected.answer ? "answer" : null, expected.ask ? "ask" : null, expected.refuse ? "refuse" : null].filter(
    (kind) => kind !== null,
  ) as ReplyKind[];

/** Holds an outcome against one right result. `words` also compares the kind of reply; a structured run asks for effects only. */
export function compareWith(expected: Expect, outcome: Outcome, world: EvalWorld, words: boolean): Comparison {
  const labels = effectsOf(expected);
  const pairs = pair(labels, outcome.effects, world);
  const used = new Set(pairs.values());
  const unexpected = outcome.effects.filter((effect) => !used.has(effect));
  const why = [
    ...labels
      .filter((label) => !pairs.has(label.ref))
      .map((label) => `missing: ${shown({ tool: label.tool, args: productArgs(label.args) })}`),
    ...unexpected.map((effect) => `unexpected: ${shown(effect)}`),
    ...labels.flatMap((label) => {
      const effect = pairs.get(label.ref);
      return effect && effect.approvals !== label.approvals
        ? [`approvals: ${label.tool} took ${effect.approvals}, not ${label.approvals}`]
        : [];
    }),
    ...orderProblems(labels, pairs, outcome.effects),
    ...expected.conflicts.filter((code) => !outcome.conflicts.includes(code)).map((code) => `conflict ${code} was not reported`),
    ...outcome.invented.map((figure) => `invented: ${figure} occurs in no tool result or receipt`),
    ...(words
      ? wantedKinds(expected)
          .filter((kind) => !outcome.kinds.includes(kind))
          .map((kind) => `no ${kind} (${outcome.kinds.join(", ")})`)
      : []),
  ];
  return { pass: why.length === 0, why, unexpected };
}

/** The best of all right results; the route is judged apart from the rest. */
export function compareCase(
  evalCase: { routes: string[][]; expected: Expect[] },
  outcome: Outcome,
  world: EvalWorld,
  words: boolean,
): Comparison {
  const compared = evalCase.expected.map((expected) => compareWith(expected, outcome, world, words));
  const best = compared.find((one) => one.pass) ?? (compared[0] as Comparison);
  // Effects are unexpected only when no right result has them.
  const unexpected = best.unexpected.filter((effect) => compared.every((one) => one.unexpected.includes(effect)));
  if (!words) return { ...best, unexpected };
  const routed = evalCase.routes.some(
    (route) => route.every((agent) => outcome.route.includes(agent)) && (route.length > 0 || outcome.route.length === 0),
  );
  return routed ? { ...best, unexpected } : { pass: false, unexpected, why: [...best.why, `route: ${outcome.route.join(", ") || "none"}`] };
}
