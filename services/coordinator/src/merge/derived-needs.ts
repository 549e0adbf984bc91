import type { Action, JsonObject, JsonValue, Proposal } from "@quartermaster/shared/contracts";
import { formatDecimal } from "@quartermaster/shared/quantity";
import { chooseService } from "./choose-service.ts";
import { inconsistencies, needsOfCancelling, needsOfLines, needsOfRoute } from "./derived-changes.ts";
import { type UnitsByParent, unitsOfShipments } from "./derived-units.ts";
import { type DraftConflict, draftConflict } from "./draft-conflict.ts";
import type { MergeInput, MergeRead } from "./merge-input.ts";
import { type MissingUnits, missingUnits } from "./missing-units.ts";
import { CHANGES_SHIPMENT } from "./shipment-changes.ts";
import { indexSnapshots, type SnapshotIndex } from "./snapshot-index.ts";

export interface DerivedNeeds {
  needs: Action[];
  conflicts: DraftConflict[];
}

const textArg = (args: JsonObject, name: string): string | null => (typeof args[name] === "string" ? args[name] : null);

const plannedFields = (proposal: Proposal): JsonObject => proposal.planned[0]?.snapshot ?? {};

const booksFor = (proposal: Proposal, ref: string): boolean => proposal.tool === "book_shipment" && proposal.args.transferRef === `@${ref}`;

const findQuote = (reads: readonly MergeRead[], from: string, to: string): MergeRead | undefined =>
  reads.findLast((read) => read.tool === "quote_options" && read.args.fromUnlocode === from && read.args.toUnlocode === to);

/** Lines of a booking as a transfer asks for them. */
function linesOf(transfer: Proposal): JsonValue {
  const line: JsonObject = { sku: transfer.args.sku ?? null, quantity: transfer.args.quantity ?? null, uom: transfer.args.uom ?? null };
  if (typeof transfer.args.lot === "string") line.lot = transfer.args.lot;
  return [line];
}

/** A transfer between places needs transport: first the sailings are asked for, then the rule picks one. */
function needsOfTransfer(input: MergeInput, proposals: readonly Proposal[], transfer: Proposal): DerivedNeeds {
  const from = textArg(transfer.args, "fromLocation");
  const to = textArg(transfer.args, "toLocation");
  if (from === null || to === null || proposals.some((proposal) => booksFor(proposal, transfer.ref))) return { needs: [], conflicts: [] };
  const failed = input.failedCalls.find((call) => call.agent === "transit" && call.args.transferRef === `@${transfer.ref}`);
  if (failed) return { needs: [], conflicts: [draftConflict(failed.code, [transfer], failed.detail)] };
  const neededBy = textArg(transfer.args, "neededBy");
  const quote = findQuote(input.reads, from, to);
  if (!quote) {
    const refused = input.failedCalls.find((call) => call.tool === "quote_options");
    if (refused) return { needs: [], conflicts: [draftConflict(refused.code, [transfer], refused.detail)] };
    const args: JsonObject = { fromUnlocode: from, toUnlocode: to };
    const fields = plannedFields(transfer);
    if (typeof fields.dgUn === "string") args.dgUn = fields.dgUn;
    if (typeof fields.grossKg === "string") args.grossKg = fields.grossKg;
    return { needs: [{ agent: "transit", tool: "quote_options", args }], conflicts: [] };
  }
  const choice = chooseService(quote, neededBy, input.businessNow, input.intent);
  if (choice.chosen) {
    const args: JsonObject = {
      origin: from,
      destination: to,
      lines: linesOf(transfer),
      serviceId: choice.chosen.id,
      transferRef: `@${transfer.ref}`,
    };
    return {
      needs: [{ agent: "transit", tool: "book_shipment", args, ref: `book_${transfer.ref}`.slice(0, 32), after: [transfer.ref] }],
      conflicts: [],
    };
  }
  const options = choice.late.slice(0, 4).map((service) => ({ serviceId: service.id, eta: service.fields.eta ?? null }));
  const code = quote.records.length === 0 ? "transfer_without_transport" : "cutoff_missed";
  const detail =
    quote.records.length === 0
      ? `no service runs from ${from} to ${to}`
      : `no service from ${from} to ${to} that can still be booked leaves when said and arrives${neededBy === null ? "" : ` by ${neededBy.slice(0, 10)}`}`;
  return {
    needs: [],
    conflicts: [
      {
        ...draftConflict(
          code,
          [transfer],
          detail,
          quote.records.map((r) => `${r.id}@${r.version}`),
          { options, neededBy },
        ),
        severity: "ask",
      },
    ],
  };
}

/** A booking that leaves a customs territory needs papers; a draft is made once the shipment is planned. */
function needsOfCrossing(input: MergeInput, proposals: readonly Proposal[], booking: Proposal): DerivedNeeds {
  if (!booking.findings.some((finding) => finding.code === "customs_territory_crossed")) return { needs: [], conflicts: [] };
  if (proposals.some((proposal) => proposal.tool === "draft_declaration" && proposal.args.shipmentId === `@${booking.ref}`))
    return { needs: [], conflicts: [] };
  const failed = input.failedCalls.find((call) => call.tool === "draft_declaration" && call.args.shipmentId === `@${booking.ref}`);
  if (failed) return { needs: [], conflicts: [draftConflict(failed.code, [booking], failed.detail)] };
  const args: JsonObject = { shipmentId: `@${booking.ref}` };
  const incoterm = textArg(booking.args, "incoterm");
  if (incoterm !== null) args.incoterm = incoterm;
  return {
    needs: [{ agent: "export", tool: "draft_declaration", args, ref: `draft_${booking.ref}`.slice(0, 32), after: [booking.ref] }],
    conflicts: [],
  };
}

