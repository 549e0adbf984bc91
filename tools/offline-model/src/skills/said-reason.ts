import type { Conversation } from "../mind/conversation.ts";

const MAX_REASON = 200;

/** The user's own words as the reason of an action, on one line. */
export const saidReason = (conversation: Conversation): string => conversation.reading.own.replace(/\s+/g, " ").trim().slice(0, MAX_REASON);
