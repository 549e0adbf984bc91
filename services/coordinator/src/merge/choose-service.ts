import type { Intent, JsonObject, Snapshot } from "@quartermaster/shared/contracts";
import type { MergeRead } from "./merge-input.ts";
import { leavesWhenSaid } from "./said-departure.ts";

/** A booking is refused when less than this is left to the cut-off (approvals end executing thirty minutes before it). */
const EXECUTE_MARGIN_MS = 30 * 60_000;

const textOf = (fields: JsonObject, name: string): string => (typeof fields[name] === "string" ? fields[name] : "");

const earliestCutoff = (fields: JsonObject): string => {
  const cutoffs = fields.cutoffs;
  const times = typeof cutoffs === "object" && cutoffs !== null && !Array.isArray(cutoffs) ? [cutoffs.docs, cutoffs.cargo] : [];
  return [...times.filter((time): time is string => typeof time === "string"), textOf(fields, "etd")].sort()[0] ?? "";
};

const canBeBooked = (service: Snapshot, businessNow: string): boolean => {
  if (service.fields.bookable === false) return false;
  const limit = Date.parse(earliestCutoff(service.fields)) - EXECUTE_MARGIN_MS;
  return Number.isFinite(limit) && limit > Date.parse(businessNow);
};

export interface ServiceChoice {
  /** Earliest arrival that leaves when said, can still be booked and meets the date; ties by id. */
  chosen: Snapshot | undefined;
  /** Bookable services that leave on other days or arrive too late, earliest first. */
  late: Snapshot[];
}

/**
 * Chooses the service for a move by rule, without a model: earliest arrival not after `neededBy` (by date), tie by id.
 * @param neededBy ISO date or time, or null when any date will do.
 */
export function chooseService(quote: MergeRead, neededBy: string | null, businessNow: string, intent: Intent): ServiceChoice {
  const services = quote.records.filter((record) => record.kind === "service" && canBeBooked(record, businessNow));
  services.sort((a, b) => textOf(a.fields, "eta").localeCompare(textOf(b.fields, "eta")) || a.id.localeCompare(b.id));
  const inTime = ({ fields }: Snapshot) =>
    leavesWhenSaid(intent, textOf(fields, "etd")) && (neededBy === null || textOf(fields, "eta").slice(0, 10) <= neededBy.slice(0, 10));
  return { chosen: services.find(inTime), late: services.filter((service) => !inTime(service)) };
}
