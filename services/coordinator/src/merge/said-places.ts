import { fold } from "@quartermaster/language";
import type { Intent, IntentEntity, JsonObject, Selector } from "@quartermaster/shared/contracts";
import { objectsOf, textOf } from "./fields.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

/** Part that a place plays in arguments of a name. */
const PART_OF: Record<string, "from" | "to" | "at"> = {
  fromLocation: "from",
  origin: "from",
  toLocation: "to",
  destination: "to",
  newDestination: "to",
  location: "at",
};
/** Parts of the user's words that an argument may be, beside its own, when the words leave its own open. */
const OTHER_PARTS = { from: ["at", "none", "for"], to: ["for", "none", "at"], at: ["from", "to", "for", "none"] } as const;
const UNLOCODE = /^[A-Z]{2}[A-Z2-9]{3}$/;

const aliasesOf = (fields: JsonObject): string[] =>
  Array.isArray(fields.aliases) ? fields.aliases.filter((alias): alias is string => typeof alias === "string") : [];

/** True when the words name this place: by its key, its UN/LOCODE, its country, its name or an alias. */
export function isNamedPlace(entity: IntentEntity, value: string, fields: JsonObject | undefined): boolean {
  const id = entity.id.toUpperCase();
  const place = value.toUpperCase();
  const unlocode = fields ? textOf(fields, "unlocode") : UNLOCODE.test(place) ? place : null;
  const country = fields ? textOf(fields, "country") : (unlocode?.slice(0, 2) ?? null);
  if (id === place || id === unlocode || id === country) return true;
  if (id.length === 3 && unlocode?.slice(2) === id) return true;
  if (!fields) return false;
  const written = [entity.text, entity.id].map(fold);
  const names = [textOf(fields, "name") ?? "", ...aliasesOf(fields)].map(fold).filter((name) => name !== "");
  return names.some((name) => written.some((text) => text === name || ` ${name} `.includes(` ${text} `)));
}

/** Places of a proposal's arguments with the part each plays. */
export const placesIn = (args: JsonObject): { argument: string; value: string; part: "from" | "to" | "at" }[] =>
  Object.entries(PART_OF).flatMap(([argument, part]) => {
    const value = textOf(args, argument);
    return value === null || value.startsWith("@") ? [] : [{ argument, value, part }];
  });

const saidAs = (intent: Intent, part: string): IntentEntity[] =>
  intent.entities.filter((entity) => entity.kind === `said_${part}` || entity.kind === `said_name_${part}`);

const PLACE_KIND = /^said_(?:name_)?(?:from|to|at|for|none)$/;
/** Only what certainly is a place binds: a name that no record knows may be anything. */
const binds = (entity: IntentEntity): boolean => !entity.kind.startsWith("said_name_");

const selectorOf = (value: string): Selector => ({ domain: "supply", kind: "location", id: value });
const isUnread = (value: string, index: SnapshotIndex): boolean =>
  !UNLOCODE.test(value) && index.find("supply", "location", value) === undefined && !index.isMissing(selectorOf(value));

/** Records that must be read before the places of these arguments can be compared with the words. */
export function placesToRead(intent: Intent, args: JsonObject, index: SnapshotIndex): Selector[] {
  if (!intent.entities.some((entity) => PLACE_KIND.test(entity.kind))) return [];
  return placesIn(args).flatMap(({ value }) => (isUnread(value, index) ? [selectorOf(value)] : []));
}

/**
 * Why a place of the arguments is not what the words say, or null. What the words leave open the records may fill; a place that they
 * give one part never plays another.
 */
export function strayPlace(intent: Intent, args: JsonObject, index: SnapshotIndex): string | null {
  for (const { argument, value, part } of placesIn(args)) {
    if (isUnread(value, index)) continue;
    const fields = index.find("supply", "location", value)?.fields;
    const named = (entities: readonly IntentEntity[]) => entities.some((entity) => isNamedPlace(entity, value, fields));
    const own = saidAs(intent, part);
    if (named(own)) continue;
    const others = OTHER_PARTS[part].flatMap((other) => saidAs(intent, other));
    const opposite = part === "from" ? saidAs(intent, "to") : part === "to" ? saidAs(intent, "from") : [];
    if (named(opposite)) return `${argument} ${value} plays another part in the user's words`;
    if (named(others)) continue;
    const bound = part === "at" ? [...own, ...others] : part === "to" ? (own.length > 0 ? own : others) : own;
    if (bound.some(binds)) return `${argument} ${value} was not named by the user`;
  }
  return null;
}

/** Lines of a booking or change, with their goods. */
export const linesIn = (args: JsonObject): JsonObject[] => [...objectsOf(args.lines), ...objectsOf(args.changes)];
