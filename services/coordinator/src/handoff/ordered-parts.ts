import { fold, overlaps, type Reading, readText, THREAD_MARK } from "@quartermaster/language";
import type { RequestRow } from "../requests/request-row.ts";

/** What the words of an order name, for telling whether its plan is about all of it. */
export interface OrderedParts {
  /** Effects that one deed may mean: any one of a set stands for the others. */
  alternatives: readonly (readonly string[])[];
  /** Keys of records, and of goods that an amount is ordered of. */
  keys: readonly string[];
}

const NOTHING: OrderedParts = { alternatives: [], keys: [] };
const RECORDS: ReadonlySet<string> = new Set(["shipment", "declaration", "reservation", "hold", "transfer", "screening"]);

/** "Reserve 2 KX-7": right behind an amount a key names goods, elsewhere it may be a norm or a type ("to ISO-9001"). */
function isOrderedGoods(reading: Reading, id: Reading["ids"][number]): boolean {
  const before = reading.quantities.filter((amount) => amount.end <= id.start).at(-1);
  if (!before || /[.;!?\n]/.test(reading.own.slice(before.end, id.start))) return false;
  return !reading.ids.some((other) => other.start >= before.end && other.end <= id.start);
}

/** Words behind which a record is what another one is measured by, not what is to be acted on: "hold SHP-1 until SHP-2 has arrived". */
const MEASURED_BY =
  /\b(?:until|till|as|like|with|than|after|before|behind|once|when|bis|wie|mit|nach|vor|als|sobald|wenn|jusqu'a|comme|avec|apres|avant|que|quand|hasta|como|con|despues|antes|cuando|tot|zoals|met|na|voor|zodra)(?:\s+(?:the|of|to|that|die|der|das|dem|la|le|les|de|du|el|los|las|het)){0,2}\s*$/;
const isOnlyMeasure = (reading: Reading, id: Reading["ids"][number]): boolean => MEASURED_BY.test(fold(reading.own.slice(0, id.start)));

/** Reads again what a request in words orders: the sentence that holds, without what it only depends on. */
export function orderedParts(row: Pick<RequestRow, "goal" | "intent" | "createdAt">): OrderedParts {
  if (row.goal === null || !row.intent || row.intent.structured) return NOTHING;
  const sentence = row.goal.split(THREAD_MARK)[0] ?? "";
  const reading = readText(sentence, row.intent.language, row.createdAt);
  const known = new Set(row.intent.entities.map(({ id }) => id));
  const idle = reading.actions.clauses.filter((clause) => clause.idle);
  const named = reading.ids.filter(
    (id) =>
      known.has(id.id) &&
      ![...idle, ...reading.conditions].some((part) => overlaps(part, id)) &&
      !isOnlyMeasure(reading, id) &&
      (RECORDS.has(id.kind) || (id.kind === "sku" && isOrderedGoods(reading, id))),
  );
  return { alternatives: reading.actions.alternatives, keys: [...new Set(named.map(({ id }) => id))] };
}
