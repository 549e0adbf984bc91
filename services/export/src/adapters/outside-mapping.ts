import type { OutsideMapping } from "@quartermaster/executor";

/** Messages to customs. Drafts and screenings stay ours; what the authority decides comes back as an event. */
export const exportOutside: OutsideMapping = {
  tools: ["lodge_declaration", "amend_declaration", "invalidate_declaration", "file_exit_evidence"],
  idsOf: () => ({}),
  // An authority compares by its own rules; our own versions were compared under lock.
  selectorOf: () => null,
  differenceOf: () => null,
};
