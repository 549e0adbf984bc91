import type { ApprovalPicture, SlotPicture } from "./plan-picture.ts";

/** What is still open of an item, slot by slot: the role that may fill it, and the one that it was passed on to. */
export const openSlotsOf = (slots: readonly SlotPicture[]): string[][] =>
  slots.flatMap((slot) => (slot.filledBy === null ? [[slot.role, ...(slot.also ? [slot.also] : [])]] : []));

/** Roles that could fill what is still open of an item, also those that it was passed on to; each once. */
export const openRolesOf = (approval: ApprovalPicture): string[] => [...new Set(openSlotsOf(approval.slots).flat())];
