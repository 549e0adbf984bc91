import { explainCode, plainTimes, stateWord } from "@quartermaster/language";
import type { Language } from "@quartermaster/shared/contracts";
import type { Conversation, Step } from "../mind/conversation.ts";
import { isMap, leftOutOf, listOf, resultOf, succeeded, textOf } from "../mind/steps.ts";
import type { JsonMap } from "../protocol/chat-request.ts";
import { phrase } from "../texts/phrases.ts";
import { renderDocuments, renderLicences, renderScreening } from "./render-papers.ts";

const MANY = 8;
const text = (value: unknown) => textOf(value) ?? "–";
const time = (value: unknown) => plainTimes(text(value));
const state = (value: unknown, language: Language) => stateWord(text(value), language);
/** A place with its name when the record tells it: "Hamburg Distribution Centre (LOC-HAM)". */
const placeOf = (record: JsonMap): string =>
  textOf(record.locationName) === null ? text(record.location) : `${text(record.locationName)} (${text(record.location)})`;
const versioned = (record: JsonMap) => `${text(record.id)}${typeof record.version === "number" ? `@${record.version}` : ""}`;

/** The first lines, and how many more there are: beyond these, and in what the runtime or the tool left out. */
function few(lines: string[], language: Language, leftOut = 0): string[] {
  const more = Math.max(0, lines.length - MANY) + leftOut;
  return more === 0 ? lines : [...lines.slice(0, MANY), phrase("and_more", language, { count: more })];
}

/** The first members of a list in one line, with how many more there are. */
const first = (list: readonly string[], count: number, leftOut: number, language: Language): string => {
  const more = Math.max(0, list.length - count) + leftOut;
  return [...list.slice(0, count), ...(more > 0 ? [phrase("and_more", language, { count: more })] : [])].join(", ");
};

const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0);

function stock(result: JsonMap, language: Language, expiring: boolean): string[] {
  const rows = listOf(result.rows);
  if (expiring)
    return few(
      rows.map((row) =>
        phrase("expiring", language, {
          item: text(row.sku),
          lot: text(row.lot),
          location: placeOf(row),
          onHand: text(row.onHand),
          unit: text(row.unit),
          expiry: text(row.expiry),
          status: state(row.status, language),
          record: versioned(row),
        }),
      ),
      language,
      leftOutOf(result.rows),
    );
  const totals = listOf(result.totals).length > 0 ? listOf(result.totals) : rows;
  const lines = totals.map((total) => {
    const here = rows.filter((row) => row.sku === total.sku && row.location === total.location);
    const holders = here
      .flatMap((row) => listOf(row.reservations))
      .map((held) => `${text(held.quantity)} ${text(held.demandRef)} (${text(held.id)})`);
    const heldMore = here.reduce((sum, row) => sum + leftOutOf(row.reservations), 0);
    const safety = textOf(total.safetyStock) === null ? "" : phrase("safety", language, { value: text(total.safetyStock) });
    const line = phrase("total", language, {
      item: text(total.sku),
      location: here[0] ? placeOf(here[0]) : text(total.location),
      onHand: text(total.onHand),
      reserved: text(total.reserved),
      available: text(total.available),
      unit: text(total.unit),
      safety,
      records: here.map(versioned).join(", "),
    });
    return holders.length === 0 ? line : `${line}; ${phrase("held", language, { list: first(holders, 6, heldMore, language) })}`;
  });
  return few(lines, language, leftOutOf(totals.length > 0 && listOf(result.totals).length > 0 ? result.totals : result.rows));
}

function availability(result: JsonMap, language: Language): string[] {
  const wanted = isMap(result.wanted) ? result.wanted : {};
  return few(
    listOf(result.places).map((place) => {
      const record = listOf(place.lots)
        .map((lot) => text(lot.id))
        .join(", ");
      return phrase("can_be_had", language, {
        quantity: text(wanted.quantity),
        unit: text(wanted.uom),
        item: text(result.sku),
        date: text(result.neededBy),
        location: placeOf(place),
        available: text(place.available),
        // Nothing lies there: no record to name.
        record: record === "" ? text(place.unit) : record,
      });
    }),
    language,
    leftOutOf(result.places),
  );
}

/** Lines of a shipment in words; those of the goods that were asked for come first, so that no cut hides their amount. */
function goodsOf(shipment: JsonMap, language: Language, asked: string | null): string {
  const lines = listOf(shipment.lines).map((line) => ({
    sku: textOf(line.sku),
    said: `${text(line.quantity)} ${text(line.uom)} ${text(line.sku)}`,
  }));
  const sorted = [...lines].sort((a, b) => Number(b.sku === asked) - Number(a.sku === asked));
  return first(
    sorted.map(({ said }) => said),
    5,
    leftOutOf(shipment.lines),
    language,
  );
}

function shipments(result: JsonMap, language: Language, asked: string | null): string[] {
  return few(
    listOf(result.shipments).map((shipment) => {
      const holds = listOf(shipment.holds).filter((hold) => hold.state === "active");
      const goods = goodsOf(shipment, language, asked);
      const parts = [
        phrase("shipment", language, {
          id: versioned(shipment),
          state: state(shipment.state, language),
          origin: text(shipment.origin),
          destination: text(shipment.destination),
          etd: time(shipment.etd),
          eta: time(shipment.eta),
        }),
      ];
      if (goods !== "") parts.push(phrase("lines", language, { list: goods }));
      if (shipment.late === true) parts.push(phrase("late", language));
      if (holds.length > 0)
        parts.push(phrase("hold", language, { list: holds.map((hold) => `${text(hold.id)} (${state(hold.type, language)})`).join(", ") }));
      return parts.join("; ");
    }),
    language,
    leftOutOf(result.shipments) + numberOf(result.more),
  );
}

