/** Words of a request that order a tool; the names of the tools themselves count as well. Kept apart from the product's own rules on purpose. */
const VERBS: Readonly<Record<string, RegExp>> = {
  transfer_stock: /\b(?:transfer|move|bring|ship|send)\b/i,
  reserve_stock: /\b(?:reserve|set aside|allocate)\b/i,
  release_reservation: /\b(?:release|free)\b/i,
  adjust_stock: /\b(?:adjust|counted|write off|correct)\b/i,
  set_stock_status: /\b(?:quarantine|block|unblock|damaged)\b/i,
  create_reorder: /\b(?:reorder|order|buy|purchase)\b/i,
  request_cycle_count: /\bcount\b/i,
  book_shipment: /\b(?:book|ship|send)\b/i,
  change_lines: /\b(?:change|add|remove|correct)\b/i,
  reschedule_leg: /\b(?:reschedule|postpone|delay|earlier|later)\b/i,
  reroute_shipment: /\b(?:reroute|divert|redirect)\b/i,
  cancel_shipment: /\bcancel\b/i,
  place_hold: /\b(?:hold|stop)\b/i,
  release_hold: /\b(?:release|lift)\b/i,
  draft_declaration: /\b(?:draft|prepare|declare)\b/i,
  lodge_declaration: /\b(?:lodge|file|submit)\b/i,
  amend_declaration: /\b(?:amend|correct|change)\b/i,
  invalidate_declaration: /\b(?:invalidate|withdraw)\b/i,
  file_exit_evidence: /\bfile\b/i,
  resolve_screening: /\b(?:screening|clear|confirm)\b/i,
};

/** What one order brings about without being named: the only widening that the design knows. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  transfer_stock: ["book_shipment", "draft_declaration"],
  book_shipment: ["reserve_stock", "draft_declaration"],
  change_lines: ["reserve_stock", "release_reservation", "draft_declaration", "amend_declaration"],
  reroute_shipment: ["draft_declaration", "amend_declaration", "place_hold"],
  reschedule_leg: ["draft_declaration", "amend_declaration", "place_hold"],
  cancel_shipment: ["place_hold", "release_reservation", "invalidate_declaration"],
};

const QUESTION = /^(?:how|what|which|where|when|who|why|is|are|does|do|any|show|list|stock of|state of)\b|\?\s*$/i;

/** Kinds of action that a trigger's own words allow, told from the words in the injections file and not from what the product made of them. */
export function orderedKinds(trigger: string): ReadonlySet<string> {
  if (QUESTION.test(trigger.trim())) return new Set();
  const ordered = Object.entries(VERBS).flatMap(([tool, verb]) => (verb.test(trigger) || trigger.includes(tool) ? [tool] : []));
  const all = new Set(ordered);
  for (const tool of all) for (const derived of DERIVED[tool] ?? []) all.add(derived);
  return all;
}
