import type { RequestView } from "../../src/api/types.ts";

/** A request as its page reads it: 60 valves from Hamburg to Valencia, nothing planned yet. */
export function aRequest(change: Partial<RequestView> = {}): RequestView {
  return {
    id: "req_1",
    threadId: "thr_1",
    status: "working",
    text: "Please move 60 pieces of VLV-050 from Hamburg to Valencia by 14 December.",
    language: "en",
    requester: "planner.anna",
    waitingFor: null,
    attention: false,
    answer: null,
    supersededBy: null,
    createdAt: "2026-12-07T09:00:00.000Z",
    updatedAt: "2026-12-07T09:00:00.000Z",
    intent: null,
    agents: {},
    plan: null,
    openIssues: [],
    cancelRequested: false,
    questions: [],
    usage: { modelCalls: 0, promptTokens: 0, completionTokens: 0, cost: null },
    ...change,
  };
}
