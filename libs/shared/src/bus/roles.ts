import { STREAMS } from "../contracts/subjects.ts";

/** A durable of a stream. */
export interface DurableRef {
  stream: string;
  durable: string;
}

/** A core subject that a role answers, and the roles that may ask. */
export interface ServedSubject {
  subject: string;
  callers: readonly string[];
  /** True when one request may have many answers. */
  streamed?: boolean;
}

/** A core subject that a role sends, and the roles that may hear it. */
export interface SentSubject {
  subject: string;
  hearers: readonly string[];
}

/** Everything that one process role may do on the bus. The server's permissions are generated from this. */
export interface BusRole {
  role: string;
  /** Subjects it may store in streams. */
  stores: readonly string[];
  /** Durables it pulls from. */
  pulls: readonly DurableRef[];
  /** Durables whose counts it may read. */
  inspects?: readonly DurableRef[];
  serves?: readonly ServedSubject[];
  sends?: readonly SentSubject[];
  /** Wider patterns it may subscribe with; what arrives is still only what other roles send it. */
  listens?: readonly string[];
}

/** Domains with an agent and an executor each. A new agent is one more name here, and a restart of the server. */
export const BUS_DOMAINS = ["supply", "transit", "export"] as const;

/** A2A clients on the bus that are none of our processes: they may ask, and nothing else; a user's token says for whom. */
export const A2A_CLIENT_ROLE = "a2a";
/**
 * The coordinator's A2A face has an account of its own: the coordinator hears its own events, and whoever answers requests and
 * can send itself a message could be made to publish anything.
 */
export const COORDINATOR_A2A_ROLE = "coordinator_a2a";

const a2aRoles: BusRole[] = [
  { role: A2A_CLIENT_ROLE, stores: [], pulls: [] },
  {
    role: COORDINATOR_A2A_ROLE,
    stores: [],
    pulls: [],
    serves: [{ subject: "qm.a2a.coordinator.rpc", callers: [A2A_CLIENT_ROLE], streamed: true }],
  },
];

const agentRole = (name: string): BusRole => ({
  role: name,
  stores: [`qm.result.${name}.*.*`, `qm.task.${name}.*.*`],
  pulls: [{ stream: STREAMS.tasks, durable: name }],
  serves: [
    { subject: `qm.a2a.${name}.rpc`, callers: ["coordinator", A2A_CLIENT_ROLE], streamed: true },
    { subject: `qm.a2a.${name}.i.*.rpc`, callers: ["coordinator"], streamed: true },
  ],
  sends: [{ subject: `qm.presence.${name}.*`, hearers: ["coordinator"] }],
});

/**
 * Executors that need another domain's facts under lock, and may ask it nothing else: nothing is loaded for export before its papers say
 * so, no transfer is shipped that was called off, and none is called off that is being shipped.
 */
const FACT_READERS: Record<string, readonly string[]> = { export: ["x_transit"], supply: ["x_transit"], transit: ["x_supply"] };

const executorRole = (name: string): BusRole => ({
  role: `x_${name}`,
  stores: [`qm.receipt.${name}.*.*`],
  pulls: [{ stream: STREAMS.grants, durable: name }],
  serves: [
    { subject: `qm.facts.${name}`, callers: ["approvals", ...(FACT_READERS[name] ?? [])] },
    ...["preview", "outcome", "epoch"].map((kind) => ({ subject: `qm.${kind}.${name}`, callers: ["approvals"] })),
  ],
});

const coordinatorRole = (domains: readonly string[]): BusRole => ({
  role: "coordinator",
  stores: [...domains.map((name) => `qm.task.${name}.*.*`), "qm.plan.*.*", "qm.execute.*.*"],
  pulls: [
    { stream: STREAMS.results, durable: "coordinator" },
    { stream: STREAMS.receipts, durable: "coordinator" },
    { stream: STREAMS.receipts, durable: "coordinator_decision" },
    { stream: STREAMS.advisory, durable: "coordinator" },
  ],
  inspects: [
    ...domains.map((name) => ({ stream: STREAMS.tasks, durable: name })),
    // It asks approvals again only while approvals keeps up.
    { stream: STREAMS.plans, durable: "approvals" },
  ],
  sends: domains.map((name) => ({ subject: `qm.cancel.${name}.*`, hearers: [name] })),
  listens: ["qm.event.>", "qm.presence.>"],
});

const approvalsRole = (domains: readonly string[]): BusRole => ({
  role: "approvals",
  stores: [...domains.map((name) => `qm.grant.${name}.*.*`), "qm.decision.*.*"],
  pulls: [
    { stream: STREAMS.plans, durable: "approvals" },
    { stream: STREAMS.plans, durable: "approvals_execute" },
    { stream: STREAMS.receipts, durable: "approvals" },
  ],
  serves: [{ subject: "qm.epoch_now", callers: domains.map((name) => `x_${name}`) }],
});

const seedRole: BusRole = { role: "seed", stores: [], pulls: [], serves: [{ subject: "qm.demo.seed", callers: ["coordinator"] }] };

/** Every role's events are stored, and heard live by every coordinator replica. */
function withEvents(role: BusRole): BusRole {
  const subject = `qm.event.${role.role}.*.*`;
  return { ...role, stores: [...role.stores, subject], sends: [...(role.sends ?? []), { subject, hearers: ["coordinator"] }] };
}

/** The table of bus roles, one account each. */
export function busRoles(domains: readonly string[] = BUS_DOMAINS): BusRole[] {
  const publishing = [coordinatorRole(domains), approvalsRole(domains), ...domains.map(agentRole), ...domains.map(executorRole), seedRole];
  return [...publishing.map(withEvents), ...a2aRoles];
}

/** Name of the user that makes streams and durables; it lives in the streams' account. */
export const BOOTSTRAP_ROLE = "bootstrap";
/** Name of the system account's user; nobody holds its seed. */
export const SYSTEM_ROLE = "sys";

/** Names of all bus users that need a key. */
export const BUS_USERS: readonly string[] = [...busRoles().map((role) => role.role), BOOTSTRAP_ROLE, SYSTEM_ROLE];
