import { territoryOf } from "./place.ts";
import type { Leg, Shipment } from "./shipment.ts";

/** Steps of the world that move a shipment, and the states in which each is legal. Everything that is not here is refused. */
export const SHIPMENT_MOVES = {
  picking: { from: ["booked"], to: "picking" },
  packing: { from: ["picking"], to: "packed" },
  unpacking: { from: ["packed"], to: "picking" },
  loading: { from: ["packed"], to: "loaded" },
  departing: { from: ["loaded", "departed"], to: "departed" },
  arriving: { from: ["departed"], to: "arrived" },
  delivering: { from: ["arrived"], to: "delivered" },
} as const satisfies Record<string, { from: readonly string[]; to: string }>;

export type ShipmentStep = keyof typeof SHIPMENT_MOVES;

export type Movement =
  | { ok: true; state: string; leg: Leg | null }
  | { ok: false; code: "illegal_transition" | "hold_active" | "event_time_invalid"; detail: string };

const no = (code: "illegal_transition" | "hold_active" | "event_time_invalid", detail: string): Movement => ({ ok: false, code, detail });

/** The leg that a departure or an arrival is about: the first that has not left, or the one under way. */
const legOf = (step: ShipmentStep, legs: readonly Leg[], seq: number | undefined): Leg | null => {
  if (seq !== undefined) return legs.find((leg) => leg.seq === seq) ?? null;
  if (step === "arriving") return legs.find((leg) => leg.atd !== null && leg.ata === null) ?? null;
  return legs.find((leg) => leg.atd === null) ?? null;
};

/** Steps that an active hold stops: nothing is loaded, leaves or is handed over while one stands. */
const STOPPED_BY_HOLD = new Set<ShipmentStep>(["loading", "departing", "delivering"]);

function checkLeg(step: ShipmentStep, shipment: Shipment, leg: Leg | null, at: string): Movement | null {
  if (leg === null) return no("illegal_transition", `${shipment.id} has no leg for ${step}`);
  const before = shipment.legs.filter((other) => other.seq < leg.seq);
  if (step === "departing") {
    if (leg.atd !== null) return no("illegal_transition", `leg ${leg.seq} of ${shipment.id} left at ${leg.atd}`);
    const open = before.find((other) => other.ata === null);
    if (open) return no("illegal_transition", `leg ${open.seq} of ${shipment.id} has not arrived`);
    const last = before.at(-1)?.ata ?? null;
    return last !== null && Date.parse(at) < Date.parse(last)
      ? no("event_time_invalid", `leg ${leg.seq} cannot leave before ${last}`)
      : null;
  }
  if (leg.atd === null || leg.ata !== null) return no("illegal_transition", `leg ${leg.seq} of ${shipment.id} is not under way`);
  return Date.parse(at) < Date.parse(leg.atd)
    ? no("event_time_invalid", `leg ${leg.seq} left at ${leg.atd}, it cannot arrive before`)
    : null;
}

/** What a step makes of a shipment, or why it is refused. */
export function moveShipment(step: ShipmentStep, shipment: Shipment, event: { at: string; legSeq?: number | undefined }): Movement {
  const move: { from: readonly string[]; to: string } = SHIPMENT_MOVES[step];
  if (!move.from.includes(shipment.state))
    return no("illegal_transition", `${shipment.id} is ${shipment.state}; ${step} is possible in ${move.from.join(", ")}`);
  const holds = shipment.holds.filter((hold) => hold.state === "active");
  if (STOPPED_BY_HOLD.has(step) && holds.length > 0)
    return no("hold_active", `${shipment.id} is on hold: ${holds.map((hold) => `${hold.id} (${hold.type})`).join(", ")}`);
  if (step !== "departing" && step !== "arriving") return { ok: true, state: move.to, leg: null };
  const leg = legOf(step, shipment.legs, event.legSeq);
  const problem = checkLeg(step, shipment, leg, event.at);
  if (problem) return problem;
  // Between two legs the goods are under way all the same.
  const onTheWay = step === "arriving" && shipment.legs.some((other) => other.seq !== leg?.seq && other.ata === null);
  return { ok: true, state: onTheWay ? "departed" : move.to, leg };
}

/** True when goods on this leg leave a customs territory, so that customs must have let them go first. */
export const leavesTerritory = (leg: Leg): boolean => territoryOf(leg.from.slice(0, 2)) !== territoryOf(leg.to.slice(0, 2));

/** The export leg that a step would start: the next one to leave, when goods are ours to export and it crosses a border. */
export function exportLegOf(step: ShipmentStep, shipment: Shipment, legSeq: number | undefined): Leg | null {
  if (shipment.kind === "inbound" || (step !== "loading" && step !== "departing")) return null;
  const leg = legOf("departing", shipment.legs, step === "departing" ? legSeq : undefined);
  return leg !== null && leavesTerritory(leg) ? leg : null;
}

/** States of papers in which goods may be loaded for exit. A regime without release lets them go once it has numbered the filing. */
const FREE_TO_LEAVE = new Set(["arrived_at_exit", "exited"]);
export const mayLeave = (papers: { state: unknown; regime: unknown }): boolean =>
  FREE_TO_LEAVE.has(String(papers.state)) || (papers.regime === "US-EEI" && papers.state === "accepted");
