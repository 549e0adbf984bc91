import type { Declaration, DeclarationContent } from "./declaration.ts";
import type { DraftDeclarationArgs } from "./declaration-args.ts";
import { type AskedLine, declareLines } from "./declared-lines.ts";
import type { Item } from "./item.ts";
import type { ShipmentFacts } from "./shipment-facts.ts";
import { regimeOf } from "./territory.ts";

export interface DraftInput {
  args: DraftDeclarationArgs;
  existing: Declaration | null;
  /** Null only when nobody stated the shipment yet. */
  shipment: ShipmentFacts | null;
  items: ReadonlyMap<string, Item>;
  officeOfExport: string | null;
}

export type BuiltDraft = { ok: true; content: DeclarationContent } | { ok: false; code: string; detail: string; path: string };

const fail = (code: string, detail: string, path: string): BuiltDraft => ({ ok: false, code, detail, path });

/** Lines to declare: those given, else what the shipment carries, else what the draft already says. */
export function askedLines(
  args: DraftDeclarationArgs,
  shipment: ShipmentFacts | null,
  existing: Declaration | null,
): readonly AskedLine[] | null {
  return args.lines ?? shipment?.lines ?? existing?.lines ?? null;
}

/** Builds what a draft says from the shipment, the existing draft and the arguments. Licences are filled in by the caller. */
export function buildDraft(input: DraftInput): BuiltDraft {
  const { args, existing, shipment } = input;
  const asked = askedLines(args, shipment, existing);
  if (asked === null) return fail("shipment_unknown", "the shipment is not stated yet", "shipmentId");
  if (shipment && shipment.state === "cancelled")
    return fail("shipment_ended", `${shipment.id ?? "the shipment"} is cancelled`, "shipmentId");
  if (shipment && shipment.originTerritory === shipment.destinationTerritory) {
    return fail("no_declaration_needed", `the shipment stays inside ${shipment.originTerritory}`, "shipmentId");
  }
  const required = shipment ? regimeOf(shipment.originTerritory) : existing?.regime;
  if (required === undefined)
    return fail("regime_unknown", `no export regime is known for goods leaving ${shipment?.originTerritory ?? "there"}`, "regime");
  if (args.regime !== undefined && args.regime !== required)
    return fail("regime_mismatch", `goods leaving there are declared under ${required}`, "regime");
  const lines = declareLines(asked, input.items);
  if (!lines.ok) return fail(lines.code, lines.detail, lines.path);
  const destinationCountry = shipment?.destinationCountry ?? existing?.destinationCountry;
  if (destinationCountry === undefined) return fail("shipment_unknown", "the destination is not stated yet", "shipmentId");
  return {
    ok: true,
    content: {
      regime: required,
      exporter: shipment ? `OURS-${shipment.originCountry}` : (existing?.exporter ?? ""),
      consignee: shipment ? (shipment.consignee ?? shipment.destination) : (existing?.consignee ?? null),
      destinationCountry,
      incoterm: args.incoterm ?? shipment?.incoterm ?? existing?.incoterm ?? null,
      officeOfExport: existing?.officeOfExport ?? input.officeOfExport,
      officeOfExit: existing?.officeOfExit ?? null,
      lines: lines.lines,
    },
  };
}
