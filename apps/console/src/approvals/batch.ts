import type { ApprovalSummary, Card } from "../api/types.ts";

/** Items that one decision may cover at most. */
export const BATCH_LIMIT = 20;

/** True for items that may be decided together with others: routine, without conflict, and nobody's words were read for them. */
export const isPlain = (
  item: Pick<ApprovalSummary, "state" | "canDecide" | "risk" | "tainted" | "conflictCount"> & { policy: { required: number } },
): boolean =>
  item.state === "pending" && item.canDecide && item.risk === 1 && !item.tainted && item.conflictCount === 0 && item.policy.required === 1;

/** Whether an item may join those that are chosen: all of one shape, and few enough to read. */
export const mayJoin = (item: ApprovalSummary, chosen: readonly ApprovalSummary[]): boolean =>
  isPlain(item) && chosen.length < BATCH_LIMIT && chosen.every((other) => other.tool === item.tool);

const SCALE = 9;

/** Exact sum of decimal texts; what is none counts as nothing. */
function sumOf(texts: readonly string[]): string {
  let total = 0n;
  for (const text of texts) {
    const match = /^(\d{1,18})(?:\.(\d{1,9}))?$/.exec(text);
    if (match) total += BigInt((match[1] ?? "0") + (match[2] ?? "").padEnd(SCALE, "0"));
  }
  const digits = total.toString().padStart(SCALE + 1, "0");
  const fraction = digits.slice(-SCALE).replace(/0+$/, "");
  return `${digits.slice(0, -SCALE)}${fraction === "" ? "" : `.${fraction}`}`;
}

const text = (card: Card, ...names: string[]): string => {
  for (const name of names) {
    const value = card.args[name];
    if (typeof value === "string") return value;
  }
  return "";
};

/** What all of it comes to: one line for each item of goods, unit and place. */
export function sumUp(cards: readonly Card[]): { sku: string; quantity: string; unit: string; place: string }[] {
  const groups = new Map<string, { sku: string; unit: string; place: string; quantities: string[] }>();
  for (const card of cards) {
    const [sku, unit] = [text(card, "sku"), text(card, "uom")];
    const place = [text(card, "fromLocation", "location"), text(card, "toLocation")].filter(Boolean).join(" → ");
    if (sku === "") continue;
    const key = `${sku}|${unit}|${place}`;
    const group = groups.get(key) ?? { sku, unit, place, quantities: [] };
    group.quantities.push(text(card, "quantity"));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ quantities, ...group }) => ({ ...group, quantity: sumOf(quantities) }));
}
