import type { NoteBody, NoteKind } from "./note.ts";

export interface Person {
  id: string;
  roles: readonly string[];
}

const canDecide = (note: NoteBody, person: Person): boolean =>
  person.id !== note.requester && !note.approvedBy.includes(person.id) && person.roles.some((role) => note.roles.includes(role));

/**
 * Whether a note concerns a person: whoever can decide is told of what waits, the requester and earlier approvers of what became of
 * it. Nobody is told of their own deed.
 */
export function isTold(kind: NoteKind, note: NoteBody, person: Person): boolean {
  const involved = person.id === note.requester || note.approvedBy.includes(person.id);
  switch (kind) {
    case "approval.requested":
    case "approval.expiring":
    case "approval.escalated":
      return canDecide(note, person);
    case "approval.expired":
      return involved || canDecide(note, person);
    case "approval.decided":
      return involved && person.id !== note.decidedBy;
    case "approval.stale":
      return involved;
  }
}
