/** Name under which a grant makes the id of a shipment's first booking. */
export const FIRST_ATTEMPT = "attempt";

/** Name under which a grant makes the id of a later booking of one leg. */
export const attemptName = (legSeq: number): string => `${FIRST_ATTEMPT} ${legSeq}`;
