import {
  fold,
  keptValues,
  type NamedPlace,
  type NamedQuantity,
  partsOfAmounts,
  type Reading,
  type Span,
  unitCodes,
  words,
} from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";

interface Edit extends Span {
  text: string;
}

/** Fills a gap of the old turn with words of the new one, or adds them at the end. */
interface Merged {
  edits: Edit[];
  added: string[];
}

const NUMBER_AT_START = /^[-+]?[\d.,' ]*\d/;

function sameUnit(a: NamedQuantity, b: NamedQuantity): boolean {
  return a.units.length === 0 || b.units.length === 0 || a.units.some((code) => b.units.includes(code));
}

/** A unit said without a number answers "which unit?"; it goes behind the old amount. */
function bareUnit(turn: Reading): string | null {
  if (turn.quantities.length > 0) return null;
  return words(turn.own).find((word) => unitCodes(word.folded).length > 0 && word.folded.length > 1)?.text ?? null;
}

/** The amounts of the old turn that are said with goods that the new one names; all of them when it names none of those. */
function ofSameGoods(old: Reading, turn: Reading): NamedQuantity[] {
  const keys = turn.ids.filter(({ kind }) => kind === "sku" || kind === "code").map(({ id }) => id);
  const parts = partsOfAmounts(old);
  const own = old.quantities.filter((_amount, index) => {
    const part = parts[index];
    return old.ids.some(({ id, start, end }) => keys.includes(id) && part && start >= part.start && end <= part.end);
  });
  return own.length > 0 ? own : old.quantities;
}

/** What a turn says of amounts without the ones that it changes: "from 80 to 60" names both. */
function newAmounts(old: Reading, turn: Reading): NamedQuantity[] {
  const isOld = (quantity: NamedQuantity) =>
    old.quantities.some((known) => known.quantity === quantity.quantity && sameUnit(known, quantity));
  const fresh = turn.quantities.filter((quantity) => !isOld(quantity));
  return turn.quantities.length > old.quantities.length && fresh.length > 0 ? fresh : turn.quantities;
}

function mergeQuantities(old: Reading, turn: Reading, merged: Merged, fills: boolean): void {
  const open = [...ofSameGoods(old, turn)];
  const fresh = newAmounts(old, turn);
  const [one] = fresh;
  const could = open.filter((candidate) => one && sameUnit(candidate, one));
  const [first] = could;
  // "Sorry, 25" after two amounts: beside one of them it is asked about, in the place of one it would be a choice.
  if (!fills && one && first && fresh.length === 1 && could.length > 1) {
    merged.edits.push({ start: first.start, end: first.start, text: `${one.text}, ` });
    return;
  }
  for (const quantity of fresh) {
    const at = Math.max(
      0,
      open.findIndex((candidate) => sameUnit(candidate, quantity)),
    );
    const target = open.splice(at, 1)[0];
    if (!target) merged.added.push(quantity.text);
    else if (quantity.unitText !== null || target.unitText === null)
      merged.edits.push({ start: target.start, end: target.end, text: quantity.text });
    else {
      const number = NUMBER_AT_START.exec(target.text)?.[0] ?? target.text.split(" ")[0] ?? "";
      merged.edits.push({ start: target.start, end: target.start + number.length, text: quantity.text });
    }
  }
  const unit = bareUnit(turn);
  const only = old.quantities.find((quantity) => quantity.unitText === null) ?? old.quantities[0];
  if (unit !== null && only) merged.edits.push({ start: only.start, end: only.end, text: `${only.text.split(/\s/)[0]} ${unit}` });
}

const FROM: Record<Language, string> = { en: "from", de: "von", fr: "de", es: "desde", nl: "van" };
const TO: Record<Language, string> = { en: "to", de: "nach", fr: "vers", es: "a", nl: "naar" };

/** The word that gives a bare place the part that the old turn left open; null when both are taken. */
function openPart(old: readonly NamedPlace[], language: Language): string | null {
  const has = (...roles: NamedPlace["role"][]) => old.some((place) => roles.includes(place.role));
  if (has("to") && !has("from", "at")) return FROM[language];
  return has("from") && !has("to", "for") ? TO[language] : null;
}

function placeFor(place: NamedPlace, old: readonly NamedPlace[]): NamedPlace | undefined {
  const role = (name: NamedPlace["role"]) => old.find((candidate) => candidate.role === name);
  if (place.role === "from" || place.role === "at")
    return role(place.role) ?? (place.role === "at" ? (role("to") ?? role("from")) : role("at"));
  // A bare place stands for the one that could not be found, else for the destination.
  const unknown = place.role === "none" ? old.find((candidate) => !candidate.known && candidate.role !== "none") : undefined;
  return unknown ?? role("to") ?? role("for") ?? role("at");
}

const isSamePlace = (a: NamedPlace, b: NamedPlace): boolean =>
  a.unlocode !== null && b.unlocode !== null ? a.unlocode === b.unlocode : fold(a.name) === fold(b.name);

/** Verbs of replacing: what stands behind "from" is the old place, not where goods leave. */
const CHANGES =
  /\b(?:change|switch|replace|ander\w*|ersetz\w*|tausch\w*|chang\w*|remplac\w*|cambi\w*|reemplaz\w*|wijzig\w*|verander\w*|vervang\w*)\b/;

/** The places of a turn without those of the old one that others of it replace: "Gdansk becomes Valencia", "change Gdansk to Valencia". */
function newPlaces(old: Reading, turn: Reading): NamedPlace[] {
  const known = (place: NamedPlace) => old.places.find((candidate) => isSamePlace(candidate, place));
  const fresh = turn.places.filter((place) => place.known && !known(place));
  const changes = CHANGES.test(fold(turn.own));
  return turn.places.filter((place) => {
    const own = known(place);
    const isOld = own !== undefined && (place.role === "none" || place.role === own.role || changes);
    return !isOld || !fresh.some((other) => placeFor(other, old.places) === own);
  });
}

function mergePlaces(old: Reading, turn: Reading, merged: Merged, fills: boolean): void {
  const taken = new Map<NamedPlace, Edit>();
  for (const place of newPlaces(old, turn)) {
    if (!place.known && place.role === "none") continue;
    const part =
      fills && place.role === "none" && old.places.every((candidate) => candidate.known) ? openPart(old.places, old.language) : null;
    if (part !== null) {
      merged.added.push(`${part} ${place.text}`);
      continue;
    }
    const target = placeFor(place, old.places);
    const edit = target && taken.get(target);
    // Two for one part stand side by side, so that the sentence says both and is asked about.
    if (edit) edit.text += ` ${old.own.slice(old.own.lastIndexOf(" ", (target?.start ?? 0) - 2) + 1, target?.start)}${place.text}`;
    else if (target) {
      const fresh = { start: target.start, end: target.end, text: place.text };
      taken.set(target, fresh);
      merged.edits.push(fresh);
    } else merged.added.push(turn.own.slice(Math.max(0, turn.own.lastIndexOf(" ", place.start - 2)), place.end).trim());
  }
}

function mergeDates(old: Reading, turn: Reading, merged: Merged): void {
  const newest = turn.dates.at(-1);
  if (!newest) return;
  const target = old.dates[0] ?? old.past[0];
  // ISO form: the words around a weekday or a day may not fit into the other sentence.
  if (target) merged.edits.push({ start: target.start, end: target.end, text: newest.date });
  else merged.added.push(newest.date);
}

function mergeIds(old: Reading, turn: Reading, merged: Merged): void {
  for (const id of turn.ids) {
    if (id.kind === "location" || id.kind === "unlocode") continue;
    const same = old.ids.filter((candidate) => candidate.kind === id.kind);
    if (same.some((candidate) => candidate.id === id.id)) continue;
    const target = same.length === 1 ? same[0] : undefined;
    if (target) merged.edits.push({ start: target.start, end: target.end, text: id.text });
    else merged.added.push(id.text);
  }
}

/**
 * The earlier turn with the amounts, places, days and keys of the newer one put in their place: one sentence that says what is
 * wanted now. Null when the newer turn changes none of them. `fills`: the newer turn answers a question, so a bare place is the
 * part that the old one left open.
 */
export function mergeTurns(oldText: string, old: Reading, newer: Reading, fills = false): string | null {
  const turn = keptValues(newer);
  const merged: Merged = { edits: [], added: [] };
  mergeQuantities(old, turn, merged, fills);
  mergePlaces(old, turn, merged, fills);
  mergeDates(old, turn, merged);
  mergeIds(old, turn, merged);
  if (merged.edits.length === 0 && merged.added.length === 0) return null;
  let text = oldText;
  let limit = oldText.length + 1;
  for (const edit of merged.edits.sort((a, b) => b.start - a.start)) {
    if (edit.end > limit) continue;
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
    limit = edit.start;
  }
  const fresh = merged.added.filter((part) => !fold(text).includes(fold(part)));
  return fresh.length === 0 ? text : `${text.replace(/[\s.!]+$/, "")}, ${fresh.join(", ")}`;
}
