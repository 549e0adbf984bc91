import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { overlaps, type Span } from "../text/span.ts";
import { wordsBefore } from "../text/words-before.ts";
import { COUNTRY_NAMES, countryCode } from "./countries.ts";
import type { NamedId } from "./find-ids.ts";
import { knownPlace, PLACE_NAMES } from "./gazetteer.ts";

/** What a place is to the action: where goods are, where they leave, where they go. */
export type PlaceRole = "from" | "to" | "at" | "for" | "none";

/** A place or, when nothing tells that it is one, a name that stands where a place would. */
export interface NamedPlace extends Span {
  role: PlaceRole;
  text: string;
  /** What to look it up by: an id, a UN/LOCODE, or the English name. */
  name: string;
  unlocode: string | null;
  country: string | null;
  /** True when the text itself tells that it is a place. */
  known: boolean;
}

const ROLES: [PlaceRole, RegExp][] = [
  [
    "to",
    /\b(?:to|into|towards|nach|in die|ins|zu|zum|zur|gen|vers|jusqu'a|hacia|hasta|naar|richting)\s*(?:the |our |unser(?:e[mn])? |notre |nuestr[oa] |onze? |das |dem |den |la |el |le |les |l'|los |las |de |het )?(?:lager |werk |depot |almacen (?:de )?|entrepot (?:de )?|magazijn |warehouse )?$/,
  ],
  [
    "at",
    /\b(?:in|at|im|bei|am|en|au|te|bij|within|chez|sur|dans)\s*(?:the |our |unser(?:e[mn])? |notre |nuestr[oa] |onze? |das |dem |den |la |el |le |het )?(?:lager |werk |depot |almacen (?:de )?|entrepot (?:de )?|magazijn |warehouse )?$/,
  ],
  [
    "for",
    /\b(?:for|fur|pour|para|voor|an|por)\s*(?:the |our |unser(?:e[mn])? |notre |nuestr[oa] |onze? |das |den |la |el |le |het )?(?:lager |depot |almacen (?:de )?|entrepot (?:de )?|magazijn )?$/,
  ],
];
const FROM =
  /\b(?:from|out of|ex|von|aus|ab|vom|depuis|desde|du|de|d'|del|van|vanuit|uit)\s*(?:the |our |unser(?:e[mn])? |notre |nuestr[oa] |onze? |das |dem |la |el |le |het )?(?:lager |werk |depot |almacen (?:de )?|entrepot (?:de )?|magazijn |warehouse )?$/;
/** Verbs that take the place they leave, or reach, without a preposition: "leave Hamburg", "Hamburg verlassen". */
const LEAVES_BEFORE =
  /\b(?:leav(?:e|es|ing)|left|depart(?:s|ed|ing)?|exit(?:s|ed|ing)?|quitt\w*|abandon\w*|verlass\w*|verlaat|verlaten)\s+(?:the |das |la |el |le |het )?$/;
/** Right behind the place, at the end of the clause: "Sendungen verlassen Hamburg" names no such place. */
const LEAVES_BEHIND = /^\s+(?:verlass\w*|verlaat|verlaten)(?=\s*(?:$|[,.;:?!]))/;
const REACHES_BEFORE = /\b(?:reach(?:es|ed|ing)?|erreich\w*|attei(?:nt|gn\w*)|alcanz\w*|bereik\w*)\s+(?:the |das |la |el |le |het )?$/;
const REACHES_BEHIND = /^\s+(?:erreich\w*|bereik\w*)(?=\s*(?:$|[,.;:?!]))/;
const A_GRAVE = /\ba(?:l)?\s*$/;
const ARROW_BEFORE = /[>→➜]\s*$/;
/** Folded, every dash is a hyphen. */
const ARROW_AFTER = /^\s*(?:[-=]{0,2}>|→|➜)/;
const CAPITALISED =
  /(?<![\p{L}\p{N}-])\p{Lu}[\p{L}\p{N}&.'-]*(?:\s+(?:\p{Lu}[\p{L}\p{N}&.'-]*|of|de|du|la|le|del|der|van))*(?![\p{L}\p{N}])/gu;

function roleOf(folded: string, span: Span): PlaceRole {
  const before = wordsBefore(folded, span.start);
  const after = folded.slice(span.end);
  if (ARROW_BEFORE.test(before)) return "to";
  if (ARROW_AFTER.test(after)) return "from";
  if (A_GRAVE.test(before)) return "to";
  for (const [role, pattern] of ROLES) if (pattern.test(before)) return role;
  if (FROM.test(before) || LEAVES_BEFORE.test(before) || LEAVES_BEHIND.test(after)) return "from";
  return REACHES_BEFORE.test(before) || REACHES_BEHIND.test(after) ? "to" : "none";
}

const TO_AFTER = /^\s+(?:to|nach|naar|vers|hacia|hasta)\s/;

/** "Lyon to Felixstowe": a place right before "to" is where things leave. */
function knownRole(folded: string, span: Span): PlaceRole {
  const role = roleOf(folded, span);
  return role === "none" && TO_AFTER.test(folded.slice(span.end)) ? "from" : role;
}

const standsAlone = (folded: string, span: Span) =>
  !/[\p{L}\p{N}-]/u.test(folded[span.start - 1] ?? " ") && !/[\p{L}\p{N}]/u.test(folded[span.end] ?? " ");

