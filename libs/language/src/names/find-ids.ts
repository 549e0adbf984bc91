import { isMeasureAhead } from "../figures/measure-ahead.ts";
import { fold } from "../text/fold.ts";
import { matchesOf } from "../text/matches-of.ts";
import { overlaps, type Span } from "../text/span.ts";
import { isCountryCode } from "./countries.ts";

/** A record, item, place or code that a text names by its key. */
export interface NamedId extends Span {
  kind: string;
  id: string;
  text: string;
}

const PREFIX_KINDS: Record<string, string> = {
  SHP: "shipment",
  SHIP: "shipment",
  SHPT: "shipment",
  EXD: "declaration",
  DEC: "declaration",
  DECL: "declaration",
  RSV: "reservation",
  RES: "reservation",
  HLD: "hold",
  HOLD: "hold",
  SO: "demand",
  ORD: "demand",
  ORDER: "demand",
  WO: "demand",
  PO: "purchase_order",
  LOC: "location",
  SVC: "service",
  CAR: "carrier",
  PTY: "party",
  SUP: "party",
  CUS: "party",
  LIC: "licence",
  TRF: "transfer",
  STK: "stock",
  SCR: "screening",
  DOC: "document",
  POD: "document",
  MSG: "message",
  INV: "invoice",
  LRN: "lrn",
};
/** Keys that are made here end in ten characters of base 32; one in eight has no digit among them. */
const MADE_HERE = /^[A-Z2-7]{10}$/;
const MADE_PREFIXES = new Set(["SHP", "EXD", "RSV", "HLD", "TRF", "PO", "SCR", "STK"]);
/** Prefixes of which a key may consist of letters only, as in LOC-HAM. */
const LETTER_KEYS = new Set(["LOC", "PTY", "SUP", "CAR", "CUS"]);
const INCOTERMS = /\b(?:EXW|FCA|CPT|CIP|DAP|DPU|DDP|FAS|FOB|CFR|CIF)\b/gi;
const PREFIXED = new RegExp(`\\b(${Object.keys(PREFIX_KINDS).join("|")})(?:-|[ ]?(?=\\d))([A-Z0-9]+(?:-[A-Z0-9]+)*)\\b`, "gi");
const MRN = /\b\d{2}[A-Z]{2}[A-Z0-9]{13,14}\b/g;
const ITN = /\bX\d{14}\b/g;
const UN_NUMBER = /\bUN ?(\d{4})\b/gi;
const CONTAINER = /\b[A-Z]{3}[UJZ]\d{7}\b/g;
const LOT =
  /\b(?:lot|batch|charge|partie|lote|partij|lotnummer|chargennummer)\s+(?:no\.?\s+|nr\.?\s+|n\.?\s+)?([A-Za-z]*\d[A-Za-z0-9-]*)/gi;
