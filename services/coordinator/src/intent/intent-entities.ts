import { namedChoices, type Reading } from "@quartermaster/language";
import type { IntentEntity } from "@quartermaster/shared/contracts";
import { goodsSaid } from "./goods-said.ts";
import { keyOfPlace } from "./key-of-place.ts";
import { saidWith } from "./said-with.ts";

const MAX_ENTITIES = 60;

const isLimit = (entity: IntentEntity): boolean => entity.kind.startsWith("said_");

/**
 * Keys, places and names that the user's own words hold, each once. What begins with `said_` is for the checks alone: goods in
 * words (for people, to see what was understood), the part that a place plays (`said_name_` where only records can tell which place a name means), amounts without a unit, what each of
 * several amounts is said with, closed choices, and whether all things of a kind are meant.
 */
export function intentEntities(reading: Reading): IntentEntity[] {
  const entities: IntentEntity[] = [];
  const add = (kind: string, id: string, text: string) => {
    if (!entities.some((entity) => entity.kind === kind && entity.id === id))
      entities.push({ kind, id: id.slice(0, 80), text: text.slice(0, 200) });
  };
  for (const id of reading.ids) add(id.kind, id.id, id.text);
  for (const place of reading.places) {
    if (reading.ids.some((id) => id.start === place.start)) continue;
    if (place.unlocode !== null) add("unlocode", place.unlocode, place.text);
    else if (place.country !== null) add("country", place.country, place.text);
    else add(place.known ? "place" : "name", place.name, place.text);
  }
  for (const place of reading.places) {
    const key = keyOfPlace(place);
    if (place.known) add(key === null ? `said_name_${place.role}` : `said_${place.role}`, key ?? place.name, place.text);
  }
  if (!reading.ids.some(({ kind }) => kind === "sku" || kind === "code"))
    for (const { id, text } of goodsSaid(reading)) add("said_goods", id, text);
  for (const { quantity, units, text } of reading.quantities) if (units.length === 0) add("said_bare", quantity, text);
  const choices = namedChoices(reading.own);
  for (const status of choices.statuses) add("said_status", status, status);
  for (const type of choices.holdTypes) add("said_hold_type", type, type);
  if (choices.all) add("said_all", "all", "all");
  for (const way of choices.ways) add("said_way", way, way);
  for (const entity of saidWith(reading)) add(entity.kind, entity.id, entity.text);
  // What limits comes first when there is too much: a name that falls out is refused, a limit that fell out would be none.
  const [limits, names] = [entities.filter(isLimit), entities.filter((entity) => !isLimit(entity))];
  return entities.length > MAX_ENTITIES ? [...limits, ...names].slice(0, MAX_ENTITIES) : entities;
}
