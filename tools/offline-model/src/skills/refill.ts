import { fold } from "@quartermaster/language";
import type { Conversation, Step } from "../mind/conversation.ts";
import { itemCandidates } from "../mind/item-words.ts";
import { fillArguments, rolesOf } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { callsOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { call, type Outcome } from "./outcome.ts";

const SHORTAGE =
  /\b(?:short|shortage|low on|run(?:ning)? (?:low|out)|below (?:safety|minimum)|under safety|knapp|zu wenig|engpass|unter (?:dem )?sicherheitsbestand|a court|rupture|manque|sous le stock|cortos?|escas\w+|falta\w*|bajo minimos?|por debajo|tekort|krap|onder (?:de )?veiligheidsvoorraad)\b/;

/** True when the words complain of too little stock. */
export const tellsShortage = (folded: string): boolean => SHORTAGE.test(folded);

interface Low {
  total: JsonMap;
  missing: number;
}

/** The row that the words mean: the goods they name, else the largest gap. */
function worstOf(found: Step, words: readonly string[]): Low | null {
  const rows = listOf(resultOf(found).rows);
  const named = (total: JsonMap) =>
    rows.some(
      (row) =>
        row.sku === total.sku &&
        words.some((word) => fold(`${textOf(row.sku)} ${textOf(row.name) ?? ""}`).includes(fold(word).replace(/s$/, ""))),
    );
  const gaps = listOf(resultOf(found).totals)
    .map((total) => ({ total, missing: Math.max(0, Number(total.safetyStock) - Number(total.available)) }))
    .sort((a, b) => Number(named(b.total)) - Number(named(a.total)) || b.missing - a.missing);
  return gaps[0] ?? null;
}

/** The other place with most to give, as one sentence that the user can choose. */
function offer(conversation: Conversation, low: Low, elsewhere: Step): string[] {
  const sources = listOf(resultOf(elsewhere).totals)
    .filter((total) => total.location !== low.total.location && Number(total.available) - Number(total.safetyStock ?? 0) >= low.missing)
    .sort((a, b) => Number(b.available) - Number(a.available));
  const best = sources[0];
  const values = {
    quantity: low.missing,
    unit: textOf(low.total.unit) ?? "",
    item: textOf(low.total.sku) ?? "",
    from: textOf(best?.location) ?? "",
    to: textOf(low.total.location) ?? "",
    available: textOf(best?.available) ?? "",
  };
  return best ? [phrase("option_transfer", conversation.language, values)] : [];
}

/** "We are short of …, fix it": reads what is under safety stock and where there is more, and offers one concrete step; never acts on a vague order. */
export function refill(conversation: Conversation, tools: readonly OfferedTool[]): Outcome | null {
  const { language, reading, context } = conversation;
  const find = tools.find((tool) => rolesOf(tool).has("belowSafety"));
  if (!find || !tellsShortage(fold(reading.own))) return null;
  const place = placesOf(reading, context).at;
  const calls = callsOf(conversation, find.name);
  if (calls.length === 0)
    return call(find, fillArguments(find, { place: place ? spellings(place)[0] : undefined, belowSafety: true }).args);
  const found = calls.find(succeeded);
  if (!found) return null;
  const low = worstOf(found, itemCandidates(reading, null));
  if (!low) return { kind: "say", text: phrase("nothing_found", language) };
  if (calls.length === 1) return call(find, fillArguments(find, { item: low.total.sku }).args);
  const row = listOf(resultOf(found).rows).find(
    (candidate) => candidate.sku === low.total.sku && candidate.location === low.total.location,
  );
  const values = {
    item: textOf(low.total.sku) ?? "",
    location: textOf(low.total.location) ?? "",
    available: textOf(low.total.available) ?? "",
    safety: textOf(low.total.safetyStock) ?? "",
    missing: low.missing,
    unit: textOf(low.total.unit) ?? "",
    record: textOf(row?.id) ?? "",
  };
  const elsewhere = calls.at(-1);
  return { kind: "ask", text: phrase("ask_refill", language, values), options: elsewhere ? offer(conversation, low, elsewhere) : [] };
}
