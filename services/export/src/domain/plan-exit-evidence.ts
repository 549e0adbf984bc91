import type { Declaration } from "./declaration.ts";
import type { ExportReads } from "./ports.ts";
import type { FileExitEvidenceArgs } from "./request-args.ts";
import { declined, openMessageProblem, type RequestProblem, type RequestRejection, stateProblem } from "./request-rule.ts";

export interface ExitEvidencePlan {
  ok: true;
  args: FileExitEvidenceArgs;
  declaration: Declaration;
  /** Record of the document. */
  document: string;
  problems: RequestProblem[];
}

/** Days after release at which the office asks for the exit. */
const ENQUIRY_DAYS = 90;
const WEAK = new Set(["delivery_note", "proof_of_delivery"]);

function warnings(declaration: Declaration, args: FileExitEvidenceArgs, businessNow: string): RequestProblem[] {
  const record = `${declaration.id}@${declaration.version}`;
  const released = declaration.times.releasedAt;
  const late = released !== null && Date.parse(businessNow) > Date.parse(released) + ENQUIRY_DAYS * 86_400_000;
  return [
    ...(late
      ? [
          {
            code: "exit_deadline",
            detail: `${declaration.id} was released on ${released.slice(0, 10)} and its exit is not confirmed`,
            record,
            blocking: false,
          },
        ]
      : []),
    ...(WEAK.has(args.evidenceType)
      ? [
          {
            code: "weak_evidence",
            detail: `a ${args.evidenceType.replaceAll("_", " ")} is the weakest proof: check that it names the goods`,
            record,
            blocking: false,
          },
        ]
      : []),
  ];
}

/** Works out what filing a proof of exit would do; the document must be one of this declaration's. */
export async function planExitEvidence(
  reads: ExportReads,
  given: FileExitEvidenceArgs,
  businessNow: string,
): Promise<ExitEvidencePlan | RequestRejection> {
  const declaration = await reads.declaration(given.declarationId.toUpperCase());
  if (!declaration) return declined("unknown_declaration", `there is no declaration ${given.declarationId}`, "declarationId");
  const document = await reads.documentByRef(given.documentRef);
  if (!document) return declined("unknown_document", `there is no document ${given.documentRef}`, "documentRef");
  if (document.declaration !== declaration.id)
    return declined("document_mismatch", `${document.ref} belongs to ${document.declaration ?? "no declaration"}`, "documentRef");
  const open = await reads.hasOpenMessage(declaration.id, "exit_evidence");
  return {
    ok: true,
    args: { declarationId: declaration.id, evidenceType: given.evidenceType, documentRef: document.ref },
    declaration,
    document: document.id,
    problems: [
      ...stateProblem(declaration, "exit_evidence"),
      ...openMessageProblem(declaration, "exit_evidence", open),
      ...warnings(declaration, given, businessNow),
    ],
  };
}
