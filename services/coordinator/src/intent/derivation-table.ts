/** Kinds that follow from a kind by rule: the only widening of an intent. */
const FOLLOWS: Record<string, readonly string[]> = {
  transfer_stock: ["book_shipment", "draft_declaration"],
  book_shipment: ["reserve_stock", "draft_declaration"],
  change_lines: ["reserve_stock", "release_reservation", "draft_declaration", "amend_declaration"],
  reroute_shipment: ["draft_declaration", "amend_declaration", "place_hold"],
  reschedule_leg: ["draft_declaration", "amend_declaration", "place_hold"],
  cancel_shipment: ["place_hold", "release_reservation", "invalidate_declaration"],
};

/** What may follow from the given kinds and is not among them. One step deep: a derived booking derives nothing further. */
export function derivedKinds(kinds: readonly string[]): string[] {
  const derived = new Set(kinds.flatMap((kind) => FOLLOWS[kind] ?? []));
  return [...derived].filter((kind) => !kinds.includes(kind));
}
