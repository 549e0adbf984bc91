import type { JsonObject } from "../api/types.ts";

interface PolicyRaise {
  id: string;
  why: string;
  role?: string;
  when?: JsonObject;
}

export interface PolicyRow {
  tool: string;
  id: string;
  owner: string;
  free?: { when?: JsonObject; why: string };
  first?: PolicyRaise[];
  second: PolicyRaise[];
  why: string;
}

/** True when a row asks for nobody, whatever the facts: the condition for it is the empty one, and no line asks for a person. */
const isAlwaysFree = (row: PolicyRow): boolean =>
  Array.isArray(row.free?.when?.all) && row.free.when.all.length === 0 && (row.first ?? []).length === 0 && row.second.length === 0;

/** Who decides by a row: the first person's role, null for nobody, and each role that may come second once. */
export function rowPeople(row: PolicyRow): { first: string | null; second: string[] } {
  return {
    first: isAlwaysFree(row) ? null : row.owner,
    second: [...new Set(row.second.map((raise) => raise.role ?? raise.id))],
  };
}
