import type { AgentName } from "@quartermaster/shared/contracts";
import { MAX_REPLICAS, type Scale } from "../cli/parse-args.ts";

const DOMAIN_OFFSET: Record<AgentName, number> = { supply: 100, transit: 120, export: 140 };

/** Every port, from the one number P. */
export interface Ports {
  coordinator: number;
  approvals: number;
  model: number;
  nats: number;
  postgres: number;
  seeder: number;
  /** The simulated customs office and carrier. */
  parties: number;
  agent(domain: AgentName, replica: number): number;
  executor(domain: AgentName, replica: number): number;
  coordinatorReplica(replica: number): number;
  approvalsReplica(replica: number): number;
}

/** Highest offset in use: the last replica of approvals. */
export const LAST_OFFSET = 179;

/** Plans the ports of one stack from its first port. */
export function planPorts(first: number): Ports {
  return {
    coordinator: first,
    approvals: first + 1,
    model: first + 2,
    nats: first + 3,
    postgres: first + 4,
    seeder: first + 5,
    parties: first + 6,
    agent: (domain, replica) => first + DOMAIN_OFFSET[domain] + replica,
    executor: (domain, replica) => first + DOMAIN_OFFSET[domain] + MAX_REPLICAS + replica,
    coordinatorReplica: (replica) => first + 160 + replica,
    approvalsReplica: (replica) => first + 170 + replica,
  };
}

/** The ports that a start with this scale listens on, each with what it is for. */
export function portsInUse(
  ports: Ports,
  scale: Scale,
  skip: { postgres: boolean; nats: boolean; model: boolean },
): { port: number; use: string }[] {
  const list = [
    { port: ports.coordinator, use: "the coordinator and the console" },
    { port: ports.approvals, use: "approvals" },
    { port: ports.seeder, use: "the demo seeder" },
    { port: ports.parties, use: "the simulated customs office and carrier" },
  ];
  if (!skip.model) list.push({ port: ports.model, use: "the offline model" });
  if (!skip.nats) list.push({ port: ports.nats, use: "the bus" });
  if (!skip.postgres) list.push({ port: ports.postgres, use: "Postgres" });
  const each = (count: number, add: (replica: number) => { port: number; use: string }) => {
    for (let replica = 0; replica < count; replica++) list.push(add(replica));
  };
  for (const domain of ["supply", "transit", "export"] as const) {
    each(scale[domain], (n) => ({ port: ports.agent(domain, n), use: `the ${domain} agent` }));
    each(scale[domain], (n) => ({ port: ports.executor(domain, n), use: `the ${domain} executor` }));
  }
  each(scale.coordinator, (n) => ({ port: ports.coordinatorReplica(n), use: "a coordinator replica" }));
  each(scale.approvals, (n) => ({ port: ports.approvalsReplica(n), use: "an approvals replica" }));
  return list;
}
