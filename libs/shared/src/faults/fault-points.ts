/**
 * Every place where a test may kill, stop or delay a process. A point is honoured only with QM_TEST=1 on loopback.
 * `QM_FAULT=<point>:<kill|stop|delay>[:n]` — `n` is the occurrence (kill, stop) or the milliseconds (delay);
 * `<point>:delay:<ms>:<occurrence>` delays one occurrence only.
 */
export const FAULT_POINTS = [
  "agent.afterClaim",
  "agent.beforeModelCall",
  "agent.afterModelCall",
  "agent.afterToolCall",
  "agent.beforeFinish",
  "agent.afterFinish",
  "coordinator.afterReceive",
  "coordinator.beforeStep",
  "coordinator.beforeMerge",
  "coordinator.beforePlanWrite",
  "coordinator.afterPlanWrite",
  "coordinator.afterReceiptCommit",
  "approvals.afterPlanCommit",
  "approvals.afterDecisionCommit",
  "approvals.afterGrantCommit",
  "approvals.afterNotificationSent",
  "executor.beforeLock",
  "executor.afterIntent",
  "executor.beforeCall",
  "executor.afterCall",
  "executor.beforeCommit",
  "executor.afterCommit",
  "events.beforeCommit",
] as const;

export type FaultPoint = (typeof FAULT_POINTS)[number];
