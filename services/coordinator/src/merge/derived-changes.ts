import type { Action, JsonObject, Proposal } from "@quartermaster/shared/contracts";
import { add, compare, decimal, divide, formatDecimal, multiply, type Rational, subtract, ZERO } from "@quartermaster/shared/quantity";
import type { DerivedNeeds } from "./derived-needs.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import { objectsOf, textOf } from "./fields.ts";
import type { MergeInput } from "./merge-input.ts";
import { demandsOf, papersOf, shipmentBefore } from "./shipment-changes.ts";
import type { SnapshotIndex } from "./snapshot-index.ts";

const NOTHING: DerivedNeeds = { needs: [], conflicts: [] };
const refOf = (prefix: string, proposal: Proposal): string => `${prefix}_${proposal.ref}`.slice(0, 32);

/** A call that was made already: the error that it gave is a conflict, not another call. */
function unlessFailed(input: MergeInput, need: Action, parent: Proposal, same: (args: JsonObject) => boolean): DerivedNeeds {
  const failed = input.failedCalls.find((call) => call.tool === need.tool && same(call.args));
  return failed ? { needs: [], conflicts: [draftConflict(failed.code, [parent], failed.detail)] } : { needs: [need], conflicts: [] };
}

const merged = (parts: readonly DerivedNeeds[]): DerivedNeeds => ({
  needs: parts.flatMap((part) => part.needs),
  conflicts: parts.flatMap((part) => part.conflicts),
});

interface Reserved {
  id: string;
  demandRef: string;
  sku: string;
  location: string;
  lot: string | null;
  quantity: string;
}

/** What is set aside for a shipment, under any of its names. */
function reservedFor(index: SnapshotIndex, shipment: JsonObject): Reserved[] {
  return demandsOf(shipment).flatMap((demandRef) =>
    objectsOf(index.find("supply", "demand", demandRef)?.fields.reservations).map((held) => ({
      id: String(held.id),
      demandRef,
      sku: String(held.sku),
      location: String(held.location),
      lot: textOf(held, "lot"),
      quantity: String(held.quantity),
    })),
  );
}

interface LineDifference {
  sku: string;
  lot: string | null;
  unit: string;
  difference: Rational;
}

/** Base units by sku and lot, after less before. */
export function differencesOf(before: JsonObject, after: JsonObject): LineDifference[] {
  const sums = new Map<string, LineDifference>();
  const count = (lines: JsonObject[], sign: 1 | -1) => {
    for (const line of lines) {
      const key = `${String(line.sku)}|${textOf(line, "lot") ?? ""}`;
      const known = sums.get(key) ?? { sku: String(line.sku), lot: textOf(line, "lot"), unit: String(line.baseUom), difference: ZERO };
      const base = decimal(String(line.baseQuantity));
      sums.set(key, { ...known, difference: sign === 1 ? add(known.difference, base) : subtract(known.difference, base) });
    }
  };
  count(objectsOf(after.lines), 1);
  count(objectsOf(before.lines), -1);
  return [...sums.values()]
    .filter(({ difference }) => compare(difference, ZERO) !== 0)
    .sort((a, b) => (`${a.sku}|${a.lot}` < `${b.sku}|${b.lot}` ? -1 : 1));
}

const exact = (value: Rational): string => formatDecimal(value) ?? "0";

/** More units are set aside at the origin, under the name that holds the others. */
function reserveMore(
  input: MergeInput,
  parent: Proposal,
  all: readonly Proposal[],
  shipment: JsonObject,
  held: readonly Reserved[],
  line: LineDifference,
  position: number,
): DerivedNeeds {
  const location = textOf(shipment, "origin");
  if (location === null || !location.startsWith("LOC-")) return NOTHING;
  const covered = all.some((other) => other.tool === "reserve_stock" && other.args.sku === line.sku && other.args.location === location);
  if (covered) return NOTHING;
  const demandRef = held[0]?.demandRef ?? textOf(shipment, "id") ?? "";
  const args: JsonObject = {
    sku: line.sku,
    location,
    quantity: exact(line.difference),
    uom: line.unit,
    ...(line.lot === null ? {} : { lot: line.lot }),
    demandRef,
  };
  return unlessFailed(
    input,
    { agent: "supply", tool: "reserve_stock", args, ref: refOf(`more${position}`, parent) },
    parent,
    (other) => other.sku === line.sku && other.demandRef === demandRef,
  );
}

