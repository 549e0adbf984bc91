import type { DescribeContext } from "@quartermaster/executor";
import type { Selector } from "@quartermaster/shared/contracts";

/** What export control states of the papers of a shipment. */
export interface StatedPapers {
  needs: Selector[];
  /** State of the live declaration; undefined when there is none or nobody said yet. */
  state: string | undefined;
  declarationId: string | null;
  problems: unknown;
}

/** Reads the stated papers, or asks for them. */
export function statedPapers(shipmentId: string, context: Pick<DescribeContext, "foreign">): StatedPapers {
  const fact = context.foreign.find(
    (candidate) => candidate.domain === "export" && candidate.kind === "papers" && candidate.id === shipmentId,
  );
  if (!fact) return { needs: [{ domain: "export", kind: "papers", id: shipmentId }], state: undefined, declarationId: null, problems: [] };
  const { state, declarationId, problems } = fact.fields;
  return {
    needs: [],
    state: typeof state === "string" ? state : undefined,
    declarationId: typeof declarationId === "string" ? declarationId : null,
    problems,
  };
}

/** Customs owes an answer: an amendment could not follow yet. */
const UNANSWERED = new Set(["lodged", "amendment_pending", "invalidation_pending"]);

/**
 * Papers that stop a change of what travels or where to: customs is looking at them, or they are closed. While customs owes an answer
 * only what they would not say any more is stopped.
 */
export function papersRefusal(papers: StatedPapers, saysOtherwise: boolean): { code: string; detail: string } | null {
  if (papers.state === "under_control")
    return { code: "declaration_in_control", detail: `${papers.declarationId} is under customs control: wait for the outcome` };
  if (papers.state === "exited")
    return { code: "declaration_terminal", detail: `${papers.declarationId} is exited: nothing can change it here` };
  if (saysOtherwise && papers.state !== undefined && UNANSWERED.has(papers.state))
    return { code: "outcome_pending", detail: `${papers.declarationId} is ${papers.state}: customs has not answered yet` };
  return null;
}
