import type { Declaration } from "./declaration.ts";
import type { Item } from "./item.ts";
import type { ExportReads } from "./ports.ts";
import type { InvalidateDeclarationArgs } from "./request-args.ts";
import { declined, openMessageProblem, type RequestProblem, type RequestRejection, stateProblem } from "./request-rule.ts";
import { hasLeft, type ShipmentFacts } from "./shipment-facts.ts";

export interface InvalidationPlan {
  ok: true;
  args: InvalidateDeclarationArgs;
  declaration: Declaration;
  items: Item[];
  problems: RequestProblem[];
}

/** Customs gives up a declaration only for goods that have not left. */
export const departureProblem = (declaration: Declaration, shipment: ShipmentFacts | null): RequestProblem[] =>
  shipment && hasLeft(shipment)
    ? [
        {
          code: "goods_have_left",
          detail: `${declaration.shipmentId} is ${shipment.state}: papers of goods that left cannot be given up`,
          record: declaration.shipmentId,
          blocking: true,
        },
      ]
    : [];

/** Works out what asking customs to void a declaration would do. */
export async function planInvalidation(reads: ExportReads, given: InvalidateDeclarationArgs): Promise<InvalidationPlan | RequestRejection> {
  const declaration = await reads.declaration(given.declarationId.toUpperCase());
  if (!declaration) return declined("unknown_declaration", `there is no declaration ${given.declarationId}`, "declarationId");
  const open = await reads.hasOpenMessage(declaration.id, "invalidate");
  return {
    ok: true,
    args: { declarationId: declaration.id, reason: given.reason },
    declaration,
    items: await reads.items([...new Set(declaration.lines.map((line) => line.sku))]),
    problems: [...stateProblem(declaration, "invalidate"), ...openMessageProblem(declaration, "invalidate", open)],
  };
}
