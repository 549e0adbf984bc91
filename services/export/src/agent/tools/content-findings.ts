import type { Finding } from "@quartermaster/shared/contracts";
import type { DeclarationContent } from "../../domain/declaration.ts";
import { quantityDifferences } from "../../domain/declared-lines.ts";
import { incotermProblem } from "../../domain/incoterm.ts";
import type { Judgement } from "../../domain/judge-content.ts";
import type { ShipmentFacts } from "../../domain/shipment-facts.ts";

const ALWAYS_REFUSED = new Set(["destination_embargo", "denied_party", "open_screening"]);

/** Findings of a judgement: licences stop a lodging, a draft only carries the warning. */
export function judgementFindings(judgement: Judgement, lodging: boolean): Finding[] {
  return judgement.problems.map((problem) => {
    const refused = ALWAYS_REFUSED.has(problem.code) || (lodging && problem.code.startsWith("licence_"));
    const asked = problem.code === "classification_mismatch" || problem.code === "unknown_party";
    return {
      code: problem.code,
      severity: refused ? "refuse" : asked ? "ask" : "warn",
      detail: problem.detail,
      records: problem.record === null ? [] : [problem.record],
      values: {},
    };
  });
}

/** What is declared against what is shipped. */
export function quantityFinding(
  declared: Pick<DeclarationContent, "lines">,
  shipment: ShipmentFacts | null,
  record: string,
  severity: Finding["severity"],
): Finding[] {
  const differences = shipment ? quantityDifferences(declared.lines, shipment.lines) : [];
  if (differences.length === 0) return [];
  const detail = differences
    .map((difference) => `${difference.sku}: declared ${difference.declared}, shipped ${difference.shipped}`)
    .join("; ");
  return [
    {
      code: "declared_qty_ne_shipped_qty",
      severity,
      detail,
      records: [record],
      values: { differences: differences.map((difference) => ({ ...difference })) },
    },
  ];
}

/** Declared incoterm against shipment and modes. */
export function incotermFinding(content: DeclarationContent, shipment: ShipmentFacts | null, record: string): Finding[] {
  const detail = shipment ? incotermProblem(content.incoterm, shipment.incoterm, shipment.modes) : null;
  return detail === null
    ? []
    : [
        {
          code: "incoterm_mismatch",
          severity: "warn",
          detail,
          records: [record],
          values: { declared: content.incoterm, shipped: shipment?.incoterm ?? null },
        },
      ];
}
