/**
 * States of a step that approvals may still let run, as a list in SQL. What waits for such steps of an ended request waits for their
 * withdrawal, so whoever asks for that again must mean the same states: else the one waits for ever for what the other takes as done.
 */
export const STILL_OPEN = "'proposed', 'pending', 'approved', 'stale'";
