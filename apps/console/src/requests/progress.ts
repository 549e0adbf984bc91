import type { RequestStatus, RequestView } from "../api/types.ts";

export const PARTS = ["received", "understood", "work", "merge", "decide", "execute", "answer"] as const;
export type PartState = "done" | "now" | "open" | "skipped";

const NOW: Partial<Record<RequestStatus, number>> = {
  received: 0,
  routing: 1,
  working: 2,
  merging: 3,
  awaiting_input: 3,
  awaiting_approval: 4,
  executing: 5,
};
const ENDED_AT: Partial<Record<RequestStatus, number>> = {
  refused: 3,
  rejected: 4,
  expired: 4,
  cancelled: 4,
  superseded: 4,
  failed: 5,
  incomplete: 5,
};

/** How far a request is, as its seven parts. What a request never needed counts as skipped, not as done. */
export function progressParts(status: RequestStatus, view?: Pick<RequestView, "plan">): PartState[] {
  const steps = view?.plan?.steps ?? [];
  const noPlan = view !== undefined && steps.length === 0;
  const noPeople = steps.length > 0 && steps.every((step) => step.approval === null || step.approval.required === 0);
  const now = NOW[status];
  return PARTS.map((_part, index): PartState => {
    if (now !== undefined) return index < now ? (index === 4 && noPeople ? "skipped" : "done") : index === now ? "now" : "open";
    if (index === 6) return "done";
    if (noPlan && index >= 3) return "skipped";
    if (index === 4 && noPeople) return "skipped";
    return index <= (ENDED_AT[status] ?? 6) ? "done" : "skipped";
  });
}
