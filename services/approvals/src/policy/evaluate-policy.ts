import type { Role } from "@quartermaster/shared/contracts";
import { type ConditionInput, holds } from "./condition.ts";
import type { PolicyRow } from "./policy-row.ts";
import { POLICY_TABLE, POLICY_VERSION, SECOND_ROLE_ORDER } from "./policy-table.ts";

export interface PolicyInput extends ConditionInput {
  tool: string;
}

/** Who has to decide: `slots` names the role of each person, so its length is `required`. */
export interface PolicyVerdict {
  id: string;
  version: string;
  required: 0 | 1 | 2;
  slots: Role[];
  why: string[];
}

function rowFor(input: PolicyInput): PolicyRow | undefined {
  const rows = POLICY_TABLE.filter((row) => row.tool === input.tool);
  if (rows.length <= 1) return rows[0];
  return rows.find((row) => row.id === `${input.tool}.${input.facts.holdType}`);
}

function promiseRaise(slots: Role[], input: PolicyInput, why: string[]): Role[] {
  const missed = input.facts.promiseMissed === true || input.conflicts.some((conflict) => conflict.code === "promise_date_missed");
  if (!missed || slots.length === 2) return slots;
  why.push("the promised date is missed, so one more person decides");
  return [...slots, slots.includes("transport_manager") ? "ops_director" : "transport_manager"];
}

/**
 * Says how many people of which roles decide an action. Pure: the same input gives the same verdict at plan time, at the
 * decision and right before signing. Null when no row of the table knows the action; such a step is refused.
 */
export function evaluatePolicy(input: PolicyInput): PolicyVerdict | null {
  const row = rowFor(input);
  if (!row) return null;
  const why: string[] = [];
  const second = row.second.filter((raise) => holds(raise.when, input));
  const first = (row.first ?? []).filter((raise) => holds(raise.when, input));
  const free = row.free !== undefined ? holds(row.free.when, input) : row.first !== undefined && first.length === 0;
  let slots: Role[] = [];
  if (free && second.length === 0) why.push(row.free?.why ?? "no line of the policy asks for a person");
  else {
    slots = [row.owner];
    if (row.why) why.push(row.why);
    why.push(...first.map((raise) => raise.why));
  }
  if (second.length > 0) {
    const named = second.flatMap((raise) => (raise.role ? [raise.role] : []));
    const role = SECOND_ROLE_ORDER.find((candidate) => named.includes(candidate)) ?? "ops_director";
    slots.push(role);
    for (const raise of second) if (!why.includes(raise.why)) why.push(raise.why);
  }
  slots = promiseRaise(slots, input, why);
  return { id: row.id, version: POLICY_VERSION, required: slots.length as 0 | 1 | 2, slots, why };
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
