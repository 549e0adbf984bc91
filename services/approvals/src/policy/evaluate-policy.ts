import type { Role } from "@quartermaster/shared/contracts";
import { type Condition, type ConditionInput, holds } from "./condition.ts";
import { STOPPING_TOOLS } from "./never-lines.ts";
import type { Never, PolicyRow, Raise } from "./policy-row.ts";
import { type Policy, SECOND_ROLE_ORDER } from "./policy-table.ts";

export interface PolicyInput extends ConditionInput {
  tool: string;
}

/** Who has to decide: `slots` names the role of each person, so its length is `required`. */
export interface PolicyVerdict {
  id: string;
  version: string;
  /** At most two by any one verdict; an item that was edited may need the people of two. */
  required: number;
  slots: Role[];
  why: string[];
}

/** A line of the policy that applied. */
export interface AppliedLine {
  id: string;
  effect: "free" | "one_person" | "second_person" | "promise" | "never";
  role: Role | null;
  when: Condition;
  why: string;
  /** `shipped`, or the version of the tenant's document. */
  source: string;
}

export type PolicyOutcome =
  | { kind: "asks"; verdict: PolicyVerdict; lines: AppliedLine[] }
  /** Nobody can approve it: no item is made. */
  | { kind: "refuses"; id: string; version: string; code: string; detail: string; lines: AppliedLine[] };

function rowFor(policy: Policy, input: PolicyInput): PolicyRow | undefined {
  const rows = policy.rows.filter((row) => row.tool === input.tool);
  if (rows.length <= 1) return rows[0];
  return rows.find((row) => row.id === `${input.tool}.${input.facts.holdType}`);
}

/** Whatever the row says, a missed promise asks for one person more. */
export const PROMISE: Condition = { any: [{ fact: "promiseMissed", is: true }, { conflict: "promise_date_missed" }] };

const line = (effect: AppliedLine["effect"], raise: Pick<Raise, "id" | "when" | "why" | "role">, source: string): AppliedLine => ({
  id: raise.id,
  effect,
  role: raise.role ?? null,
  when: raise.when,
  why: raise.why,
  source,
});

/**
 * Says how many people of which roles decide an action, or that nobody can. Pure: the same input gives the same outcome at plan
 * time, at the decision and right before signing. An action that no row knows is refused.
 */
export function evaluatePolicy(policy: Policy, input: PolicyInput): PolicyOutcome {
  const row = rowFor(policy, input);
  if (!row) {
    const detail = `no policy knows ${input.tool}${input.facts.holdType === undefined ? "" : ` of ${input.facts.holdType}`}`;
    return { kind: "refuses", id: input.tool, version: policy.version, code: "unknown_tool", detail, lines: [] };
  }
  const source = row.added?.source ?? "shipped";
  const applies = (item: { when: Condition }) => holds(item.when, input, policy.thresholds);
  const refusal = (never: Never, from: string): PolicyOutcome => ({
    kind: "refuses",
    id: row.id,
    version: policy.version,
    code: never.code,
    detail: never.why,
    lines: [{ id: never.id, effect: "never", role: null, when: never.when, why: never.why, source: from }],
  });
  const shippedNever = STOPPING_TOOLS.has(row.tool) ? undefined : policy.never.find(applies);
  if (shippedNever) return refusal(shippedNever, "shipped");
  const ownNever = row.added?.never.find(applies);
  if (ownNever) return refusal(ownNever, source);

  const first = [
    ...(row.first ?? []).filter(applies).map((raise) => line("one_person", raise, "shipped")),
    ...(row.added?.first ?? []).filter(applies).map((raise) => line("one_person", raise, source)),
  ];
  const second = [
    ...row.second.filter(applies).map((raise) => line("second_person", raise, "shipped")),
    ...(row.added?.second ?? []).filter(applies).map((raise) => line("second_person", raise, source)),
  ];
  const shippedFree = row.free !== undefined ? applies(row.free) : row.first !== undefined && !row.first.some(applies);
  const isFree = shippedFree && second.length === 0 && !first.some((item) => item.source !== "shipped");
  const lines: AppliedLine[] = [];
  const why: string[] = [];
  const slots: Role[] = [];
  if (isFree) {
    why.push(row.free?.why ?? "no line of the policy asks for a person");
    lines.push(line("free", { id: "free", when: row.free?.when ?? { all: [] }, why: why[0] ?? "" }, "shipped"));
  } else {
    slots.push(row.owner);
    if (row.why) {
      why.push(row.why);
      lines.push(line("one_person", { id: "default", when: { all: [] }, why: row.why, role: row.owner }, "shipped"));
    }
    lines.push(...first.map((item) => ({ ...item, role: row.owner })));
  }
  if (second.length > 0) {
    const named = second.map((item) => item.role);
    slots.push(SECOND_ROLE_ORDER.find((candidate) => named.includes(candidate)) ?? "ops_director");
    lines.push(...second);
  }
  if (slots.length < 2 && holds(PROMISE, input, policy.thresholds)) {
    const role = slots.includes("transport_manager") ? "ops_director" : "transport_manager";
    slots.push(role);
    lines.push(
      line("promise", { id: "promise", when: PROMISE, why: "the promised date is missed, so one more person decides", role }, "shipped"),
    );
  }
  for (const item of lines) if (item.effect !== "free" && !why.includes(item.why)) why.push(item.why);
  const verdict = { id: row.id, version: policy.version, required: slots.length, slots, why };
  return { kind: "asks", verdict, lines };
}

/** True when the newer verdict asks for somebody that the older one did not ask for: what was decided no longer covers it. */
export function asksForMore(older: PolicyVerdict, newer: PolicyVerdict): boolean {
  const left = [...older.slots];
  for (const role of newer.slots) {
    const at = left.indexOf(role);
    if (at < 0) return true;
    left.splice(at, 1);
  }
  return false;
}