function services(result: JsonMap, language: Language): string[] {
  return few(
    listOf(result.options).map((option) =>
      phrase("service", language, {
        id: text(option.id),
        mode: text(option.mode),
        etd: time(option.etd),
        eta: time(option.eta),
        bookBy: time(option.bookBy),
      }),
    ),
    language,
    leftOutOf(result.options),
  );
}

function declarations(result: JsonMap, language: Language): string[] {
  return few(
    listOf(result.declarations).map((declaration) => {
      const goods = goodsOf(declaration, language, null);
      const parts = [
        phrase("declaration", language, {
          id: versioned(declaration),
          state: state(declaration.state, language),
          shipment: text(declaration.shipmentId),
        }),
      ];
      if (textOf(declaration.mrn)) parts.push(`MRN ${text(declaration.mrn)}`);
      if (goods !== "") parts.push(phrase("lines", language, { list: goods }));
      const documents = renderDocuments(declaration, language);
      if (documents) parts.push(documents);
      if (textOf(declaration.nextDeadline)) parts.push(phrase("deadline", language, { value: time(declaration.nextDeadline) }));
      return parts.join("; ");
    }),
    language,
    leftOutOf(result.declarations) + numberOf(result.more),
  );
}

function controls(result: JsonMap, language: Language): string[] {
  const item = text(result.sku);
  const dual = isMap(result.dualUse) ? textOf(result.dualUse.annex ?? result.dualUse.code ?? result.dualUse.ref) : textOf(result.dualUse);
  const entry = dual ?? (result.controlled === true ? "controlled" : "");
  const where = textOf(result.destinationCountry) ? ` (${text(result.destinationCountry)}, ${text(result.onDate)})` : "";
  const problems = listOf(result.problems).map(
    (problem) =>
      `${text(problem.code)}: ${explainCode(text(problem.code), text(problem.detail), language)}${textOf(problem.record) ? ` (${text(problem.record)})` : ""}`,
  );
  if (problems.length > 0) return [phrase("control_blocked", language, { item, entry, where, problems: problems.join("; ") })];
  if (result.controlled !== true || result.licenceNeeded === false) return [phrase("control_free", language, { item, where })];
  if (textOf(result.coveredBy))
    return [
      phrase("control_covered", language, { item, entry, where, licence: text(result.coveredBy), remaining: text(result.remaining) }),
    ];
  return [phrase("control_open", language, { item, entry })];
}

function screening(result: JsonMap, language: Language): string[] {
  const party = text(result.party ?? result.name);
  if (result.status === "clear") return [phrase("screen_clear", language, { party, list: text(result.listVersion) })];
  return [screeningProblem(result, language)];
}

/** Why a screened party may not be supplied yet, with the ids of the screening and of the list's entries. */
export const screeningProblem = (result: JsonMap, language: Language): string =>
  phrase("screen_blocked", language, {
    party: text(result.party ?? result.name),
    screening: text(result.openScreening),
    score: text(result.score),
    status: state(result.status, language),
    hits: Array.isArray(result.hits) ? result.hits.join(", ") : "",
  });

/** Lines for one read, by the form of its result; null when nothing was found. */
function linesOf(step: Step, language: Language): string[] | null {
  const result = resultOf(step);
  // Too large for any list of it: what the runtime shows is a beginning that says nothing by itself.
  if (result.cut === true) return [phrase("too_much", language)];
  if ("hits" in result && "status" in result) return screening(result, language);
  if (Array.isArray(result.rows)) return stock(result, language, typeof step.args.expiringBefore === "string");
  if (Array.isArray(result.places)) return availability(result, language);
  if (Array.isArray(result.shipments)) return shipments(result, language, textOf(step.args.sku));
  if (Array.isArray(result.options)) return services(result, language);
  if (Array.isArray(result.declarations)) return declarations(result, language);
  if (Array.isArray(result.hits) && "status" in result) return renderScreening(result, language);
  if (Array.isArray(result.licences) && !("controlled" in result)) return renderLicences(result, language);
  if ("controlled" in result || "licenceNeeded" in result) return controls(result, language);
  return null;
}

/** Figures and records that the reads found, in the user's language; nothing found is said as such. */
export function renderReads(conversation: Conversation, reads: readonly Step[]): string[] {
  const { language } = conversation;
  const lines: string[] = [];
  for (const step of reads.filter(succeeded)) {
    const found = linesOf(step, language);
    if (found && found.length > 0) lines.push(...found);
    else if (found) lines.push(phrase("not_found", language, { text: notFound(step) }));
  }
  return lines;
}

/** What a read looked for. */
function notFound(step: Step): string {
  const named = textOf(resultOf(step).notFound);
  const filters = Object.values(step.args).filter((value) => typeof value === "string");
  return named !== null && !named.includes(" ") ? named : filters.length > 0 ? filters.join(", ") : step.name;
}
