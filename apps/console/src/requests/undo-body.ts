import type { Undo } from "../api/types.ts";

/** Where an effect came from, and who owns that thread. */
export interface UndoThread {
  id: string;
  requester: string;
}

/**
 * The request that takes an effect back. It goes on in the thread for whoever asked; anybody else, such as an approver, may not
 * write there and begins a thread of their own.
 */
export function undoBody({ agent, tool, args }: Extract<Undo, { possible: true }>, thread: UndoThread, user: string | null) {
  return { actions: [{ agent, tool, args }], ...(user === thread.requester ? { threadId: thread.id } : {}) };
}
