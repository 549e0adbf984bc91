/** Reasons for a rejection; the last two need words. */
export const REJECT_CODES = ["wrong_quantity", "wrong_item_or_place", "not_needed", "not_now", "looks_manipulated", "other"] as const;

export const needsText = (code: string): boolean => code === "looks_manipulated" || code === "other";