/** Units that are not shipped any more are given back, reservation by reservation. */
function releaseSome(
  input: MergeInput,
  parent: Proposal,
  all: readonly Proposal[],
  held: readonly Reserved[],
  line: LineDifference,
  position: number,
): DerivedNeeds {
  let rest = subtract(ZERO, line.difference);
  const parts: DerivedNeeds[] = [];
  for (const reservation of held.filter((one) => one.sku === line.sku && (line.lot === null || one.lot === line.lot))) {
    if (compare(rest, ZERO) <= 0) break;
    const whole = decimal(reservation.quantity);
    const part = compare(rest, whole) < 0 ? rest : whole;
    rest = subtract(rest, part);
    if (all.some((other) => other.tool === "release_reservation" && other.args.reservationId === reservation.id)) continue;
    const args: JsonObject = {
      reservationId: reservation.id,
      quantity: exact(part),
      uom: line.unit,
      reason: `${String(parent.args.shipmentId)} carries less`,
    };
    const need: Action = {
      agent: "supply",
      tool: "release_reservation",
      args,
      ref: refOf(`less${position}${parts.length}`, parent),
      after: [parent.ref],
    };
    parts.push(unlessFailed(input, need, parent, (other) => other.reservationId === reservation.id));
  }
  return merged(parts);
}

/** Line changes of a declaration that make it say what is shipped; net mass and value follow by themselves. */
function quantityChanges(papers: JsonObject, after: JsonObject): JsonObject[] {
  return objectsOf(papers.lines).flatMap((line) => {
    const shipped = objectsOf(after.lines).filter((other) => other.sku === line.sku);
    const siblings = objectsOf(papers.lines).filter((other) => other.sku === line.sku);
    if (shipped.length === 0 || siblings.length > 1) return [];
    const base = shipped.reduce((sum, other) => add(sum, decimal(String(other.baseQuantity))), ZERO);
    const factor = divide(decimal(String(line.quantity)), decimal(String(line.baseQuantity)));
    const to = formatDecimal(multiply(base, factor));
    return to === null || compare(decimal(to), decimal(String(line.quantity))) === 0
      ? []
      : [{ line: Number(line.line), field: "quantity", from: String(line.quantity), to }];
  });
}

const AMENDED = new Set(["accepted", "released", "arrived_at_exit"]);

/** Papers follow a change of the shipment: a draft is revised, a lodged declaration amended. */
function papersFollow(
  input: MergeInput,
  index: SnapshotIndex,
  parent: Proposal,
  all: readonly Proposal[],
  changes: (papers: JsonObject) => JsonObject[],
): DerivedNeeds {
  const shipmentId = String(parent.args.shipmentId);
  const papers = papersOf(index, shipmentId);
  const declarationId = papers ? textOf(papers, "declarationId") : null;
  if (!papers || declarationId === null) return NOTHING;
  const done = all.some(
    (other) =>
      (other.tool === "draft_declaration" || other.tool === "amend_declaration") &&
      (other.args.declarationId === declarationId || other.args.shipmentId === shipmentId),
  );
  const wanted = changes(papers);
  if (done || wanted.length === 0) return NOTHING;
  if (papers.state === "draft") {
    const need: Action = {
      agent: "export",
      tool: "draft_declaration",
      args: { shipmentId, declarationId },
      ref: refOf("draft", parent),
      after: [parent.ref],
    };
    return unlessFailed(input, need, parent, (args) => args.declarationId === declarationId);
  }
  if (!AMENDED.has(String(papers.state))) return NOTHING;
  const args: JsonObject = { declarationId, changes: wanted, reason: `${shipmentId} changed` };
  const need: Action = { agent: "export", tool: "amend_declaration", args, ref: refOf("amend", parent), after: [parent.ref] };
  return unlessFailed(input, need, parent, (other) => other.declarationId === declarationId);
}

/** Other lines: units are set aside or given back, and the papers say what is shipped. */
export function needsOfLines(input: MergeInput, index: SnapshotIndex, proposals: readonly Proposal[], parent: Proposal): DerivedNeeds {
  const before = shipmentBefore(parent);
  const after = parent.planned[0]?.snapshot;
  if (!before || !after) return NOTHING;
  const held = reservedFor(index, before);
  const units = differencesOf(before, after).map((line, position) =>
    line.difference.numerator > 0n
      ? reserveMore(input, parent, proposals, before, held, line, position)
      : releaseSome(input, parent, proposals, held, line, position),
  );
  return merged([...units, papersFollow(input, index, parent, proposals, (papers) => quantityChanges(papers, after))]);
}

