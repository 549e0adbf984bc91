import { newId } from "@quartermaster/shared/contracts";

/**
 * Message id of one sending of a plan's state. The stream is shared with executors, who know a plan's id and could guess its next
 * sequence: a message of theirs under the same id would have the state dropped as sent already. The outbox row keeps the id, so a
 * repeated sending is still recognised.
 */
export const stateMessageId = (planId: string, sequence: number): string => `state:${planId}:${sequence}:${newId("evt")}`;
