import { readText } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import { namesItsObject } from "./turn-relation.ts";

/** True for a question about goods or a record that it names: only looking there answers it. */
export function asksAboutRecords(text: string, language: Language, businessNow: string): boolean {
  const reading = readText(text, language, businessNow);
  return namesItsObject(reading) && (/[?¿]/.test(reading.own) || reading.actions.clauses.some((clause) => clause.idle));
}
