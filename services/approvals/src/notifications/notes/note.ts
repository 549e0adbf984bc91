import type { ApprovalState } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** What people and systems can be told of. */
export const NoteKind = z.enum([
  "approval.requested",
  "approval.expiring",
  "approval.escalated",
  "approval.expired",
  "approval.decided",
  "approval.stale",
]);
export type NoteKind = z.infer<typeof NoteKind>;

/** Kinds that may break through quiet hours and digests, for whoever wants that. */
export const isUrgent = (kind: NoteKind): boolean => kind === "approval.expiring" || kind === "approval.escalated";

/** Kinds that ask for a decision: they say nothing any more once the item is closed. */
export const asksForDecision = (kind: NoteKind): boolean => kind === "approval.requested" || isUrgent(kind);

/** One happening as it is stored with the change that it tells of. Its words come from the card, never from an agent. */
export interface Note {
  kind: NoteKind;
  approvalId: string;
  /** The same for the same happening, however often it is noted. */
  key: string;
  body: NoteBody;
}

export interface NoteBody {
  requestId: string;
  revision: number;
  state: ApprovalState;
  agent: string;
  tool: string;
  risk: number;
  headline: string;
  requester: string;
  decideBy: string;
  /** Roles of slots that were open, for those who could decide. */
  roles: string[];
  /** Who approved so far. */
  approvedBy: string[];
  /** Who decided last, and how. */
  decidedBy: string | null;
  decision: "approve" | "reject" | null;
  reasonCode: string | null;
  /** Code of what moved, of a stale item. */
  because: string | null;
}
