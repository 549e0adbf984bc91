import { departureWindow, type Reading } from "@quartermaster/language";
import type { IntentEntity } from "@quartermaster/shared/contracts";

/** Deeds that put goods on a departure; "book 2 … from A to B" is one also where the booking follows from a transfer by rule. */
const DEPARTS: ReadonlySet<string> = new Set(["book_shipment", "reschedule_leg"]);

/** The days within which the words let goods leave, as first and last day around a slash; for the checks alone. */
export function departureSaid(reading: Reading, businessNow: string): IntentEntity[] {
  if (!reading.actions.kinds.some((kind) => DEPARTS.has(kind))) return [];
  const found = departureWindow(reading, businessNow.slice(0, 10));
  if (found === null) return [];
  const text = found.days.map((day) => day.text).join(", ");
  return [{ kind: "said_departs", id: `${found.from ?? ""}/${found.until ?? ""}`, text: text.slice(0, 200) }];
}
