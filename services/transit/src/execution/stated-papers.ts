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

/** Papers that stop a change of what travels or where to: customs is looking at them, or they are closed. */
export function papersRefusal(papers: StatedPapers): { code: string; detail: string } | null {
  if (papers.state === "under_control")
    return { code: "declaration_in_control", detail: `${papers.declarationId} is under customs control: wait for the outcome` };
  if (papers.state === "exited")
    return { code: "declaration_terminal", detail: `${papers.declarationId} is exited: nothing can change it here` };
  return null;
}
