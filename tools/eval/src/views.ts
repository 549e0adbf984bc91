import type { JsonObject, JsonValue } from "@quartermaster/shared/contracts";

/** The parts of the REST resources that an evaluation reads. */
export interface RequestView {
  id: string;
  threadId: string;
  status: string;
  answer: string | null;
  agents: Record<string, { status: string }>;
  plan: {
    steps: {
      id: string;
      agent: string;
      tool: string;
      args: JsonObject;
      state: string;
      approval: { id: string; required: number } | null;
      receipt: ({ outcome: string; at: string } & JsonObject) | null;
    }[];
    conflicts: { code: string }[];
  } | null;
  conflicts: { code: string }[];
  questions: { text: string }[];
  refusal: { code: string; detail: string } | null;
  usage: { modelCalls?: number; promptTokens?: number; completionTokens?: number };
}

export interface ApprovalView {
  id: string;
  requestId: string;
  card: { hash: string };
  policy: { slots: { role: string; filledBy: string | null }[] };
}

export interface TrajectoryView {
  items: { trajectory: { steps?: { kind?: string; output?: JsonValue }[] } | null }[];
}