const HYPHENATED = /(?<![\p{L}\p{N}-])(?=[A-Za-z0-9-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+(?![\p{L}\p{N}])/gu;
const PLAIN_CODE = /(?<![\p{L}\p{N}-])(?=[A-Z0-9]*\d)[A-Z]{1,8}\d[A-Z0-9]{2,}(?![\p{L}\p{N}-])/gu;
const LOCODE = /(?<![\p{L}\p{N}-])[A-Z]{2}[A-Z2-9]{3}(?![\p{L}\p{N}-])/gu;
/** Five capital letters that are English words rather than places. */
const SHOUTED = new Set([
  "STOCK",
  "CARGO",
  "VALVE",
  "BOXES",
  "PUMPS",
  "DRUMS",
  "TODAY",
  "PLEASE",
  "GOODS",
  "SHIPS",
  "BLOCK",
  "ITEMS",
  "PAPER",
  "MOVED",
  "ORDER",
  "LATER",
  "CHECK",
  "TRUCK",
]);
const TECHNICAL = /^(?:DN|PN|IP|PT|ISO|VG|EN|DIN|M|V|W|KW)\d+$/;

function looksLikeItem(text: string): boolean {
  const hasDigit = /\d/.test(text);
  const hasLetter = /[A-Za-z]/.test(text);
  if (!hasLetter) return false;
  // "cut-off" and "follow-up" have neither digits nor capitals; "RGT-KIT" has capitals.
  return hasDigit ? !/^\d+-[a-z]{3,}$/.test(text) : text === text.toUpperCase();
}

type Rule = (text: string) => NamedId[];

const whole =
  (kind: string, pattern: RegExp, accept: (text: string) => boolean = () => true): Rule =>
  (text) =>
    matchesOf(text, pattern)
      .filter(({ match }) => accept(match[0]))
      .map(({ match, span }) => ({ ...span, kind, id: match[0].toUpperCase(), text: match[0] }));

const prefixed: Rule = (text) =>
  matchesOf(text, PREFIXED).flatMap(({ match, span }) => {
    const prefix = (match[1] ?? "").toUpperCase();
    const rest = (match[2] ?? "").toUpperCase();
    const joined = match[0].includes("-");
    const made = joined && MADE_PREFIXES.has(prefix) && match[0] === match[0].toUpperCase() && MADE_HERE.test(rest);
    if (!made && !/\d/.test(rest) && !(LETTER_KEYS.has(prefix) && joined && (prefix === "LOC" || match[0] === match[0].toUpperCase())))
      return [];
    // Without a hyphen only unmistakable prefixes count: "SHP 1007", not "so 50" or "order 60".
    if (!joined && !["SHP", "EXD", "RSV", "HLD", "TRF", "LIC", "SVC"].includes(prefix)) return [];
    return [{ ...span, kind: PREFIX_KINDS[prefix] ?? "record", id: `${prefix}-${rest}`, text: match[0] }];
  });

const unNumbers: Rule = (text) =>
  matchesOf(text, UN_NUMBER).map(({ match, span }) => ({ ...span, kind: "un_number", id: `UN${match[1]}`, text: match[0] }));

const lots: Rule = (text) =>
  matchesOf(fold(text), LOT).map(({ match, span }) => {
    const length = (match[1] ?? "").length;
    const start = span.end - length;
    const written = text.slice(start, span.end);
    return { start, end: span.end, kind: "lot", id: written.toUpperCase(), text: written };
  });

/** Whatever stands right behind a word for an invoice is one, whatever its form. */
const INVOICE = /\b(?:invoice|rechnung|facture|factura|factuur)\s+(?:(?:no|nr|n|num)\.?\s+)?((?=[a-z-]*\d)[a-z0-9]+(?:[-/][a-z0-9]+)*)\b/g;
const invoices: Rule = (text) =>
  matchesOf(fold(text), INVOICE).map(({ match, span }) => {
    const written = text.slice(span.end - (match[1] ?? "").length, span.end);
    return { start: span.end - written.length, end: span.end, kind: "invoice", id: written.toUpperCase(), text: written };
  });

/** An article number of figures alone ("44-7010"); a year, a day, a telephone and a range of amounts are none. */
const FIGURES = /(?<![\p{L}\p{N}.,/+-])\d{2,3}-\d{4,6}(?![\p{L}\p{N}-]|\s?(?:-|[.,]\d))/gu;
const figures: Rule = (text) =>
  matchesOf(text, FIGURES)
    .filter(
      ({ span }) => !isMeasureAhead(fold(text), span.end) && !/(?:\btel\w*|\bphone|\bfax|\bfon)[.:]?\s*$/i.test(text.slice(0, span.start)),
    )
    .map(({ match, span }) => ({ ...span, kind: "code", id: match[0], text: match[0] }));

const RULES: Rule[] = [
  prefixed,
  invoices,
  whole("mrn", MRN),
  whole("itn", ITN),
  unNumbers,
  whole("container", CONTAINER),
  lots,
  whole("incoterm", INCOTERMS),
  whole("sku", HYPHENATED, looksLikeItem),
  whole("unlocode", LOCODE, (text) => !SHOUTED.has(text) && isCountryCode(text.slice(0, 2))),
  whole("code", PLAIN_CODE, (text) => !TECHNICAL.test(text)),
  figures,
];

/** Finds keys by their form, in reading order; earlier rules win where two see the same characters. */
export function findIds(text: string): NamedId[] {
  const found: NamedId[] = [];
  for (const rule of RULES) for (const hit of rule(text)) if (!found.some((other) => overlaps(other, hit))) found.push(hit);
  return found.sort((a, b) => a.start - b.start);
}
