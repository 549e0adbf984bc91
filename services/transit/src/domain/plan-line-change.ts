import { add, compare, decimal, subtract } from "@quartermaster/shared/quantity";
import type { ChangeLinesArgs } from "./change-args.ts";
import { blocks, type ChangeProblem, type ChangeRejection, heldProblem, lineStateProblem, rejected } from "./change-rule.ts";
import { type Goods, goodsOf } from "./goods-of.ts";
import type { Item } from "./item.ts";
import type { TransitReads } from "./ports.ts";
import { resolveLines } from "./resolve-lines.ts";
import type { Shipment, ShipmentLine } from "./shipment.ts";
import { exact } from "./units.ts";

export interface LineChangePlan {
  ok: true;
  args: ChangeLinesArgs;
  shipment: Shipment;
  /** The shipment as it will be. */
  after: Shipment;
  changed: { before: ShipmentLine; after: ShipmentLine }[];
  items: Item[];
  goods: Goods;
  problems: ChangeProblem[];
}

/** The line that a change means: the one of the lot, else the only one of the item. */
function lineFor(shipment: Shipment, sku: string, lot: string | null): ShipmentLine | undefined {
  const lines = shipment.lines.filter((line) => line.sku === sku);
  const sameLot = lines.find((line) => lot !== null && line.lot === lot);
  return sameLot ?? (lines.length === 1 ? lines[0] : undefined);
}

async function spaceProblems(reads: TransitReads, shipment: Shipment, before: Goods, after: Goods): Promise<ChangeProblem[]> {
  if (compare(decimal(after.netKg), decimal(before.netKg)) <= 0) return [];
  const found: ChangeProblem[] = [];
  for (const leg of shipment.legs) {
    const service = leg.serviceId === null ? undefined : await reads.service(leg.serviceId);
    if (!service) continue;
    const booked = add(decimal(await reads.bookedKg(service.id)), subtract(decimal(after.netKg), decimal(before.netKg)));
    if (compare(booked, decimal(service.capacityKg)) > 0)
      found.push(
        blocks("capacity_exceeded", `${service.id} carries ${service.capacityKg} kg, ${exact(booked)} kg would be booked`, {
          serviceId: service.id,
        }),
      );
  }
  return found;
}

/** Works out what changing lines would do. Quantities are absolute, so a replay is harmless. */
export async function planLineChange(reads: TransitReads, given: ChangeLinesArgs): Promise<LineChangePlan | ChangeRejection> {
  const shipment = await reads.shipment(given.shipmentId.toUpperCase());
  if (!shipment) return rejected("unknown_shipment", `there is no shipment ${given.shipmentId}`, "shipmentId");
  if (shipment.transferRef !== null)
    return rejected(
      "transfer_bound",
      `${shipment.id} carries ${shipment.transferRef}: cancel it and move the new quantity instead`,
      "shipmentId",
    );
  // Quantities are absolute: without this, taking back one change would silently take back every later one.
  if (given.ifVersion !== undefined && given.ifVersion !== shipment.version)
    return rejected(
      "changed_since",
      `${shipment.id} has changed since (version ${shipment.version}, not ${given.ifVersion}): look at its lines and name the quantity`,
      "ifVersion",
    );
  const items = await reads.items([...new Set(shipment.lines.map((line) => line.sku))]);
  const asked = resolveLines(given.changes, new Map(items.map((item) => [item.sku, item])));
  if (!asked.ok) {
    const path = asked.path.replace(/^lines/, "changes");
    return asked.code === "unknown_sku"
      ? rejected("line_not_found", `${shipment.id} has no such line: ${asked.detail}`, path)
      : rejected(asked.code, asked.detail, path);
  }
  const changed: LineChangePlan["changed"] = [];
  for (const [index, wish] of asked.lines.entries()) {
    const before = lineFor(shipment, wish.sku, wish.lot);
    if (!before || changed.some((other) => other.before.line === before.line))
      return rejected(
        "line_not_found",
        `name the lot: ${shipment.id} has ${shipment.lines.map((line) => `${line.sku}${line.lot ? ` lot ${line.lot}` : ""}`).join(", ")}`,
        `changes.${index}.lot`,
      );
    changed.push({ before, after: { ...wish, line: before.line, lot: wish.lot ?? before.lot } });
  }
  if (
    changed.every(
      ({ before, after }) => before.lot === after.lot && compare(decimal(before.baseQuantity), decimal(after.baseQuantity)) === 0,
    )
  )
    return rejected("nothing_changes", `${shipment.id} carries exactly this already`, "changes");
  const lines = shipment.lines.map((line) => changed.find(({ before }) => before.line === line.line)?.after ?? line);
  const goods = goodsOf(lines, items);
  const changes = changed.map(({ after }) => ({
    sku: after.sku,
    ...(after.lot === null ? {} : { lot: after.lot }),
    quantity: after.quantity,
    uom: after.uom,
  }));
  return {
    ok: true,
    args: { shipmentId: shipment.id, changes, ...(given.ifVersion === undefined ? {} : { ifVersion: given.ifVersion }) },
    shipment,
    after: { ...shipment, lines },
    changed,
    items,
    goods,
    problems: [
      ...lineStateProblem(shipment),
      ...heldProblem(shipment),
      ...(await spaceProblems(reads, shipment, goodsOf(shipment.lines, items), goods)),
    ],
  };
}
