import type { Declaration } from "./declaration.ts";
import type { MessageKind } from "./ports.ts";

/** What stands against asking customs for something. A blocking problem is never waved through by people. */
export interface RequestProblem {
  code: string;
  detail: string;
  record: string | null;
  blocking: boolean;
}

/** Arguments that name nothing, or something that does not fit. */
export interface RequestRejection {
  ok: false;
  code: string;
  detail: string;
  path: string;
}

export const declined = (code: string, detail: string, path: string): RequestRejection => ({ ok: false, code, detail, path });

const blocked = (declaration: Declaration, code: string, detail: string): RequestProblem[] => [
  { code, detail, record: `${declaration.id}@${declaration.version}`, blocking: true },
];

const PENDING = new Set(["lodged", "amendment_pending", "invalidation_pending"]);
const OVER = new Set(["invalidated", "rejected", "not_released"]);

/** The state machine of a lodged declaration: what may be asked for when (domain page, states of declarations). */
export function stateProblem(declaration: Declaration, kind: MessageKind): RequestProblem[] {
  const { id, state, regime } = declaration;
  if (state === "draft")
    return blocked(
      declaration,
      "declaration_is_draft",
      kind === "amend" ? `${id} is a draft: it is revised, not amended` : `${id} is a draft: customs does not know it yet`,
    );
  if (PENDING.has(state)) return blocked(declaration, "outcome_pending", `${id} is ${state}: customs has to answer first`);
  if (state === "under_control")
    return blocked(declaration, "declaration_in_control", `${id} is under customs control: wait for the outcome`);
  if (OVER.has(state)) return blocked(declaration, "declaration_terminal", `${id} is ${state}: nothing can change it here`);
  // Under US rules corrections are filed whenever they are known, also after departure.
  if (state === "exited" && !(kind === "amend" && regime === "US-EEI"))
    return blocked(declaration, "declaration_terminal", `${id} is exited: nothing can change it here`);
  if (kind === "exit_evidence" && state === "accepted")
    return blocked(declaration, "not_released_yet", `${id} is accepted, not released: there is no exit to prove`);
  return [];
}

/** Only one message of a kind is under way at a time. */
export const openMessageProblem = (declaration: Declaration, kind: MessageKind, open: boolean): RequestProblem[] =>
  open ? blocked(declaration, "outcome_pending", `customs has not answered the last ${kind} of ${declaration.id} yet`) : [];
