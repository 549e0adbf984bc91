import type { ApprovalPicture } from "./plan-picture.ts";

/** Roles that could fill what is still open of an item, also those that it was passed on to; each once. */
export const openRolesOf = (approval: ApprovalPicture): string[] => [
  ...new Set(approval.slots.flatMap((slot) => (slot.filledBy === null ? [slot.role, ...(slot.also ? [slot.also] : [])] : []))),
];