/** Units of our own that bookings take are set aside first, as far as neither the plan nor the books do that already. */
function needsOfStock(input: MergeInput, missing: readonly MissingUnits[]): DerivedNeeds {
  const needs: Action[] = [];
  const conflicts: DraftConflict[] = [];
  for (const { booking, line, sku, location, demandRef, lot, base, unit, whole, besides } of missing) {
    const failed = input.failedCalls.find(
      ({ tool, args }) => tool === "reserve_stock" && args.sku === sku && args.location === location && args.demandRef === demandRef,
    );
    if (failed) {
      conflicts.push(draftConflict(failed.code, [booking], failed.detail));
      continue;
    }
    const amount: JsonObject = whole
      ? { quantity: line.said.quantity ?? null, uom: line.said.uom ?? null }
      : { quantity: formatDecimal(base) ?? "0", uom: unit };
    const args: JsonObject = { sku, location, ...amount, demandRef, ...(lot === null ? {} : { lot }) };
    // What adds to the same reservation comes first: an equal amount is then more of it and no repeat.
    const after = besides.map((other) => other.ref);
    const need: Action = { agent: "supply", tool: "reserve_stock", args, ref: `res${line.position}_${booking.ref}`.slice(0, 32) };
    needs.push(after.length === 0 ? need : { ...need, after });
  }
  return { needs, conflicts };
}

function changeNeeds(
  input: MergeInput,
  index: SnapshotIndex,
  proposals: readonly Proposal[],
  units: UnitsByParent,
  proposal: Proposal,
): DerivedNeeds[] {
  if (proposal.tool === "change_lines") return [needsOfLines(input, index, proposals, units, proposal)];
  if (proposal.tool === "reroute_shipment") return [needsOfRoute(input, index, proposals, proposal)];
  if (proposal.tool === "cancel_shipment") return [needsOfCancelling(input, index, proposals, units, proposal)];
  return [];
}

/** Of what is set aside for one demand by several steps at once each comes after the ones before: an equal amount is then no repeat. */
function afterTheirLike(needs: readonly Action[]): Action[] {
  const sameGoods = (a: Action, b: Action) => (["sku", "location", "demandRef"] as const).every((name) => a.args[name] === b.args[name]);
  return needs.map((need, position) => {
    if (need.tool !== "reserve_stock") return need;
    const before = needs
      .slice(0, position)
      .flatMap((other) => (other.tool === need.tool && sameGoods(other, need) ? (other.ref ?? []) : []));
    return before.length === 0 ? need : { ...need, after: [...(need.after ?? []), ...before] };
  });
}

/** Steps that follow by rule from the proposals at hand; empty when nothing is missing. */
export function deriveNeeds(input: MergeInput, proposals: readonly Proposal[]): DerivedNeeds {
  const index = indexSnapshots(input);
  const missing = missingUnits(input, index, proposals);
  const units = unitsOfShipments(input, index, proposals);
  const parts = proposals.flatMap((proposal) => {
    if (proposal.tool === "transfer_stock") return [needsOfTransfer(input, proposals, proposal)];
    if (proposal.tool === "book_shipment")
      return [
        needsOfCrossing(input, proposals, proposal),
        needsOfStock(
          input,
          missing.filter(({ booking }) => booking === proposal),
        ),
      ];
    return changeNeeds(input, index, proposals, units, proposal);
  });
  return { needs: afterTheirLike(parts.flatMap((part) => part.needs)), conflicts: parts.flatMap((part) => part.conflicts) };
}

/** In exact mode nothing is derived: what is missing is reported instead. */
export function missingNeeds(input: MergeInput, proposals: readonly Proposal[]): DraftConflict[] {
  const index = indexSnapshots(input);
  const missing = missingUnits(input, index, proposals);
  const units = unitsOfShipments(input, index, proposals);
  return proposals.flatMap((proposal) => {
    if (CHANGES_SHIPMENT.has(proposal.tool))
      return changeNeeds(input, index, proposals, units, proposal).flatMap((needs) => inconsistencies(needs, proposal));
    if (proposal.tool === "transfer_stock" && needsOfTransfer(input, proposals, proposal).needs.length > 0)
      return [draftConflict("transfer_without_transport", [proposal], "no booking goes with this transfer")];
    if (proposal.tool !== "book_shipment") return [];
    const found: DraftConflict[] = [];
    if (missing.some(({ booking }) => booking === proposal))
      found.push(draftConflict("transport_without_stock", [proposal], "no units are set aside for this booking"));
    if (needsOfCrossing(input, proposals, proposal).needs.length > 0)
      found.push(draftConflict("customs_territory_crossed", [proposal], "no declaration goes with this booking"));
    return found;
  });
}
