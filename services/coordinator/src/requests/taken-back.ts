import type { JsonObject, Receipt } from "@quartermaster/shared/contracts";
import { canonicalJson } from "@quartermaster/shared/signing";

/** A step that was done or may still be, as far as it takes the effect of another one back. */
export interface DoneStep {
  /** Request whose plan it stood in. */
  requestId: string;
  tool: string;
  args: JsonObject;
  receipt: Receipt | null;
  /** Planned, and not done yet. */
  isOpen?: boolean;
}

/** Actions that end what their id names, whoever asks and for whatever reason; the others set something to a value. */
const ENDS: Readonly<Record<string, string>> = {
  release_reservation: "reservationId",
  release_hold: "holdId",
  cancel_shipment: "shipmentId",
  invalidate_declaration: "declarationId",
};

/** The order in which a step's arguments name what it is about, as the column `subject` has it. */
const SUBJECTS = ["holdId", "reservationId", "shipmentId", "declarationId", "sku"] as const;

/** What an action is about, as its row would name it; null when its arguments name nothing. */
export function subjectOf(args: JsonObject): string | null {
  for (const key of SUBJECTS) if (typeof args[key] === "string") return args[key];
  return null;
}

const withoutReason = ({ reason: _reason, ...args }: JsonObject): string => canonicalJson(args);

/** All of it: a part that was released leaves the rest to be taken back. */
const isWhole = (inverse: JsonObject, other: JsonObject): boolean =>
  other.quantity === undefined || inverse.quantity === undefined || other.quantity === inverse.quantity;

/** Whether a step that was done later is the opposite of the effect that a receipt tells. */
function isOpposite(receipt: Receipt, done: DoneStep): boolean {
  const { inverse } = receipt;
  if (inverse === null || done.tool !== inverse.tool) return false;
  const id = ENDS[inverse.tool];
  return id === undefined
    ? withoutReason(done.args) === withoutReason(inverse.args)
    : done.args[id] === inverse.args[id] && isWhole(inverse.args, done.args);
}

export interface TakenBack {
  /** `undo_asked`: another side still has to agree; `undo_under_way`: a request for it is being decided or carried out. */
  because: "undone" | "undo_asked" | "undo_under_way";
  /** Request that did it, or is about to. */
  requestId: string;
}

/** Whether an effect was taken back already or is about to be, and by which request; null when it stands. What was done before it took back something else. */
export function takenBack(receipt: Receipt, done: readonly DoneStep[]): TakenBack | null {
  const opposite = done.filter(
    (step) =>
      step.isOpen !== true &&
      step.receipt?.outcome === "succeeded" &&
      step.receipt.externalOutcome !== "rejected" &&
      Date.parse(step.receipt.at) >= Date.parse(receipt.at) &&
      step.receipt.receiptId !== receipt.receiptId &&
      isOpposite(receipt, step),
  );
  const settled = opposite.find((step) => step.receipt?.externalOutcome !== "pending");
  if (settled) return { because: "undone", requestId: settled.requestId };
  if (opposite[0]) return { because: "undo_asked", requestId: opposite[0].requestId };
  const open = done.find((step) => step.isOpen === true && isOpposite(receipt, step));
  return open ? { because: "undo_under_way", requestId: open.requestId } : null;
}
