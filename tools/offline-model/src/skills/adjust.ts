import { fold, MEASURES } from "@quartermaster/language";
import { add, decimal, formatDecimal, parseDecimal, subtract } from "@quartermaster/shared/quantity";
import type { Conversation } from "../mind/conversation.ts";
import { fillArguments, parametersOf, rolesOf } from "../mind/parameter-roles.ts";
import { callsOf, failureOf, isMap, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap, OfferedTool } from "../protocol/chat-request.ts";
import { phrase, unitWord } from "../texts/phrases.ts";
import { chooseRow, locateStock } from "./locate-stock.ts";
import { call, type Outcome, refuseWith } from "./outcome.ts";
import { proposalState } from "./read-records.ts";
import { unitsInHint } from "./units-in-hint.ts";

const REASONS: [string, RegExp][] = [
  [
    "expiry",
    /\b(?:expir\w*|out of date|past (?:its|their) date|best before|abgelaufen\w*|verfallen\w*|perim\w*|caduc\w*|vencid\w*|verlopen|over datum)\b/,
  ],
  [
    "damage",
    /\b(?:crush\w*|damag\w*|accident\w*|unfall\w*|accidente|ongeluk|ongeval|scrap\w*|water ?damage|wasserschad\w*|schaden|degats?|rotura|merma|\w*schade|breuk|breakage|verschrott\w*|rebut|broke\w*|smash\w*|leak\w*|punctur\w*|perces?|percees?|pinchad\w*|perforad\w*|lekgestoken|durchstochen\w*|spoil\w*|ruin\w*|torn|dropped|wet|flood\w*|burnt|dented|beschadig\w*|beschadigt\w*|kaputt\w*|zerbroch\w*|zerdruckt\w*|zerquetscht\w*|ausgelaufen\w*|undicht\w*|zerstort\w*|bruch|ecras\w*|endommag\w*|abim\w*|casse\w*|brise\w*|fui\w*|deterior\w*|danad\w*|rot[oa]s?|aplastad\w*|averiad\w*|derramad\w*|estropead\w*|kapot\w*|gebroken|geplet\w*|gelekt|lek\w*|stuk(?= ?(?:gegaan|gevallen|gemaakt))|stukgegaan|verpletterd\w*)\b/,
  ],
  [
    "loss",
    /\b(?:lost|missing|stolen|gone|disappeared|vanished|verloren\w*|fehl\w*|gestohlen\w*|verschwunden\w*|abhanden\w*|perdu\w*|manqu\w*|vole\w*|disparu\w*|perdid\w*|falta\w*|robad\w*|desaparecid\w*|kwijt|verdwenen|gestolen|vermist\w*|ontbre\w*)\b/,
  ],
  [
    "found",
    /\b(?:found|turned up|discovered|gefunden\w*|aufgetaucht\w*|wiedergefunden|trouve\w*|retrouve\w*|encontrad\w*|hallad\w*|aparecid\w*|aparecieron|gevonden|teruggevonden|opgedoken)\b/,
  ],
  [
    "count",
    /\b(?:count\w*|recount\w*|stock ?take|inventory|gezahlt\w*|zahlung\w*|inventur\w*|nachgezahlt\w*|compt\w*|inventaire|recompt\w*|cont\w*|recuent\w*|inventario|geteld\w*|telling\w*|nageteld)\b/,
  ],
];
/** What is there in all, not what is gone. */
const WHOLE =
  /\b(?:counted|count (?:is|was|gave|says|shows)|only \d+ (?:\S+ ){0,3}?left|are left|remain\w*|set (?:\S+ ){0,8}?to|correct (?:\S+ ){0,8}?to|adjust (?:\S+ ){0,8}?to|gezahlt|zahlung (?:ergab|ergibt)|sind nur noch|ubrig|auf \d|comptes?|nous (?:en )?avons compte|il n'(?:y )?en (?:a|reste) (?:plus )?que|restent?|(?:inventaire|comptage) (?:donne|indique)|contad[oa]s?|contamos|hemos contado|recuento (?:da|dio|es)|quedan|geteld|telling (?:geeft|gaf|is)|nog maar \d|over(?= ?[.,]|$)|naar \d|op \d)\b/;
/** "There are 21": all that is there when it was counted, but not when something happened to them ("there are 3 broken"). */
const THERE =
  /\b(?:there (?:are|is) (?:now |only |really |actually |just )?\d|es sind (?:nur |nur noch |tatsachlich |jetzt )?\d|il y (?:en )?a \d|a \d+ (?:\S+ ){0,3}?(?:en|dans)|hay (?:solo |ahora )?\d|er (?:zijn|liggen|staan) (?:nog |maar |nog maar |nu )?\d)/;
/** What the books said, in place of which something was counted: "33 statt 35", "410, no 420". */
const NOT_THIS =
  /\b(?:statt|anstatt|nicht|instead of|rather than|(?:and )?not|en (?:vez|lugar) de|(?:y )?no|au lieu de|(?:et )?non(?: pas)?|in plaats van|niet) (?:the |der |den |les |las |los |de )?$/;
const REPLACES = new RegExp(`${NOT_THIS.source.slice(0, -1)}\\d`);
const ALL =
  /\b(?:all|entire|whole|everything|alle[ns]?|alles|ganze\w*|gesamte\w*|komplett\w*|tous|toutes?|entier\w*|todo[s]?|toda[s]?|enter[oa]|hele|helemaal|allemaal)\b/;

type Amount = { kind: "whole" | "less" | "more"; base: string };

/** Base units of the amount that was said; the availability check converts units that are not the base one. */
function inBase(conversation: Conversation, tools: readonly OfferedTool[], row: JsonMap): { base: string } | Outcome {
  const { language, now } = conversation;
  const folded = fold(conversation.reading.own);
  const quantity = conversation.reading.quantities.find(({ start }) => !NOT_THIS.test(folded.slice(0, start)));
  const unit = textOf(row.unit) ?? "";
  const item = textOf(row.sku) ?? "";
  if (!quantity) return { kind: "ask", text: phrase("ask_counted", language, { item }) };
  if (quantity.units.includes(unit) || (quantity.units.length === 0 && !MEASURES.has(unit))) return { base: quantity.quantity };
  const check = tools.find(
    (tool) => ["item", "quantity", "date"].every((role) => rolesOf(tool).has(role as never)) && !rolesOf(tool).has("country"),
  );
  const askUnit = (known: readonly string[]): Outcome => ({
    kind: "ask",
    text: phrase("ask_unit", language, { quantity: quantity.quantity, item }),
    options: known.map((code) => `${quantity.quantity} ${unitWord(code, language)}`),
  });
  const [said] = quantity.units;
  if (!check || said === undefined) return askUnit([unit]);
  const tried = callsOf(conversation, check.name);
  const done = tried.findLast(succeeded);
  const wanted = done ? resultOf(done).wanted : null;
  if (isMap(wanted)) return { base: textOf(wanted.base) ?? quantity.quantity };
  const failure = tried.map(failureOf).findLast((found) => found !== null);
  const known = failure ? unitsInHint(failure.hint) : [];
  const uom = known.length > 0 ? known.find((code) => quantity.units.includes(code)) : said;
  if (uom === undefined || tried.length > 1) return askUnit(known.length > 0 ? known : [unit]);
  const values = { item, quantity: quantity.quantity, unit: uom, place: row.location, date: now.slice(0, 10) };
  return call(check, fillArguments(check, values).args);
}

/** Whether the amount is all that is there, or what is gone or was found. */
function amountOf(conversation: Conversation, tools: readonly OfferedTool[], row: JsonMap, reason: string): Amount | Outcome {
  const { language, reading } = conversation;
  const folded = fold(reading.own);
  if (reading.quantities.length === 0 && ALL.test(folded) && reason !== "found" && reason !== "count") return { kind: "whole", base: "0" };
  const based = inBase(conversation, tools, row);
  if ("kind" in based) return based;
  if (WHOLE.test(folded) || (reason === "count" && (THERE.test(folded) || REPLACES.test(folded))))
    return { kind: "whole", base: based.base };
  if (reason === "found") return { kind: "more", base: based.base };
  return reason === "count"
    ? { kind: "ask", text: phrase("ask_counted", language, { item: textOf(row.sku) ?? "" }) }
    : { kind: "less", base: based.base };
}

function countedOf(row: JsonMap, amount: Amount): string | null {
  const now = parseDecimal(textOf(row.onHand) ?? "");
  if (now === null) return null;
  if (amount.kind === "whole") return amount.base;
  const after = amount.kind === "more" ? add(now, decimal(amount.base)) : subtract(now, decimal(amount.base));
  return after.numerator < 0n ? null : formatDecimal(after);
}

/** Posts what is really there: finds the stock, works out the whole quantity, proposes. Asks for a reason that was not said. */
export function adjust(conversation: Conversation, tool: OfferedTool, tools: readonly OfferedTool[]): Outcome {
  const { language, reading } = conversation;
  const made = callsOf(conversation, tool.name);
  if (made.some(succeeded)) return { kind: "done" };
  const located = locateStock(conversation, tools);
  if ("outcome" in located) return located.outcome;
  const available = located.rows.filter((row) => row.status === "available");
  const row = chooseRow(conversation, available.length > 0 ? available : located.rows);
  if ("outcome" in row) return row.outcome as Outcome;
  const sku = textOf(row.sku) ?? "";
  const state = proposalState(conversation, tool, sku);
  const failure = state.kind === "failed" ? failureOf(state.step) : null;
  if (failure) return refuseWith(conversation, sku, failure);
  const allowed = parametersOf(tool).find((parameter) => parameter.role === "reason")?.values ?? [];
  const folded = fold(reading.own);
  const fitting = REASONS.filter(([name, pattern]) => (allowed.length === 0 || allowed.includes(name)) && pattern.test(folded));
  // "The count found 487 instead of 500" found nothing new.
  const counted = REPLACES.test(folded) ? fitting.find(([name]) => name === "count") : undefined;
  const reason = (counted ?? fitting[0])?.[0];
  if (reason === undefined) {
    const options = ["damage", "loss", "expiry", "count"].map((name) => phrase(`reason_${name}` as "reason_damage", language));
    return { kind: "ask", text: phrase("ask_reason", language, { item: sku }), options };
  }
  const amount = amountOf(conversation, tools, row, reason);
  if (!("base" in amount)) return amount;
  const whole = countedOf(row, amount);
  if (whole === null) {
    const values = { item: sku, onHand: textOf(row.onHand) ?? "", unit: textOf(row.unit) ?? "", record: textOf(row.id) ?? "" };
    return { kind: "ask", text: phrase("ask_too_many", language, values) };
  }
  const values = {
    item: sku,
    place: row.location,
    lot: textOf(row.lot) ?? undefined,
    state: row.status === "available" ? undefined : row.status,
    counted: whole,
    unit: row.unit,
    reason,
  };
  return call(tool, fillArguments(tool, values).args);
}
