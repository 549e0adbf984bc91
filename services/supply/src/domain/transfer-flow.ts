import { add, compare, decimal, type Rational, subtract, sum, ZERO } from "@quartermaster/shared/quantity";
import type { Transfer } from "./stock.ts";
import { exact } from "./units.ts";

/** Where the goods of a transfer are, in base units. What was issued is received, rejected, lost or in transit. */
export interface TransferFlow {
  state: Transfer["state"];
  quantity: string;
  issued: string;
  received: string;
  rejected: string;
  lost: string;
}

export type Flowed = { ok: true; flow: TransferFlow } | { ok: false; code: "illegal_transition" | "quantity_mismatch"; detail: string };

const UNDER_WAY = new Set<Transfer["state"]>(["issued", "partly_received"]);

/** Units that left and did not arrive yet. */
export const inTransit = ({ issued, received, rejected, lost }: TransferFlow): Rational =>
  subtract(decimal(issued), sum([received, rejected, lost].map(decimal)));

/** Goods issue: everything that was allocated leaves at once. */
export function issueTransfer(flow: TransferFlow): Flowed {
  if (flow.state !== "allocated")
    return { ok: false, code: "illegal_transition", detail: `is ${flow.state}; goods are issued once, from allocated` };
  return { ok: true, flow: { ...flow, state: "issued", issued: flow.quantity } };
}

/** State that follows from where the goods are. */
function stateOf(flow: TransferFlow): Transfer["state"] {
  const arrived = add(decimal(flow.received), decimal(flow.rejected));
  if (inTransit(flow).numerator > 0n) return add(arrived, decimal(flow.lost)).numerator > 0n ? "partly_received" : "issued";
  return arrived.numerator > 0n ? "received" : "closed";
}

/** Receipt, rejection at the door or loss of part of what is in transit; more than that is refused. */
export function settleTransfer(flow: TransferFlow, part: { received?: string; rejected?: string; lost?: string }): Flowed {
  if (!UNDER_WAY.has(flow.state)) return { ok: false, code: "illegal_transition", detail: `is ${flow.state}; nothing of it is in transit` };
  const next = { ...flow };
  for (const name of ["received", "rejected", "lost"] as const) next[name] = exact(add(decimal(flow[name]), decimal(part[name] ?? "0")));
  if (inTransit(next).numerator < 0n)
    return {
      ok: false,
      code: "quantity_mismatch",
      detail: `has ${exact(inTransit(flow))} in transit, that is less than what arrived or was lost`,
    };
  return { ok: true, flow: { ...next, state: stateOf(next) } };
}

/** Takes a receipt back that was declared an error: the goods count as in transit again. */
export function unsettleTransfer(flow: TransferFlow, part: { received: string; rejected: string }): Flowed {
  const received = subtract(decimal(flow.received), decimal(part.received));
  const rejected = subtract(decimal(flow.rejected), decimal(part.rejected));
  if (compare(received, ZERO) < 0 || compare(rejected, ZERO) < 0 || !["received", "partly_received"].includes(flow.state))
    return { ok: false, code: "illegal_transition", detail: `is ${flow.state}; there is no such receipt` };
  const next = { ...flow, received: exact(received), rejected: exact(rejected) };
  return { ok: true, flow: { ...next, state: stateOf(next) } };
}
