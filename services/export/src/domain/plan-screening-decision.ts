import type { Party } from "./party.ts";
import type { ExportReads } from "./ports.ts";
import type { ResolveScreeningArgs } from "./request-args.ts";
import { declined, type RequestRejection } from "./request-rule.ts";
import type { Screening } from "./screening.ts";

export interface ScreeningDecisionPlan {
  ok: true;
  args: ResolveScreeningArgs;
  screening: Screening;
  party: Party | undefined;
  listVersion: string | null;
}

/** Works out what a decision on a screening would do. */
export async function planScreeningDecision(
  reads: ExportReads,
  given: ResolveScreeningArgs,
): Promise<ScreeningDecisionPlan | RequestRejection> {
  const screening = await reads.screening(given.screeningId);
  if (!screening) return declined("unknown_screening", `there is no screening ${given.screeningId}`, "screeningId");
  if (screening.state !== "open") return declined("screening_decided", `${screening.id} is ${screening.state}`, "screeningId");
  return {
    ok: true,
    args: { screeningId: screening.id, decision: given.decision, rationale: given.rationale },
    screening,
    party: screening.party === null ? undefined : await reads.party(screening.party),
    listVersion: await reads.listVersion(),
  };
}
