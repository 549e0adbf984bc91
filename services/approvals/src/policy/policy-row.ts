import type { Role } from "@quartermaster/shared/contracts";
import type { Condition } from "./condition.ts";

/** One approver more, and who that is. Without a role the matching facts choose it. */
export interface Raise {
  id: string;
  when: Condition;
  why: string;
  role?: Role;
}

/** A case that nobody can approve: the action is refused without an item in the queue. */
export interface Never {
  id: string;
  when: Condition;
  /** Stable code of the refusal. */
  code: string;
  why: string;
}

/** What a tenant's document adds to a row; none of it can be approved away by the shipped lines. */
export interface AddedLines {
  /** Version of the document. */
  source: string;
  first: readonly Raise[];
  second: readonly Raise[];
  never: readonly Never[];
}

/** Who decides one action. `first` empty means always one person; `free` beats `first`. */
export interface PolicyRow {
  tool: string;
  id: string;
  /** Role of slot 1. */
  owner: Role;
  /** Nobody has to decide when this holds; absent = a person always decides. */
  free?: { when: Condition; why: string };
  /** One person decides when any of these holds; absent = whenever `free` does not hold. */
  first?: readonly Raise[];
  /** A second person decides when any of these holds. */
  second: readonly Raise[];
  /** Why one person decides when no line of `first` says it. */
  why: string;
  added?: AddedLines;
}
