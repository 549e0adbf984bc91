import type { Finding } from "@quartermaster/shared/contracts";
import { transferMismatch } from "../../domain/transfer-mismatch.ts";
import type { PreparedBooking } from "./prepare-booking.ts";

export interface BookingTimes {
  /** The last moment for booking has passed. */
  late: boolean;
  /** Services that would take the goods instead. */
  others: readonly string[];
  promiseMissed: boolean;
  neededBy: string | null;
}

/** Another service would not help here: people choose another place, or split the goods. */
const ASKED = new Set(["location_dg_not_allowed", "dg_segregation"]);

/** A planned transfer that does not fit the booking. */
function transferFinding(booking: PreparedBooking): Finding[] {
  const detail = booking.transfer === null ? null : transferMismatch(booking.transfer, booking, booking.lines);
  return detail === null ? [] : [{ code: "transfer_mismatch", severity: "ask", detail, records: [], values: {} }];
}

function problemFindings({ service, assessment }: PreparedBooking, others: readonly string[]): Finding[] {
  const severityOf = (code: string): Finding["severity"] => (others.length > 0 || ASKED.has(code) ? "ask" : "refuse");
  return assessment.problems.map(({ code, detail, values, blocking }) => ({
    code,
    severity: blocking ? severityOf(code) : "warn",
    detail,
    records: [`${service.id}@${service.version}`],
    values: { ...values, alternatives: [...others] },
  }));
}

function timeFindings({ service, assessment }: PreparedBooking, times: BookingTimes): Finding[] {
  const records = [`${service.id}@${service.version}`];
  const findings: Finding[] = [];
  if (times.late) {
    const detail = `${service.id} could be booked until ${assessment.executeLimit}, and no later service can be booked`;
    const values = { cutoff: assessment.cutoff, executeLimit: assessment.executeLimit, alternatives: [...times.others] };
    findings.push({ code: "cutoff_missed", severity: "refuse", detail, records, values });
  }
  if (times.promiseMissed) {
    const detail = `${service.id} arrives ${service.eta}, needed by ${times.neededBy}`;
    findings.push({
      code: "promise_date_missed",
      severity: "warn",
      detail,
      records,
      values: { eta: service.eta, neededBy: times.neededBy },
    });
  }
  return findings;
}

function placeFindings({ service, assessment, origin, destination }: PreparedBooking): Finding[] {
  const findings: Finding[] = [];
  if (assessment.crossesTerritory) {
    const detail = `goods leave ${origin.territory} for ${destination.territory}: a declaration is needed`;
    const values = { from: origin.territory, to: destination.territory, fromCountry: origin.country, toCountry: destination.country };
    findings.push({ code: "customs_territory_crossed", severity: "warn", detail, records: [`${service.id}@${service.version}`], values });
  }
  for (const { own } of [origin, destination]) {
    if (own?.state !== "counting") continue;
    const detail = `${own.id} is being counted`;
    findings.push({
      code: "count_in_progress",
      severity: "ask",
      detail,
      records: [`${own.id}@${own.version}`],
      values: { location: own.id },
    });
  }
  return findings;
}

/** Findings of a booking's dry run, as conflict codes of the merge. */
export function bookingFindings(booking: PreparedBooking, times: BookingTimes): Finding[] {
  return [
    ...problemFindings(booking, times.others),
    ...timeFindings(booking, times),
    ...placeFindings(booking),
    ...transferFinding(booking),
  ];
}
