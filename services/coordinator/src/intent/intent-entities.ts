import type { Reading } from "@quartermaster/language";
import type { IntentEntity } from "@quartermaster/shared/contracts";

const MAX_ENTITIES = 60;

/** Keys, places and names that the user's own words hold, each once. */
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
  return entities.slice(0, MAX_ENTITIES);
}
