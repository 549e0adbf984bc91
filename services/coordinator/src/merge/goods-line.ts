import type { JsonObject, PlanStep, Proposal } from "@quartermaster/shared/contracts";
import { decimal, type Rational, sum } from "@quartermaster/shared/quantity";
import { asDecimal } from "./decimal.ts";
import { objectsOf, textOf } from "./fields.ts";
import { unitUsesOf } from "./unit-uses.ts";

/** What a booking takes by one of its lines. */
export interface GoodsLine {
  sku: string;
  lot: string | null;
  /** Quantity in `unit`: the base unit where the agent worked it out, else the unit of the line. */
  base: Rational;
  unit: string;
  /** The line as it was asked for. */
  said: JsonObject;
  position: number;
}

/** Lines of a booking; a step that is only known by its arguments has its own units. */
export function linesOfBooking(booking: Pick<PlanStep, "args"> & Partial<Pick<Proposal, "planned">>): GoodsLine[] {
  const planned = objectsOf(booking.planned?.[0]?.snapshot.lines);
  return objectsOf(booking.args.lines).flatMap((said, position) => {
    const [sku, asked] = [textOf(said, "sku"), asDecimal(said.quantity)];
    if (sku === null || asked === null) return [];
    const known = planned[position]?.sku === sku ? planned[position] : undefined;
    const base = asDecimal(known?.baseQuantity);
    const unit = known && base !== null ? textOf(known, "baseUom") : null;
    const amount = unit === null ? { base: decimal(asked), unit: textOf(said, "uom") ?? "" } : { base: decimal(base ?? asked), unit };
    return [{ sku, lot: textOf(said, "lot"), ...amount, said, position }];
  });
}

/** Units that a step of supply takes, in `unit` where it says so, else as its guard counts them: in base units. */
export function unitsTaken(proposal: Proposal, unit: string): Rational {
  const asked = decimal(asDecimal(proposal.args.quantity) ?? "0");
  if (proposal.args.uom === unit) return asked;
  const uses = unitUsesOf([proposal]);
  return uses.length === 0 ? asked : sum(uses.map((use) => decimal(use.quantity)));
}
