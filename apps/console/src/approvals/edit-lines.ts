import type { JsonObject } from "../api/types.ts";
import { editChanges } from "./edit-changes.ts";

/** What an edit made less, a line for each amount: "VLV-050 50 → 40 PCE"; of a line that was left out a dash is left. */
export const editLines = (from: JsonObject, args: JsonObject): string[] =>
  editChanges(from, args).map(({ field, after }) => `${field.of} ${field.value} → ${after ?? "–"} ${field.unit}`.trim());