function byName(folded: string, names: readonly string[]): Span[] {
  const found: Span[] = [];
  for (const name of names) {
    for (let at = folded.indexOf(name); at >= 0; at = folded.indexOf(name, at + 1)) {
      const span = { start: at, end: at + name.length };
      if (standsAlone(folded, span) && !found.some((other) => overlaps(other, span))) found.push(span);
    }
  }
  return found;
}

type Found = Omit<NamedPlace, "role">;

function fromIds(ids: readonly NamedId[]): Found[] {
  return ids
    .filter((id) => id.kind === "location" || id.kind === "unlocode")
    .map((id) => ({
      start: id.start,
      end: id.end,
      text: id.text,
      name: id.id,
      unlocode: id.kind === "unlocode" ? id.id : null,
      country: id.kind === "unlocode" ? id.id.slice(0, 2) : null,
      known: true,
    }));
}

/** Short names of hubs, as in "GDN -> HAM": three capitals that stand beside an arrow or after from, to, in. */
function shortCodes(text: string, folded: string): Found[] {
  return matchesOf(text, /(?<![\p{L}\p{N}-])[A-Z]{2,4}(?![\p{L}\p{N}]|[-–—](?![-–—]?>))/gu)
    .filter(({ span }) => {
      const before = wordsBefore(folded, span.start);
      return (
        ARROW_BEFORE.test(before) ||
        ARROW_AFTER.test(folded.slice(span.end)) ||
        TO_AFTER.test(folded.slice(span.end)) ||
        roleOf(folded, span) === "from" ||
        roleOf(folded, span) === "to" ||
        roleOf(folded, span) === "at"
      );
    })
    .map(({ match, span }) => ({
      ...span,
      text: match[0],
      name: match[0],
      unlocode: null,
      country: countryCode(match[0]) ?? null,
      known: true,
    }));
}

/** Lower-case or unknown names in the frame "from X to Y" of the five languages. */
const FRAMES =
  /\b(?:from|von|de|van|desde|aus)\s+([\p{L}]{3,}(?:-[\p{L}]+)?)\s+(?:to|nach|a|vers|naar|hasta|hacia)\s+([\p{L}]{3,}(?:-[\p{L}]+)?)/gu;

/** Words that stand in the same frame without being places: "mettre de côté à …". */
const NO_PLACES = new Set(
  "cote part stock suite nouveau lot charge retard our the unser unserem unseren notre nuestro nuestra ons onze".split(" "),
);

function framed(text: string, folded: string): Found[] {
  const found: Found[] = [];
  for (const match of folded.matchAll(FRAMES)) {
    const second = match[2] ?? "";
    const first = match[1] ?? "";
    const firstAt = folded.indexOf(first, match.index);
    const secondAt = match.index + match[0].length - second.length;
    for (const [at, name] of [
      [firstAt, first],
      [secondAt, second],
    ] as const) {
      const written = text.slice(at, at + name.length);
      if (!/^\p{Lu}/u.test(written) && !NO_PLACES.has(name))
        found.push({ start: at, end: at + name.length, text: written, name: written, unlocode: null, country: null, known: true });
    }
  }
  return found;
}

function capitalised(text: string, folded: string, ignore: (word: string) => boolean): Found[] {
  return matchesOf(text, CAPITALISED)
    .map(({ match, span }) => ({ written: match[0].replace(/[.'-]+$/, ""), span }))
    .map(({ written, span }) => ({ written, span: { start: span.start, end: span.start + written.length } }))
    .filter(({ written, span }) => {
      const role = roleOf(folded, span);
      return role !== "none" && !ignore(fold(written)) && !/^\d/.test(written);
    })
    .map(({ written, span }) => ({ ...span, text: written, name: written, unlocode: null, country: null, known: false }));
}

/**
 * Finds places and the part each plays. `ids` are the keys found before; `ignore` names capitalised words that are no places
 * (German writes every noun with a capital).
 */
export function findPlaces(text: string, ids: readonly NamedId[], ignore: (folded: string) => boolean = () => false): NamedPlace[] {
  const folded = fold(text);
  const found: Found[] = [...fromIds(ids)];
  const add = (place: Found) => {
    if (!found.some((other) => overlaps(other, place)) && !ids.some((id) => overlaps(id, place))) found.push(place);
  };
  for (const span of byName(folded, PLACE_NAMES)) {
    const place = knownPlace(text.slice(span.start, span.end));
    if (place)
      add({
        ...span,
        text: text.slice(span.start, span.end),
        name: place.name,
        unlocode: place.unlocode,
        country: place.unlocode.slice(0, 2),
        known: true,
      });
  }
  const names = new Map(COUNTRY_NAMES);
  for (const span of byName(
    folded,
    COUNTRY_NAMES.map(([name]) => name).filter((name) => name.length > 2),
  )) {
    const written = text.slice(span.start, span.end);
    // Country names are capitalised in all five languages; "turkey" or "oman" in lower case may be anything.
    // Beside another capital it is part of a company's name.
    if (/^\p{Lu}/u.test(written) && !/^ \p{Lu}/u.test(text.slice(span.end)))
      add({
        ...span,
        text: written,
        name: written,
        unlocode: null,
        country: names.get(folded.slice(span.start, span.end)) ?? null,
        known: true,
      });
  }
  for (const place of [...shortCodes(text, folded), ...framed(text, folded), ...capitalised(text, folded, ignore)]) add(place);
  return found
    .sort((a, b) => a.start - b.start)
    .map((place) => ({ ...place, role: place.known ? knownRole(folded, place) : roleOf(folded, place) }));
}
