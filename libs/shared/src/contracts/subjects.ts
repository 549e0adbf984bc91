/** Bus subjects; every literal lives here. Tokens must match SubjectToken. */
export const subjects = {
  task: (agent: string, tenant: string, thread: string) => `qm.task.${agent}.${tenant}.${thread}`,
  result: (agent: string, tenant: string, task: string) => `qm.result.${agent}.${tenant}.${task}`,
  event: (service: string, tenant: string, thread: string) => `qm.event.${service}.${tenant}.${thread}`,
  rpc: (agent: string) => `qm.a2a.${agent}.rpc`,
  instanceRpc: (agent: string, instance: string) => `qm.a2a.${agent}.i.${instance}.rpc`,
  cancel: (agent: string, task: string) => `qm.cancel.${agent}.${task}`,
  presence: (agent: string, instance: string) => `qm.presence.${agent}.${instance}`,
  plan: (tenant: string, request: string) => `qm.plan.${tenant}.${request}`,
  execute: (tenant: string, step: string) => `qm.execute.${tenant}.${step}`,
  grant: (domain: string, tenant: string, step: string) => `qm.grant.${domain}.${tenant}.${step}`,
  receipt: (domain: string, tenant: string, step: string) => `qm.receipt.${domain}.${tenant}.${step}`,
  decision: (tenant: string, request: string) => `qm.decision.${tenant}.${request}`,
  /** Facts only; a preview is asked for on `preview`. */
  facts: (domain: string) => `qm.facts.${domain}`,
  preview: (domain: string) => `qm.preview.${domain}`,
  outcome: (domain: string) => `qm.outcome.${domain}`,
  epoch: (domain: string) => `qm.epoch.${domain}`,
  /** The other way round: executors ask approvals before they run a grant. */
  epochNow: () => "qm.epoch_now",
  demoSeed: () => "qm.demo.seed",
} as const;

export const STREAMS = {
  tasks: "QM_TASKS",
  results: "QM_RESULTS",
  events: "QM_EVENTS",
  plans: "QM_PLANS",
  grants: "QM_GRANTS",
  receipts: "QM_RECEIPTS",
  advisory: "QM_ADVISORY",
} as const;

/** Heartbeat on `qm.presence.<agent>.<instance>`, every 5 seconds. */
export interface Presence {
  agent: string;
  instance: string;
  state: "ready" | "busy" | "draining";
  inflight: number;
  cardDigest: string;
  /** A2A JSON-RPC base URL of the instance. */
  url: string;
  at: string;
}
