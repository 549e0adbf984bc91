import type { JsonObject } from "@quartermaster/shared/contracts";
import { decimal, formatDecimal, sum } from "@quartermaster/shared/quantity";
import type { Declaration, DeclarationContent } from "./declaration.ts";

/** Statistical value of all lines in EUR. */
export const statisticalValueOf = (content: Pick<DeclarationContent, "lines">): string =>
  formatDecimal(sum(content.lines.map((line) => decimal(line.statisticalValueEur)))) ?? "0";

/** What a declaration says, in one form for snapshots, facts, planned drafts and effects. No free text is in it. */
export function contentFields(content: DeclarationContent): JsonObject {
  return {
    regime: content.regime,
    exporter: content.exporter,
    consignee: content.consignee,
    destinationCountry: content.destinationCountry,
    incoterm: content.incoterm,
    officeOfExport: content.officeOfExport,
    officeOfExit: content.officeOfExit,
    valueEur: statisticalValueOf(content),
    lines: content.lines.map((line) => ({ ...line })),
  };
}

/** What others may know of a declaration. */
export function declarationFields(declaration: Declaration): JsonObject {
  return {
    id: declaration.id,
    state: declaration.state,
    lrn: declaration.lrn,
    mrn: declaration.mrn,
    itn: declaration.itn,
    shipmentId: declaration.shipmentId,
    ...contentFields(declaration),
    ...declaration.times,
    exitStatus: declaration.exitStatus,
  };
}
