import { fold } from "@quartermaster/language";
import type { Intent, IntentEntity, JsonObject, Proposal, Selector } from "@quartermaster/shared/contracts";
import { textOf } from "./fields.ts";
import { isNamedPlace, linesIn } from "./said-places.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Arguments that hold what an amount may be said with. */
const ARGUMENT_OF: Record<string, readonly string[]> = {
  lot: ["lot"],
  demand: ["demandRef"],
  shipment: ["shipmentId", "demandRef"],
  declaration: ["declarationId"],
  reservation: ["reservationId"],
  day: ["neededBy", "completeBy"],
};
const PLACES: Record<string, readonly string[]> = {
  from: ["fromLocation", "origin", "location"],
  to: ["toLocation", "destination", "newDestination", "location"],
  at: ["location"],
  for: ["toLocation", "destination", "newDestination", "location"],
  none: ["location"],
};

interface Said {
  index: number;
  kind: string;
  value: string;
  entity: IntentEntity;
}

const PREFIX = "said_with_";
const OPEN = "said_open_";

const saidOf = (intent: Intent): Said[] =>
  intent.entities.flatMap((entity) => {
    const at = entity.id.indexOf(" ");
    if (!entity.kind.startsWith(PREFIX) || at < 0) return [];
    const value = entity.id.slice(at + 1);
    return [{ index: Number(entity.id.slice(0, at)), kind: entity.kind.slice(PREFIX.length), value, entity }];
  });

const same = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

/** True when words for goods are of this item, by the name that its record tells. */
const isOfItem = (words: string, sku: string, index: SnapshotIndex): boolean =>
  fold(`${sku} ${String(index.find("supply", "item", sku)?.fields.name ?? "")}`).includes(words);

/** True when an amount is said with words for goods that are of this item ("60 valves and 5 KX-8"). */
export const isNamedByWords = (intent: Intent, sku: string, index: SnapshotIndex): boolean =>
  saidOf(intent).some((said) => said.kind === "goods" && isOfItem(said.value, sku, index));

/** Tests of a proposal against what one kind of thing was said, those that apply to it. */
function testsOf(proposal: Proposal, holder: JsonObject, sku: string | null, index: SnapshotIndex): Map<string, (said: Said) => boolean> {
  const tests = new Map<string, (said: Said) => boolean>();
  for (const [kind, names] of Object.entries(ARGUMENT_OF)) {
    const values = names.flatMap((name) => textOf(holder, name) ?? textOf(proposal.args, name) ?? []);
    if (values.length > 0) tests.set(kind, (said) => values.some((value) => same(kind === "day" ? value.slice(0, 10) : value, said.value)));
  }
  for (const [kind, names] of Object.entries(PLACES)) {
    const values = names.flatMap((name) => textOf(proposal.args, name) ?? []);
    if (values.length > 0)
      tests.set(kind, (said) =>
        values.some((value) => isNamedPlace({ ...said.entity, id: said.value }, value, index.find("supply", "location", value)?.fields)),
      );
  }
  if (sku !== null) tests.set("goods", (said) => (said.kind === "sku" ? same(said.value, sku) : isOfItem(said.value, sku, index)));
  return tests;
}

/** Items that must be read before words for goods can be compared with them. */
export function itemsToRead(intent: Intent, proposal: Proposal, index: SnapshotIndex): Selector[] {
  if (!intent.entities.some((entity) => [`${PREFIX}goods`, `${OPEN}goods`].includes(entity.kind))) return [];
  const skus = [proposal.args, ...linesIn(proposal.args)].flatMap((holder) => textOf(holder, "sku") ?? []);
  return [...new Set(skus)]
    .map((id): Selector => ({ domain: "supply", kind: "item", id }))
    .filter((selector) => index.find("supply", "item", selector.id) === undefined && !index.isMissing(selector));
}

/** True when the words have this deed on these goods and say no amount with it. */
export const leavesAmountOpen = (intent: Intent, tool: string, sku: string | null, index: SnapshotIndex): boolean =>
  sku !== null &&
  intent.entities.some(({ kind, id }) => {
    if (!kind.startsWith(OPEN) || !id.startsWith(`${tool} `)) return false;
    const value = id.slice(tool.length + 1);
    return kind === `${OPEN}sku` ? same(value, sku) : isOfItem(value, sku, index);
  });

const groupOf = (kind: string): string => (kind === "sku" ? "goods" : kind);

/** True unless the amount at this position is said with another deed of the words. */
export function isForTool(intent: Intent, position: number, tool: string): boolean {
  const own = saidOf(intent).filter((item) => item.kind === "tool" && item.index === position);
  return own.length === 0 || !intent.actionKinds.includes(tool) || own.some((item) => item.value === tool);
}

/**
 * True unless the words say the amount at this position with something else than the proposal has, and say what it has with another
 * amount. Keys of goods bind by themselves: an amount said with one item is none of any other.
 *
 * @param holder the line that holds the amount, or the arguments
 * @param ofAnyDeed also amounts that the words say with another deed
 */
export function isSaidWith(
  intent: Intent,
  position: number,
  proposal: Proposal,
  holder: JsonObject,
  sku: string | null,
  index: SnapshotIndex,
  ofAnyDeed = false,
): boolean {
  if (!ofAnyDeed && !isForTool(intent, position, proposal.tool)) return false;
  const said = saidOf(intent);
  for (const [group, test] of testsOf(proposal, holder, sku, index)) {
    const all = said.filter((item) => groupOf(item.kind) === group);
    const own = all.filter((item) => item.index === position);
    if (own.length === 0 || own.some(test)) continue;
    if (all.some((item) => item.index !== position && test(item))) return false;
  }
  return true;
}
