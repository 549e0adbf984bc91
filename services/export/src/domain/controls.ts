import { formatDecimal, type Rational } from "@quartermaster/shared/quantity";
import { type CountryPolicy, embargoReason } from "./country-policy.ts";
import { hasFullCode, type Item } from "./item.ts";
import { coversItem, type Licence, licenceGap, remaining } from "./licence.ts";
import { territoryOf } from "./territory.ts";

export interface ControlInput {
  item: Item;
  /** ISO country, or null when not known. */
  destinationCountry: string | null;
  /** Party id, or null when not known. */
  consignee: string | null;
  /** Base units that go out, or null when not known. */
  need: Rational | null;
  /** Day of exit, ISO. */
  exitDate: string;
  /** Territory that the goods leave. */
  originTerritory: string;
  licences: readonly Licence[];
  policy: CountryPolicy | undefined;
}

export interface ControlProblem {
  code: string;
  detail: string;
  record: string | null;
}

export interface ControlResult {
  controlled: boolean;
  /** Null when the destination is not known and the item is listed. */
  licenceNeeded: boolean | null;
  /** Licence that covers the need. */
  licence: Licence | null;
  remaining: string | null;
  problems: ControlProblem[];
}

/** Order in which a failing licence explains itself best: the closest one speaks. */
const CLOSEST = [
  "licence_quantity_exceeded",
  "licence_exhausted",
  "licence_expired",
  "licence_consignee_mismatch",
  "uom_mismatch",
  "licence_missing",
];

function findCover(input: ControlInput, country: string): { licence: Licence | null; problem: ControlProblem | null } {
  const usable = (licence: Licence) => licence.kind !== "general" || input.originTerritory === "EU";
  const candidates = input.licences.filter(
    (licence) => usable(licence) && coversItem(licence, input.item) && licence.destinations.includes(country),
  );
  const ordered = [...candidates].sort((a, b) => (a.kind === "general" ? 0 : 1) - (b.kind === "general" ? 0 : 1) || (a.id < b.id ? -1 : 1));
  const gaps: ControlProblem[] = [];
  for (const licence of ordered) {
    const gap = licenceGap(licence, input.item, input.need, input.consignee, input.exitDate);
    if (gap === null) return { licence, problem: null };
    gaps.push({ ...gap, record: licence.id });
  }
  gaps.sort((a, b) => CLOSEST.indexOf(a.code) - CLOSEST.indexOf(b.code));
  const missing = {
    code: "licence_missing",
    detail: `no licence covers ${input.item.sku} (${input.item.dualUse}) to ${country}`,
    record: null,
  };
  return { licence: null, problem: gaps[0] ?? missing };
}

/** Code, embargo and licence of one item for one destination. Listed goods move freely inside the union; the papers mention them. */
export function checkControls(input: ControlInput): ControlResult {
  const { item, destinationCountry } = input;
  const problems: ControlProblem[] = [];
  if (!hasFullCode(item))
    problems.push({
      code: "classification_mismatch",
      detail: `${item.sku} has no full code: ${item.cn8} does not extend ${item.hs6} to eight digits`,
      record: item.sku,
    });
  const embargo = destinationCountry === null ? null : embargoReason(item, destinationCountry, input.policy);
  if (embargo !== null) problems.push({ code: "destination_embargo", detail: embargo, record: destinationCountry });
  const controlled = item.dualUse !== null;
  const nothing = { licence: null, remaining: null };
  if (!controlled) return { controlled, licenceNeeded: false, ...nothing, problems };
  if (destinationCountry === null) return { controlled, licenceNeeded: null, ...nothing, problems };
  if (input.originTerritory === "EU" && territoryOf(destinationCountry) === "EU")
    return { controlled, licenceNeeded: false, ...nothing, problems };
  const { licence, problem } = findCover(input, destinationCountry);
  if (problem) problems.push(problem);
  const left = licence ? remaining(licence) : null;
  return { controlled, licenceNeeded: true, licence, remaining: left === null ? null : formatDecimal(left), problems };
}