/** Another destination: the papers name another country. */
export function needsOfRoute(input: MergeInput, index: SnapshotIndex, proposals: readonly Proposal[], parent: Proposal): DerivedNeeds {
  const after = parent.planned[0]?.snapshot;
  const country = after ? textOf(after, "destinationCountry") : null;
  if (country === null) return NOTHING;
  return papersFollow(input, index, parent, proposals, (papers) =>
    textOf(papers, "destinationCountry") === country
      ? []
      : [{ field: "destinationCountry", from: textOf(papers, "destinationCountry") ?? "", to: country }],
  );
}

const VOIDED = new Set(["accepted", "released", "arrived_at_exit"]);
const BEFORE_LOADING = new Set(["draft", "booked", "picking", "packed"]);

/** Stop first: until people have decided, nothing of a shipment that shall end moves on. */
function holdFirst(proposals: readonly Proposal[], parent: Proposal, before: JsonObject): DerivedNeeds {
  const shipmentId = String(parent.args.shipmentId);
  const held =
    objectsOf(before.holds).some((hold) => hold.state === "active") ||
    proposals.some((other) => other.tool === "place_hold" && other.args.shipmentId === shipmentId);
  if (held || before.state === "draft") return NOTHING;
  const args: JsonObject = { shipmentId, type: "customer", reason: textOf(parent.args, "reason") ?? "cancellation asked for" };
  return { needs: [{ agent: "transit", tool: "place_hold", args, ref: refOf("hold", parent) }], conflicts: [] };
}

/** Units of a cancelled shipment are given back only while nothing is loaded; afterwards that follows from the offloading. */
function releaseAll(
  input: MergeInput,
  index: SnapshotIndex,
  proposals: readonly Proposal[],
  parent: Proposal,
  before: JsonObject,
): DerivedNeeds {
  if (!BEFORE_LOADING.has(String(before.state))) return NOTHING;
  const skus = new Set(objectsOf(before.lines).map((line) => line.sku));
  const parts = reservedFor(index, before)
    .filter(
      (held) =>
        skus.has(held.sku) && !proposals.some((other) => other.tool === "release_reservation" && other.args.reservationId === held.id),
    )
    .map((held, position) => {
      const args: JsonObject = { reservationId: held.id, reason: `${String(parent.args.shipmentId)} is cancelled` };
      const need: Action = {
        agent: "supply",
        tool: "release_reservation",
        args,
        ref: refOf(`free${position}`, parent),
        after: [parent.ref],
      };
      return unlessFailed(input, need, parent, (other) => other.reservationId === held.id);
    });
  return merged(parts);
}

/** A cancellation stops the goods, gives their units back and voids their papers. */
export function needsOfCancelling(input: MergeInput, index: SnapshotIndex, proposals: readonly Proposal[], parent: Proposal): DerivedNeeds {
  const before = shipmentBefore(parent);
  if (!before) return NOTHING;
  const papers = papersOf(index, String(parent.args.shipmentId));
  const declarationId = papers ? textOf(papers, "declarationId") : null;
  const parts = [holdFirst(proposals, parent, before), releaseAll(input, index, proposals, parent, before)];
  const voided = proposals.some((other) => other.tool === "invalidate_declaration" && other.args.declarationId === declarationId);
  if (papers && declarationId !== null && VOIDED.has(String(papers.state)) && !voided) {
    const args: JsonObject = { declarationId, reason: "goods will not leave" };
    const need: Action = { agent: "export", tool: "invalidate_declaration", args, ref: refOf("void", parent), after: [parent.ref] };
    parts.push(unlessFailed(input, need, parent, (other) => other.declarationId === declarationId));
  }
  return merged(parts);
}

/** In exact mode: what a change leaves inconsistent, as conflicts instead of calls. */
export function inconsistencies(needs: DerivedNeeds, parent: Proposal): DraftConflict[] {
  const codes: Record<string, [string, string]> = {
    reserve_stock: ["transport_without_stock", "no units are set aside for what is added"],
    draft_declaration: ["declared_qty_ne_shipped_qty", "the draft does not say what is shipped"],
    amend_declaration: ["declaration_needs_amendment", "no amendment goes with this change"],
  };
  return needs.needs.flatMap((need) => {
    const known = codes[need.tool];
    return known ? [draftConflict(known[0], [parent], known[1])] : [];
  });
}
