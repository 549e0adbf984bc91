/** The parts of the REST resources that the demo reads. */
export interface Row {
  path: string;
  label: string;
  record: string;
  value: string | null;
  unit: string | null;
}

export interface StepView {
  id: string;
  agent: string;
  tool: string;
  args: Record<string, unknown>;
  state: string;
  reason: string | null;
  evidence: { tool: string; record: string }[];
  approval: { id: string; required: number } | null;
  receipt: {
    receiptId: string;
    grantId: string;
    outcome: string;
    outputs: Record<string, string>;
    records: { record: string; version: number }[];
    before: Row[];
    after: Row[];
  } | null;
}

export interface AnswerFact {
  text: string;
  value: string | null;
  unit: string | null;
  record: string;
}

export interface RequestView {
  id: string;
  status: string;
  answer: string | null;
  answerFacts: AnswerFact[] | null;
  questions: { text: string }[];
  agents: Record<string, { status: string; stopReason: string | null }>;
  plan: { id: string; revision: number; steps: StepView[]; conflicts: { code: string; severity: string; detail: string }[] } | null;
  openIssues: unknown[];
}

export interface ApprovalView {
  id: string;
  revision: number;
  state: string;
  requestId: string;
  stepId: string;
  card: { headline: string; hash: string; before: Row[]; after: Row[]; conflicts: { code: string; detail: string }[]; tainted: boolean };
  agentNote: { text: string; verified: boolean } | null;
  policy: { id: string; required: number; slots: { role: string; filledBy: string | null }[] };
  decideBy: string;
  executeBy: string | null;
}
