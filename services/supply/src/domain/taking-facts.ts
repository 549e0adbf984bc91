import type { JsonObject } from "@quartermaster/shared/contracts";
import type { Taking } from "./assess-taking.ts";

/** Facts of a stock row that must stay as they are while units are taken from it; the tool guards them, the executor compares them. */
export const takingFacts = (taking: Taking): JsonObject => ({
  lot: taking.row.lot,
  status: taking.row.status,
  expiry: taking.row.expiry,
  aboveSafety: !taking.underSafety,
});
