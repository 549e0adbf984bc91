import type { ReleaseHoldArgs } from "./change-args.ts";
import { blocks, type ChangeProblem, type ChangeRejection, rejected } from "./change-rule.ts";
import type { TransitReads } from "./ports.ts";
import type { Hold, Shipment } from "./shipment.ts";

export interface HoldReleasePlan {
  ok: true;
  args: ReleaseHoldArgs;
  shipment: Shipment;
  hold: Hold & { version: number };
  /** Two people and evidence: what the law or a licence stopped. */
  strict: boolean;
  problems: ChangeProblem[];
}

const STRICT = new Set(["customs", "compliance", "licence", "dg"]);
export const needsEvidence = (type: string): boolean => STRICT.has(type);

/** What export control found that a hold stands for, by the type of the hold. */
const GROUNDS: Record<string, RegExp> = {
  licence: /^(licence_|destination_embargo|denied_party)/,
  compliance: /^(open_screening|denied_party|destination_embargo)/,
};

/** Problems of the papers that keep a hold in force, whoever says it is fine. */
export function groundsOf(type: string, problems: unknown): ChangeProblem[] {
  const ground = GROUNDS[type];
  if (!ground || !Array.isArray(problems)) return [];
  return problems.flatMap((problem: { code?: unknown; detail?: unknown }) =>
    typeof problem?.code === "string" && ground.test(problem.code) ? [blocks(problem.code, String(problem.detail ?? problem.code))] : [],
  );
}

/** Works out what lifting one hold would do. */
export async function planHoldRelease(reads: TransitReads, given: ReleaseHoldArgs): Promise<HoldReleasePlan | ChangeRejection> {
  const shipment = await reads.shipment(given.shipmentId.toUpperCase());
  if (!shipment) return rejected("unknown_shipment", `there is no shipment ${given.shipmentId}`, "shipmentId");
  const stored = await reads.hold(given.holdId.toUpperCase());
  const held = shipment.holds.map((hold) => `${hold.id} (${hold.type}, ${hold.state})`).join(", ") || "none";
  if (!stored || stored.shipment !== shipment.id)
    return rejected("unknown_hold", `${shipment.id} has no hold ${given.holdId}; its holds: ${held}`, "holdId");
  if (stored.state !== "active") return rejected("hold_not_active", `${stored.id} is ${stored.state}`, "holdId");
  const strict = needsEvidence(stored.type);
  const missing = strict && given.evidenceRef === undefined;
  return {
    ok: true,
    args: {
      shipmentId: shipment.id,
      holdId: stored.id,
      reason: given.reason,
      ...(given.evidenceRef === undefined ? {} : { evidenceRef: given.evidenceRef }),
    },
    shipment,
    hold: stored,
    strict,
    problems: missing
      ? [
          blocks(
            "evidence_missing",
            `${stored.id} is a ${stored.type} hold: it is lifted only with the reference of the clearance, licence or result that ends it`,
            { holdId: stored.id, type: stored.type },
          ),
        ]
      : [],
  };
}
