import type { Intent, IntentEntity, JsonObject, JsonValue, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { objectsOf } from "./fields.ts";
import { itemNames } from "./items-named.ts";
import { matchedWords } from "./matched-words.ts";
import { isNamedPlace, placesIn } from "./said-places.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Members that tell a record from others: what it refers to, its goods and its parties. Days, states, modes and figures are those of many. */
const REFERENCES: ReadonlySet<string> = new Set(
  "id shipmentId declarationId reservationId transferRef demandRef purchaseOrder shipment reservation stock lrn mrn itn serviceId".split(
    " ",
  ),
);
const NAMES: ReadonlySet<string> = new Set(["sku", "lot", "consignee", "supplier", "exporter", "party", "carrier"]);
/** Members that are places, with the part that the place plays. */
const PLACES: Readonly<Record<string, "from" | "to" | "at">> = {
  origin: "from",
  originUnlocode: "from",
  from: "from",
  fromLocation: "from",
  destination: "to",
  destinationUnlocode: "to",
  destinationCountry: "to",
  to: "to",
  toLocation: "to",
  location: "at",
};
const PLACE_KINDS: ReadonlySet<string> = new Set(["unlocode", "country", "place", "name"]);
/** Kinds that name goods, places and parties: many records have the same. */
const SHARED_KINDS: ReadonlySet<string> = new Set([...PLACE_KINDS, "sku", "code", "lot", "party", "carrier", "incoterm"]);
/** Records of which nothing is left to be done, by kind. */
const ENDED: Readonly<Record<string, readonly string[]>> = {
  shipment: ["delivered", "cancelled"],
  reservation: ["consumed", "released"],
  hold: ["released"],
  declaration: ["exited", "invalidated"],
  screening: ["cleared", "confirmed"],
};

interface Said {
  intent: Intent;
  index: SnapshotIndex;
  /** The user's words. */
  words: readonly string[];
}

/** What of the words a record has: references, and what else it may share with others. */
interface Description {
  references: Set<string>;
  shared: Set<string>;
}

/** Texts within a record by the member that they stand in. */
function leavesOf(fields: JsonObject, depth = 4): { member: string; text: string }[] {
  const within = (member: string, value: JsonValue | undefined): { member: string; text: string }[] => {
    if (typeof value === "string") return [{ member, text: value }];
    if (Array.isArray(value)) return value.flatMap((inner) => within(member, inner));
    return typeof value === "object" && value !== null && depth > 0 ? leavesOf(value, depth - 1) : [];
  };
  return Object.entries(fields).flatMap(([member, value]) => within(member, value));
}

const isSame = (a: string, b: string): boolean => a.toUpperCase() === b.toUpperCase();

/** Parts that the words give a place; a place without any may play each. */
const partsOf = (intent: Intent, place: IntentEntity): string[] =>
  intent.entities.flatMap(({ kind, text }) => (text === place.text ? (/^said_(?:name_)?(from|to|for)$/.exec(kind)?.[1] ?? []) : []));

const fits = (parts: readonly string[], part: "from" | "to" | "at"): boolean =>
  parts.length === 0 || part === "at" || parts.some((said) => (said === "for" ? "to" : said) === part);

/** Holds are told by shipments, without records of their own. */
const holdsIn = (record: Snapshot): Snapshot[] =>
  objectsOf(record.fields.holds).flatMap((hold) =>
    typeof hold.id === "string" ? [{ ...record, kind: "hold", id: hold.id, fields: { ...hold, shipmentId: record.id } }] : [],
  );

function describer({ intent, index, words }: Said, proposal: Proposal) {
  const names = itemNames(index);
  const fieldsOf = (place: string) => index.find("supply", "location", place)?.fields;
  const others = intent.entities.filter(({ kind }) => !kind.startsWith("said_") && !PLACE_KINDS.has(kind));
  // Where the goods are to go from now on says nothing of the shipment that goes there.
  const taken = (place: IntentEntity) => placesIn(proposal.args).some(({ value }) => isNamedPlace(place, value, fieldsOf(value)));
  const places = intent.entities.filter((entity) => PLACE_KINDS.has(entity.kind) && !taken(entity));
  const holdTypes = intent.entities.flatMap(({ kind, id }) => (kind === "said_hold_type" ? id : []));
  return (record: Snapshot): Description => {
    const references = new Set<string>();
    const shared = new Set<string>();
    const leaves = [{ member: "id", text: record.id }, ...leavesOf(record.fields)];
    for (const { member, text } of leaves) {
      const part = PLACES[member];
      if (part !== undefined)
        for (const place of places)
          if (fits(partsOf(intent, place), part) && isNamedPlace(place, text, fieldsOf(text))) shared.add(`place ${place.text}`);
      if (record.kind === "hold" && member === "type" && holdTypes.includes(text)) shared.add(`type ${text}`);
      if (!REFERENCES.has(member) && !NAMES.has(member)) continue;
      for (const { kind, id } of others) if (isSame(id, text)) (SHARED_KINDS.has(kind) ? shared : references).add(id.toUpperCase());
      if (NAMES.has(member)) for (const position of matchedWords(words, names.get(text) ?? text)) shared.add(`word ${position}`);
    }
    // "The shipment of EXD-5007": the record that is named tells it.
    for (const { kind, id } of others) {
      if (SHARED_KINDS.has(kind)) continue;
      const named = index.all().filter((other) => isSame(other.id, id) && other.id !== record.id);
      if (named.some((other) => leavesOf(other.fields).some(({ text }) => text === record.id))) references.add(id.toUpperCase());
    }
    return { references, shared };
  };
}

/** True when one description has all that the other has, and more; a reference counts before what records share. */
function saysMore(one: Description, other: Description): boolean {
  const has = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...b].every((item) => a.has(item));
  if (!has(one.references, other.references)) return false;
  return one.references.size > other.references.size || (has(one.shared, other.shared) && one.shared.size > other.shared.size);
}

/**
 * The records of this one's kind that were read and that the user's words describe, itself included: it alone when they describe no
 * other as well, several when a choice is left, none when they do not describe it.
 */
export function recordsDescribed(said: Said, proposal: Proposal, record: Snapshot): string[] {
  const describe = describer(said, proposal);
  const own = describe(record);
  if (own.references.size + own.shared.size === 0) return [];
  const isOver = ({ kind, fields }: Snapshot) => ENDED[kind]?.includes(String(fields.state)) === true;
  const all = said.index.all().flatMap((other) => [other, ...holdsIn(other)]);
  const rivals = all.filter(({ kind, id }) => kind === record.kind && id !== record.id).filter((other) => isOver(record) || !isOver(other));
  const fitting = rivals.filter((other) => {
    const { references, shared } = describe(other);
    return references.size + shared.size > 0 && !saysMore(own, { references, shared });
  });
  return [...new Set([record.id, ...fitting.map(({ id }) => id)])].sort();
}
