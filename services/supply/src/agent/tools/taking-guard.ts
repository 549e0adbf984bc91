import type { Finding, Guard, Origin, Snapshot } from "@quartermaster/shared/contracts";
import type { Taking } from "../../domain/assess-taking.ts";
import type { Problem } from "../../domain/problem.ts";
import { nameOf } from "../../domain/snapshots.ts";
import { takingFacts } from "../../domain/taking-facts.ts";

/** Bound guard: enough is left and nothing that matters changed; unrelated reservations disturb nobody. */
export const takingGuard = (taking: Taking): Guard => ({
  kind: "bound",
  domain: "supply",
  record: taking.row.id,
  facts: takingFacts(taking),
  atLeast: { available: taking.base },
});

/** The row that units are taken from, with what all lots of the place come to: safety stock is one of the place. */
export const atItsPlace = (row: Snapshot, taking: Taking): Snapshot => ({
  ...row,
  fields: { ...row.fields, availableAtPlace: taking.availableAtPlace },
});

/** Findings of a dry run. */
export const toFindings = (problems: readonly Problem[]): Finding[] =>
  problems.map((problem) => ({ ...problem, detail: problem.detail.slice(0, 1000), records: problem.records.slice(0, 40) }));

/** Where the lot came from when the tool chose it. */
export const lotOrigin = (taking: Taking): Record<string, Origin> =>
  taking.lotMatters && !taking.lotPinned ? { "/lot": { kind: "computed", record: nameOf(taking.row) } } : {};
