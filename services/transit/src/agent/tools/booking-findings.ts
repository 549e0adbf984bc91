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

/** A planned transfer that does not fit the booking. */
function transferFinding(booking: PreparedBooking): Finding[] {
  const detail = booking.transfer === null ? null : transferMismatch(booking.transfer, booking, booking.lines);
  return detail === null ? [] : [{ code: "transfer_mismatch", severity: "ask", detail, records: [], values: {} }];
}

/** Findings of a booking's dry run, as conflict codes of the merge. */
export function bookingFindings(booking: PreparedBooking, times: BookingTimes): Finding[] {
  const { service, assessment, origin, destination } = booking;
  const records = [`${service.id}@${service.version}`];
  const findings: Finding[] = assessment.problems.map((problem) => ({
    code: problem.code,
    severity: problem.blocking ? (times.others.length > 0 || problem.code === "location_dg_not_allowed" ? "ask" : "refuse") : "warn",
    detail: problem.detail,
    records,
    values: { ...problem.values, alternatives: [...times.others] },
  }));
  if (times.late) {
    const values = { cutoff: assessment.cutoff, executeLimit: assessment.executeLimit, alternatives: [...times.others] };
    findings.push({
      code: "cutoff_missed",
      severity: "refuse",
      detail: `${service.id} could be booked until ${assessment.executeLimit}, and no later service can be booked`,
      records,
      values,
    });
  }
  if (assessment.crossesTerritory) {
    const values = { from: origin.territory, to: destination.territory, fromCountry: origin.country, toCountry: destination.country };
    findings.push({
      code: "customs_territory_crossed",
      severity: "warn",
      detail: `goods leave ${origin.territory} for ${destination.territory}: a declaration is needed`,
      records,
      values,
    });
  }
  if (times.promiseMissed) {
    findings.push({
      code: "promise_date_missed",
      severity: "warn",
      detail: `${service.id} arrives ${service.eta}, needed by ${times.neededBy}`,
      records,
      values: { eta: service.eta, neededBy: times.neededBy },
    });
  }
  for (const place of [origin, destination]) {
    if (place.own?.state === "counting")
      findings.push({
        code: "count_in_progress",
        severity: "ask",
        detail: `${place.id} is being counted`,
        records: [`${place.id}@${place.own.version}`],
        values: { location: place.id },
      });
  }
  findings.push(...transferFinding(booking));
  return findings;
}
