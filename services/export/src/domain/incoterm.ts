const SEA_ONLY = new Set(["FAS", "FOB", "CFR", "CIF"]);
const WATER = new Set(["sea", "barge"]);

/** Why an incoterm does not fit the shipment, or null. */
export function incotermProblem(declared: string | null, shipped: string | null, modes: readonly string[]): string | null {
  if (declared !== null && shipped !== null && declared !== shipped) return `the declaration says ${declared}, the shipment ${shipped}`;
  const land = modes.find((mode) => !WATER.has(mode));
  // Pre-carriage by road to a port is part of a sea shipment; only a shipment without any sea leg disagrees.
  const overWater = modes.some((mode) => WATER.has(mode));
  return declared !== null && SEA_ONLY.has(declared) && !overWater && land !== undefined
    ? `${declared} is for sea and inland waterway, the shipment goes by ${land}`
    : null;
}
