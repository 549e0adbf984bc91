import type { Shipment } from "../domain/shipment.ts";

/** What becomes of a shipment that nothing is done to, for whoever rejects: one on hold does not go on. */
export function goesOn({ id, holds }: Pick<Shipment, "id" | "holds">): string {
  const types = [...new Set(holds.filter((hold) => hold.state === "active").map((hold) => hold.type))];
  return types.length === 0 ? `${id} goes on as planned.` : `${id} stays on hold (${types.join(", ")}).`;
}
