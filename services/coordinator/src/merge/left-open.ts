import type { Intent, JsonObject, Proposal, Snapshot } from "@quartermaster/shared/contracts";
import { asDecimal, compareDecimals } from "./decimal.ts";
import { isObject, objectsOf, textOf } from "./fields.ts";
import { itemNames, itemsNamed } from "./items-named.ts";
import type { MergeRead } from "./merge-input.ts";
import { isNamedByKey } from "./named-by-key.ts";
import type { OwnText } from "./own-words.ts";
import { recordsDescribed } from "./records-described.ts";
import { leavesWhenSaid } from "./said-departure.ts";
import { isNamedPlace, linesIn, placesIn } from "./said-places.ts";
import { saidWords } from "./said-words.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** What the user left open, by the question that asks for it. */
export type OpenPart =
  | "record"
  | "item"
  | "lot"
  | "place"
  | "amount"
  | "demand"
  | "day"
  | "supplier"
  | "party"
  | "service"
  | "holdType"
  | "status";

export interface LeftOpen {
  part: OpenPart;
  argument: string;
  value: string;
  /** What the words fit equally well, the value among them; none where they say nothing. */
  choices?: { key: string; name: string }[];
}

/** What can say where a value comes from, beside the proposal itself. */
interface Said {
  intent: Intent;
  own: OwnText;
  index: SnapshotIndex;
  reads: readonly MergeRead[];
  /** The user's words as names are compared with them. */
  words: readonly string[];
}

const DEMANDS = ["demand", "shipment", "transfer", "purchase_order"];
/** Records about which a proposal is: what they say the words need not say again. */
const SUBJECTS = ["shipmentId", "declarationId", "reservationId", "holdId", "screeningId"] as const;

const idsOf = (intent: Intent, kinds: readonly string[]): string[] =>
  intent.entities.filter((entity) => kinds.includes(entity.kind)).map((entity) => entity.id.toUpperCase());
const isNamed = (said: Said, kinds: readonly string[], value: string): boolean =>
  idsOf(said.intent, kinds).includes(value.toUpperCase()) || said.own.says(value);

