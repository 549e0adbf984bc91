import { EFFECT_OWNERS, type Reading } from "@quartermaster/language";
import type { ToolDescription } from "@quartermaster/shared/contracts";

/** "Send 40 to X" is a move when X is a place, a delivery when X is a name. */
function settleShipping(kinds: readonly string[], reading: Reading): string[] {
  const open = reading.actions.alternatives.some((set) => set.includes("transfer_stock") && set.includes("book_shipment"));
  const booked = reading.actions.verbs.includes("book") && reading.actions.verbs.includes("ship");
  if (!open || booked) return [...kinds];
  const target = reading.places.find((place) => place.role === "to") ?? reading.places.find((place) => place.role === "for");
  const dropped = target && !target.known ? "transfer_stock" : "book_shipment";
  // "Move" beside "send" settles it: the verb of moving is about our own places.
  if (reading.actions.verbs.includes("move") && dropped === "transfer_stock") return [...kinds];
  return kinds.filter((kind) => kind !== dropped);
}

/** Of the readings of one deed, those that no agent offers give way to those that one does. */
function settleOffered(kinds: readonly string[], reading: Reading, tools: readonly ToolDescription[]): string[] {
  const offered = new Set(tools.filter((tool) => tool.effect === "propose").map((tool) => tool.name));
  if (offered.size === 0) return [...kinds];
  return kinds.filter(
    (kind) =>
      offered.has(kind) || !reading.actions.alternatives.some((set) => set.includes(kind) && set.some((other) => offered.has(other))),
  );
}

/** The effects with evidence in the user's own words that this user may ask for. */
export function chooseKinds(reading: Reading, mayAsk: ReadonlySet<string>, tools: readonly ToolDescription[]): string[] {
  const settled = settleOffered(settleShipping(reading.actions.kinds, reading), reading, tools);
  return settled.filter((kind) => mayAsk.has(kind) && kind in EFFECT_OWNERS).slice(0, 27);
}
