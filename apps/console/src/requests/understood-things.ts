import type { RequestView } from "../api/types.ts";
import { groupDigits } from "../text/format-number.ts";
import { dayText } from "../text/format-time.ts";

/** Things that the words name, how much of them, and until when. What begins with `said_` is for the checks: the amounts say it better. */
export function understoodThings(intent: NonNullable<RequestView["intent"]>, language: string): string[] {
  const { quantities, dates } = intent.limits ?? { quantities: [], dates: [] };
  const names = intent.entities.filter(({ kind }) => !kind.startsWith("said_")).map(({ id }) => id);
  // Goods that only words name have no key until a record tells it: they are shown in the words of the request.
  const goods = intent.entities.filter(({ kind }) => kind === "said_goods").map(({ text }) => text);
  const amounts = quantities.map(({ quantity, uom }) => [groupDigits(quantity, language), uom ?? ""].join(" ").trim());
  return [...new Set([...amounts, ...goods, ...names, ...dates.map((day) => dayText(day, language))])];
}