/** Stock rows of an item that reads listed without being told a place. */
function rowsEverywhere(said: Said, sku: string, lot: string | null): Snapshot[] {
  const rows = said.reads
    .filter((read) => read.args.location === undefined || read.args.location === null)
    .flatMap((read) => read.records)
    .filter((record) => record.kind === "stock" && record.fields.sku === sku && (lot === null || record.fields.lot === lot));
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

const placesOf = (rows: readonly Snapshot[]): string[] => [...new Set(rows.map((row) => String(row.fields.location)))];

/** True when the records leave no choice: the goods lie at one place only, or one place alone has enough of them. */
function isOnlySource(said: Said, proposal: Proposal, place: string): boolean {
  const sku = textOf(proposal.args, "sku");
  const rows = sku === null ? [] : rowsEverywhere(said, sku, textOf(proposal.args, "lot"));
  const needed = proposal.guards.flatMap((guard) => (guard.kind === "bound" ? (asDecimal(guard.atLeast.available) ?? []) : []))[0];
  const enough = needed === undefined ? [] : rows.filter((row) => compareDecimals(asDecimal(row.fields.available) ?? "0", needed) >= 0);
  return [rows, enough].some((some) => placesOf(some).join() === place);
}

/** Records that the proposal is about and that the words name. */
function namedRecords(said: Said, proposal: Proposal): Snapshot[] {
  const ids = new Set(said.intent.entities.map((entity) => entity.id.toUpperCase()));
  const known = [...proposal.evidence.flatMap((item) => item.snapshot ?? []), ...said.reads.flatMap((read) => read.records)];
  return known.filter((record) => ids.has(record.id.toUpperCase()));
}

/** True when some value within a record is this text. */
function tells(value: unknown, text: string, depth = 4): boolean {
  if (typeof value === "string") return value.toUpperCase() === text.toUpperCase();
  if (depth === 0 || typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => tells(inner, text, depth - 1));
}

const isPlaceSaid = (said: Said, value: string): boolean => {
  const fields = said.index.find("supply", "location", value)?.fields;
  const aliases =
    fields && Array.isArray(fields.aliases) ? fields.aliases.filter((alias): alias is string => typeof alias === "string") : [];
  const names = [value, textOf(fields ?? {}, "unlocode"), textOf(fields ?? {}, "name"), ...aliases];
  return (
    said.intent.entities.some((entity) => isNamedPlace(entity, value, fields)) || names.some((name) => name !== null && said.own.says(name))
  );
};

/** Only places that goods come from can be told by where they lie. */
const SOURCES: ReadonlySet<string> = new Set(["fromLocation", "origin", "location"]);
const ARRIVES: ReadonlySet<string> = new Set(["create_reorder"]);

function openPlace(said: Said, proposal: Proposal): LeftOpen | null {
  for (const { argument, value } of placesIn(proposal.args)) {
    if (isPlaceSaid(said, value)) continue;
    if (namedRecords(said, proposal).some((record) => tells(record.fields, value))) continue;
    if (SOURCES.has(argument) && !ARRIVES.has(proposal.tool) && isOnlySource(said, proposal, value)) continue;
    return { part: "place", argument, value };
  }
  return null;
}

function openGoods(said: Said, proposal: Proposal): LeftOpen | null {
  const names = itemNames(said.index);
  const skus = Array.isArray(proposal.args.skus) ? proposal.args.skus.map((sku) => ({ sku })) : [];
  for (const holder of [proposal.args, ...linesIn(proposal.args), ...skus.filter(isObject)]) {
    const sku = textOf(holder, "sku");
    if (sku === null || isNamed(said, ["sku", "code"], sku)) continue;
    const lot = textOf(holder, "lot") ?? textOf(proposal.args, "lot");
    if (lot !== null && isNamed(said, ["lot", "code"], lot)) continue;
    if (namedRecords(said, proposal).some((record) => tells(record.fields, sku))) continue;
    if (said.index.find("supply", "item", sku) === undefined) continue;
    const named = itemsNamed(said.words, sku, names);
    if (named.length === 1) continue;
    const choices = named.map((key) => ({ key, name: names.get(key) ?? key }));
    return { part: "item", argument: "sku", value: sku, ...(choices.length > 0 ? { choices } : {}) };
  }
  return null;
}

/** Deeds whose amount nothing but the user can give, where no record that they name has one. */
const COUNTED: ReadonlySet<string> = new Set(["reserve_stock", "transfer_stock", "create_reorder"]);

function openAmount(said: Said, proposal: Proposal): LeftOpen | null {
  const amount = asDecimal(proposal.args.quantity);
  if (!COUNTED.has(proposal.tool) || amount === null || said.intent.limits.quantities.length > 0) return null;
  const all = said.intent.entities.some((entity) => entity.kind === "said_all");
  const records = [
    ...namedRecords(said, proposal).filter((record) => record.kind !== "item"),
    ...(all ? proposal.evidence.flatMap(({ snapshot }) => (snapshot?.kind === "stock" ? snapshot : [])) : []),
  ];
  const isOf = (fields: JsonObject) =>
    ["quantity", "baseQuantity", "available", "onHand"].some((name) => {
      const known = asDecimal(fields[name]);
      return known !== null && compareDecimals(known, amount) === 0;
    });
  const told = records.some((record) => isOf(record.fields) || objectsOf(record.fields.lines).some(isOf));
  return told ? null : { part: "amount", argument: "quantity", value: amount };
}

const DAYS = ["neededBy", "completeBy"];

function openDay(said: Said, proposal: Proposal): LeftOpen | null {
  if (said.intent.limits.dates.length > 0) return null;
  for (const argument of DAYS) {
    const value = textOf(proposal.args, argument);
    if (value === null || said.own.says(value.slice(0, 10))) continue;
    if (namedRecords(said, proposal).some((record) => tells(record.fields, value))) continue;
    return { part: "day", argument, value };
  }
  return null;
}

/** The usual supplier is the one that the stock policy of this item at this place names. */
function isUsualSupplier({ args, origins }: Proposal): boolean {
  const origin = origins["/supplier"];
  return origin?.kind === "record" && origin.record?.startsWith(`${String(args.sku)}|${String(args.location)}@`) === true;
}

function openParty(said: Said, proposal: Proposal): LeftOpen | null {
  const supplier = textOf(proposal.args, "supplier");
  const key = supplier?.replace(/^[A-Za-z]+-/, "") ?? "";
  if (supplier !== null && !isUsualSupplier(proposal) && !isNamed(said, ["party"], supplier)) {
    // "Bei Roteq": a name that begins the key, or is begun by it.
    const named = said.own.words.some(
      (word) => word.length >= 3 && (word.toUpperCase().startsWith(key) || key.startsWith(word.toUpperCase())),
    );
    if (!named) return { part: "supplier", argument: "supplier", value: supplier };
  }
  const consignee = textOf(proposal.args, "consignee");
  // "Fjord Subsea" is a word of the user's for which the agent's tool put the key in.
  if (consignee === null || isNamed(said, ["party"], consignee) || proposal.origins["/consignee"]?.kind === "requester") return null;
  if (namedRecords(said, proposal).some((record) => tells(record.fields, consignee))) return null;
  const party = said.index.find("export", "party", consignee)?.fields;
  // Before its record is read there is nothing to hold the words against; no plan is made without it.
  if (party === undefined || isNamedByKey(said.own, party.nameKeys)) return null;
  return { part: "party", argument: "consignee", value: consignee };
}

/** The service that a rule takes of what was quoted: the first to arrive of those that leave when said, can be booked, take the goods and are in time. */
function isFirstQuoted(said: Said, serviceId: string): boolean {
  return said.reads.some((read) => {
    if (!isObject(read.result)) return false;
    const good = objectsOf(read.result.options).filter(
      (option) =>
        option.bookable !== false &&
        option.acceptsGoods !== false &&
        option.meetsDeliverBy !== false &&
        leavesWhenSaid(said.intent, textOf(option, "etd") ?? ""),
    );
    const order = (option: JsonObject) => `${textOf(option, "eta") ?? "~"} ${textOf(option, "id") ?? ""}`;
    return good.length > 0 && textOf([...good].sort((a, b) => (order(a) < order(b) ? -1 : 1))[0] ?? {}, "id") === serviceId;
  });
}

function openService(said: Said, proposal: Proposal): LeftOpen | null {
  const value = textOf(proposal.args, "serviceId");
  if (proposal.tool !== "book_shipment" || value === null || isNamed(said, ["service"], value) || isFirstQuoted(said, value)) return null;
  return { part: "service", argument: "serviceId", value };
}

function openChoice(said: Said, proposal: Proposal): LeftOpen | null {
  const has = (kind: string) => said.intent.entities.some((entity) => entity.kind === kind);
  const type = textOf(proposal.args, "type");
  // Whoever says nothing of who is to lift it gets the hold that asks least of those who do.
  if (proposal.tool === "place_hold" && type !== null && type !== "customer" && !has("said_hold_type") && !said.own.says(type))
    return { part: "holdType", argument: "type", value: type };
  const status = textOf(proposal.args, "status");
  // To free goods always takes a person, who sees where the status comes from.
  if (proposal.tool === "set_stock_status" && status !== null && status !== "available" && !has("said_status") && !said.own.says(status))
    return { part: "status", argument: "status", value: status };
  return null;
}

function openDemand(said: Said, proposal: Proposal): LeftOpen | null {
  const value = textOf(proposal.args, "demandRef");
  if (value === null || value.startsWith("@") || isNamed(said, DEMANDS, value)) return null;
  return { part: "demand", argument: "demandRef", value };
}

function openLot(said: Said, proposal: Proposal): LeftOpen | null {
  const value = textOf(proposal.args, "lot");
  if (proposal.tool !== "reserve_stock" || value === null || isNamed(said, ["lot", "code"], value)) return null;
  const rows = rowsEverywhere(said, textOf(proposal.args, "sku") ?? "", null).filter(
    (row) => row.fields.location === proposal.args.location,
  );
  const only = rows.length > 0 && rows.every((row) => row.fields.lot === value);
  // The tool's own rule took another lot than the first to expire.
  if (only || proposal.origins["/lot"]?.kind === "computed" || namedRecords(said, proposal).some((record) => tells(record.fields, value)))
    return null;
  return { part: "lot", argument: "lot", value };
}

/** A record that the words do not name by its key must hold something that they name, and be the only one that does. */
function openSubject(said: Said, proposal: Proposal): LeftOpen | null {
  const given = SUBJECTS.flatMap((argument) => {
    const value = textOf(proposal.args, argument);
    return value === null || value.startsWith("@") ? [] : [{ argument, value }];
  });
  if (said.intent.entities.some(({ kind }) => kind === "said_all")) return null;
  const isSaid = ({ value }: { value: string }) =>
    said.intent.entities.some(({ id }) => id.toUpperCase() === value.toUpperCase()) || said.own.says(value);
  // Beside one that is named, or described, another needs no words of its own unless they leave a choice.
  let known = given.some(isSaid);
  for (const { argument, value } of given.filter((one) => !isSaid(one))) {
    const record = said.index.all().find(({ id }) => id === value);
    const described = record ? recordsDescribed(said, proposal, record) : [];
    if (described.length > 1) return { part: "record", argument, value, choices: described.map((key) => ({ key, name: key })) };
    if (described.length === 0 && !known) return { part: "record", argument, value };
    known = true;
  }
  return null;
}

/**
 * What an ordered proposal fills in where the user said nothing, or null when every value that decides something is the user's, one that
 * a named record tells, the only one that the records leave, or what a stated rule takes. A model may not choose it: it is asked for.
 */
export function leftOpen(given: Omit<Said, "words">, proposal: Proposal): LeftOpen | null {
  const said: Said = { ...given, words: saidWords(given.intent, given.own) };
  return (
    openSubject(said, proposal) ??
    openGoods(said, proposal) ??
    openAmount(said, proposal) ??
    openPlace(said, proposal) ??
    openLot(said, proposal) ??
    openDemand(said, proposal) ??
    openParty(said, proposal) ??
    openService(said, proposal) ??
    openDay(said, proposal) ??
    openChoice(said, proposal)
  );
}
