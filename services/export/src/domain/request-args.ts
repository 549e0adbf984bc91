import { INVISIBLE_TEXT, isVisible, keyText } from "@quartermaster/shared/contracts";
import { z } from "zod";

const DeclarationId = keyText(60).describe("Declaration id (EXD-…)");
const Reason = z.string().min(1).max(300).refine(isVisible, INVISIBLE_TEXT);

/** Fields of a lodged declaration that may be asked to change; the first four belong to a line. */
export const AMENDABLE = [
  "quantity",
  "netKg",
  "statisticalValueEur",
  "cn8",
  "consignee",
  "destinationCountry",
  "incoterm",
  "officeOfExit",
] as const;

export const AmendDeclarationArgs = z.strictObject({
  declarationId: DeclarationId,
  changes: z
    .array(
      z.strictObject({
        line: z.number().int().min(1).max(999).optional().describe("Number of the line; leave out for a field of the whole declaration"),
        field: z.enum(AMENDABLE),
        from: keyText(120, 0).optional().describe("Value that it has now; compared before anything is sent"),
        to: keyText(120),
      }),
    )
    .min(1)
    .max(40),
  reason: Reason,
});
export type AmendDeclarationArgs = z.infer<typeof AmendDeclarationArgs>;

export const InvalidateDeclarationArgs = z.strictObject({ declarationId: DeclarationId, reason: Reason });
export type InvalidateDeclarationArgs = z.infer<typeof InvalidateDeclarationArgs>;

export const FileExitEvidenceArgs = z.strictObject({
  declarationId: DeclarationId,
  evidenceType: z.enum(["import_clearance", "customs_certificate", "transport_document", "proof_of_delivery", "delivery_note"]),
  documentRef: keyText(80).describe("Reference of the document, e.g. POD-1016"),
});
export type FileExitEvidenceArgs = z.infer<typeof FileExitEvidenceArgs>;

export const ResolveScreeningArgs = z.strictObject({
  screeningId: keyText(60).describe("Screening id (SCR-…)"),
  decision: z.enum(["clear", "confirm"]).describe("clear: not the listed party; confirm: it is"),
  rationale: z.string().min(1).max(1000),
});
export type ResolveScreeningArgs = z.infer<typeof ResolveScreeningArgs>;
