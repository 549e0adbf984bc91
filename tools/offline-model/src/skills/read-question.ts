import { countryCode, fold } from "@quartermaster/language";
import type { Conversation } from "../mind/conversation.ts";
import { boundOf, dayAfter, dayBefore } from "../mind/day-bound.ts";
import { goodsAsSaid, itemCandidates } from "../mind/item-words.ts";
import { fillArguments, type ParameterRole, parametersOf, rolesOf, type Values } from "../mind/parameter-roles.ts";
import { placesOf, spellings } from "../mind/place-words.ts";
import { withState } from "../mind/state-asked.ts";
import { callsOf, failureOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { OfferedTool } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { itemOptions } from "./item-options.ts";
import { call, type Outcome } from "./outcome.ts";
import { recordsOf } from "./planned.ts";
import { tellsShortage } from "./refill.ts";
import { partyNamed } from "./screen.ts";
import { keysInHint } from "./units-in-hint.ts";

const EXPIRES =
  /\b(?:expir\w*|best before|shelf life|perim\w*|caduc\w*|vence\w*|ablauf\w*|lauft ab|(?:lauft|laufen)\b.*\bab|ablaufen|verfall\w*|verval\w*|mhd|verloop\w*|verlop\w*|houdbaar\w*|tht)\b/;
const LATE =
  /\b(?:late|delay(?:ed|s)?|overdue|behind schedule|verspat(?:et|ung)\w*|verzoger(?:t|ung)\w*|zu spat|en retard|retard\w*|tarde|retrasad\w*|retrasos?|te laat|vertraagd\w*|vertraging\w*)\b/;
const SAILINGS =
  /\b(?:options?|services?|sailings?|departures?|connections?|next (?:ship|vessel|truck|flight)|quote|abfahrt\w*|verbindung\w*|schiff\w*|departs?|liaison\w*|salidas?|conexion\w*|afvaart\w*|verbinding\w*|earlier|fruhere\w*|plus tot|mas temprana|eerder)\b/;
const CONTROLS =
  /\b(?:licen[cs]e\w*|control\w*|dual.use|genehmigung\w*|kontroll\w*|lizenz\w*|licencia\w*|vergunning\w*|embargo\w*|tariff|customs code|cn8|hs code|eccn)\b/;
const SCREENS =
  /\b(?:screen\w*|sanction\w*|denied|black ?list\w*|sanktion\w*|schwarze liste|criblage|filtrage|liste noire|cribado|sancionad\w*|lista negra|gesanctioneerd\w*|sanctie\w*|zwarte lijst)\b/;
const BY_DATE = /\b(?:can we|could we|is it possible|available by|have by|konnen wir|reicht|peut-on|pouvons-nous|podemos|kunnen we)\b/;

type Need = (conversation: Conversation, folded: string) => boolean;

const has = (tool: OfferedTool, ...roles: ParameterRole[]) => roles.every((role) => rolesOf(tool).has(role));

/** Kinds of read tools by the arguments they take, with when the sentence needs them and the values they get. */
const READERS: {
  fits: (tool: OfferedTool) => boolean;
  needs: Need;
  values: (conversation: Conversation, folded: string) => Values | null;
}[] = [
  {
    fits: (tool) => has(tool, "item", "country"),
    needs: (c, folded) =>
      CONTROLS.test(folded) ||
      c.reading.actions.objects.includes("licence") ||
      c.reading.ids.some((id) => id.kind === "licence") ||
      c.reading.actions.kinds.includes("release_hold"),
    values: controlValues,
  },
  {
    fits: (tool) => has(tool, "party", "name") && !has(tool, "item"),
    needs: (c, folded) =>
      SCREENS.test(folded) || c.reading.actions.objects.includes("sanctions") || c.reading.actions.kinds.includes("book_shipment"),
    values: (conversation) => {
      const party = partyNamed(conversation);
      return party === null ? null : { party };
    },
  },
  { fits: (tool) => has(tool, "declaration", "mrn"), needs: () => true, values: declarationValues },
  {
    fits: (tool) => has(tool, "party", "country") && !has(tool, "item"),
    needs: (c) => c.reading.ids.some((id) => id.kind === "party"),
    values: (c) => ({ party: idOf(c, "party") }),
  },
  {
    fits: (tool) => has(tool, "from", "to") && !has(tool, "shipment") && !has(tool, "lines") && !has(tool, "item"),
    needs: (c, folded) => SAILINGS.test(folded) && !c.reading.ids.some((id) => id.kind === "shipment"),
    values: routeValues,
  },
  { fits: (tool) => has(tool, "shipment", "late"), needs: () => true, values: shipmentValues },
  {
    fits: (tool) => has(tool, "item", "quantity", "date") && !has(tool, "country"),
    needs: (c, folded) => c.reading.quantities.length > 0 && (BY_DATE.test(folded) || c.reading.dates.length > 0),
    values: availabilityValues,
  },
  { fits: (tool) => has(tool, "item", "place") && !has(tool, "quantity"), needs: () => true, values: stockValues },
];

const idOf = (conversation: Conversation, kind: string) =>
  conversation.reading.ids.find((id) => id.kind === kind)?.id ?? conversation.context?.ids.find((id) => id.kind === kind)?.id;
const spelt = (place: ReturnType<typeof placesOf>["from"]) => (place ? spellings(place)[0] : undefined);
/** A country is looked up by its two letters: it is no place that has a name of its own in the records. */
const whole = (place: ReturnType<typeof placesOf>["from"]) => (place?.country && place.unlocode === null ? place.country : spelt(place));

function declarationValues(conversation: Conversation, folded: string): Values | null {
  const values: Values = {
    declaration: idOf(conversation, "declaration"),
    shipment: idOf(conversation, "shipment"),
    mrn: idOf(conversation, "mrn"),
    lrn: idOf(conversation, "lrn"),
    itn: idOf(conversation, "itn"),
  };
  if (values.declaration !== undefined) return { declaration: values.declaration };
  return Object.values(values).some((value) => value !== undefined) ||
    /\b(?:which|all|welche\w*|alle|quelles|toutes|cuales|todas|welke|open|drafts?|entwurf\w*|brouillon\w*)\b/.test(folded)
    ? values
    : null;
}

function shipmentValues(conversation: Conversation, folded: string): Values | null {
  const shipment = idOf(conversation, "shipment");
  if (shipment !== undefined) return { shipment };
  const places = placesOf(conversation.reading, null);
  const sku = conversation.reading.ids.find((id) => id.kind === "sku")?.id;
  const values: Values = {
    item: sku,
    from: whole(places.from),
    to: whole(places.to),
    late: LATE.test(folded) ? true : undefined,
    ...windowOf(conversation, folded),
  };
  const filtered = Object.values(values).some((value) => value !== undefined);
  return filtered || /\b(?:shipments?|sendungen|expeditions|envois|envios|zendingen)\b/.test(folded) ? values : null;
}

const ARRIVES =
  /\b(?:arriv\w*|eta|due in|ankomm\w*|ankunft|kommen\b.*\ban|eintreff\w*|lleg\w*|aankom\w*|aan(?=\s*\?|$)|binnen(?=kom\w*))\b/;

/** The days that a question about shipments names: when they leave, or when they arrive. */
function windowOf({ reading, now }: Conversation, folded: string): Values {
  const last = reading.dates.at(-1);
  if (!last) return {};
  const bound = boundOf(folded, last);
  if (ARRIVES.test(folded)) return { arrivesBefore: bound?.lastDay ?? last.date };
  const today = now.slice(0, 10);
  const first = reading.dates.length > 1 ? (reading.dates[0]?.date ?? today) : last.period ? (last.from ?? today) : last.date;
  return { departsFrom: bound ? today : first, departsBefore: bound?.lastDay ?? last.date };
}

function routeValues(conversation: Conversation): Values | null {
  const places = placesOf(conversation.reading, conversation.context);
  return places.from && places.to
    ? { from: spelt(places.from), to: spelt(places.to), date: conversation.reading.dates.at(-1)?.date }
    : null;
}

function stockValues(conversation: Conversation, folded: string): Values | null {
  const { reading, context, now } = conversation;
  const item = itemCandidates(reading, context);
  const place = placesOf(reading, context).at;
  if (EXPIRES.test(folded) && !/reserv/.test(folded)) {
    const until = reading.dates.at(-1);
    const day = until?.date ?? now.slice(0, 10);
    // "This month" and "by the 9th" mean that day as well: the filter is exclusive.
    const bound = until ? boundOf(folded, until) : null;
    const lastDay = bound?.lastDay ?? (until?.period === false ? dayBefore(day) : day);
    const before = dayAfter(lastDay);
    return { expiringBefore: before, place: spelt(place), item: reading.ids.find((id) => id.kind === "sku")?.id };
  }
  if (tellsShortage(folded)) return { belowSafety: true, place: spelt(place), item: reading.ids.find((id) => id.kind === "sku")?.id };
  return item.length > 0 || place ? { item: item[0], place: spelt(place), lot: idOf(conversation, "lot") } : null;
}

function availabilityValues(conversation: Conversation): Values | null {
  const { reading, context, now } = conversation;
  const item = itemCandidates(reading, context)[0];
  const quantity = reading.quantities[0];
  if (!item || !quantity) return null;
  return {
    item,
    quantity: quantity.quantity,
    unit: quantity.units[0] ?? "PCE",
    place: spelt(placesOf(reading, context).at),
    date: reading.dates.at(-1)?.date ?? now.slice(0, 10),
  };
}

/** Goods and destination of a licence question; where only a shipment is named, its papers say both. */
function controlValues(conversation: Conversation): Values | null {
  const { reading, context, steps } = conversation;
  const places = placesOf(reading, context);
  const read =
    steps.filter(succeeded).flatMap((step) => listOf(resultOf(step).declarations))[0] ?? recordsOf(conversation, "declaration")[0];
  const line = listOf(read?.lines)[0];
  const item = reading.ids.find((id) => id.kind === "sku")?.id ?? textOf(line?.sku) ?? undefined;
  const named = places.to ?? places.at ?? reading.places.find((place) => place.country !== null) ?? null;
  const quantity = reading.quantities[0];
  const country = named?.country ?? (named ? countryCode(named.text) : undefined) ?? textOf(read?.destinationCountry) ?? undefined;
  const licence = reading.ids.find((id) => id.kind === "licence")?.id;
  if (item === undefined && licence !== undefined) return { licence };
  if (item === undefined) {
    const said = reading.ids.some((id) => id.kind === "shipment" || id.kind === "declaration")
      ? undefined
      : itemCandidates(reading, context)[0];
    return said === undefined ? null : { item: said, country };
  }
  return {
    item,
    country,
    party: reading.ids.find((id) => id.kind === "party")?.id ?? textOf(read?.consignee) ?? undefined,
    quantity: quantity?.quantity ?? textOf(line?.quantity) ?? undefined,
    unit: quantity ? quantity.units[0] : (textOf(line?.uom) ?? undefined),
    date: reading.dates.at(-1)?.date,
  };
}

/** Another try after a read that named nothing: other words for the goods, other spellings of the place. */
function corrected(conversation: Conversation, tool: OfferedTool): Outcome | null {
  const calls = callsOf(conversation, tool.name);
  const failure = calls.length > 0 ? failureOf(calls[calls.length - 1] as (typeof calls)[number]) : null;
  if (!failure || calls.some(succeeded)) return null;
  const count = (pattern: RegExp) => calls.filter((step) => pattern.test(failureOf(step)?.code ?? "")).length;
  const { language, reading, context } = conversation;
  const items = itemCandidates(reading, context);
  if (/ambiguous/.test(failure.code))
    return {
      kind: "ask",
      text: phrase("ask_item_choice", language, { text: goodsAsSaid(reading) ?? items[0] ?? "" }),
      options: itemOptions(failure.hint),
    };
  const last = calls.at(-1)?.args ?? {};
  const parameter = (role: ParameterRole) => parametersOf(tool).find((candidate) => candidate.role === role)?.name ?? role;
  if (/unknown_(?:sku|item)/.test(failure.code)) {
    const next = items[count(/unknown_(?:sku|item)/)];
    return next === undefined
      ? { kind: "say", text: phrase("not_found", language, { text: items[0] ?? "" }) }
      : call(tool, { ...last, [parameter("item")]: next });
  }
  if (/unknown_(?:location|place)/.test(failure.code)) {
    const place = placesOf(reading, context).at;
    const next = place ? spellings(place)[count(/unknown_(?:location|place)/)] : undefined;
    return next === undefined
      ? { kind: "ask", text: phrase("ask_place", language, { text: place?.text ?? "" }), options: keysInHint(failure.hint, "LOC-") }
      : call(tool, { ...last, [parameter("place")]: next });
  }
  return { kind: "say", text: phrase("not_possible", language, { what: tool.name, code: failure.code, hint: failure.hint }) };
}

/** Reads what a question needs, each tool once; done when everything was read. */
export function readQuestion(conversation: Conversation, tools: readonly OfferedTool[]): Outcome {
  const folded = fold(conversation.reading.own);
  const wanted = READERS.flatMap((reader) => {
    const tool = tools.find(reader.fits);
    return tool && reader.needs(conversation, folded) ? [{ reader, tool }] : [];
  });
  // A licence question about a shipment reads its papers first.
  const ordered = [...wanted].sort((a, b) => Number(has(a.tool, "item", "country")) - Number(has(b.tool, "item", "country")));
  let asked = false;
  for (const { reader, tool } of ordered) {
    const again = corrected(conversation, tool);
    if (again) return again;
    if (callsOf(conversation, tool.name).length > 0) {
      asked = true;
      continue;
    }
    // One read of balances is enough: a plain question does not need the promise as well.
    if (asked && has(tool, "item", "place") && !has(tool, "quantity")) continue;
    const values = withState(conversation, tool, reader.values(conversation, folded));
    const filled = values ? fillArguments(tool, values) : null;
    if (filled && filled.missing.length === 0) return call(tool, filled.args);
  }
  return { kind: "done" };
}
