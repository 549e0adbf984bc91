import { AGENTS, AgentName } from "@quartermaster/shared/contracts";
import { z } from "zod";

/** Heartbeats come every 5 seconds; three missed ones mean that an instance is gone. */
export const PRESENCE_LIMIT_MS = 15_000;
/** A task in hand outlives a restart of its agent: only a longer silence ends it as `unavailable`. */
export const RESTART_LIMIT_MS = 30_000;

export const PresenceMessage = z.object({
  agent: AgentName,
  instance: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  state: z.enum(["ready", "busy", "draining"]),
  inflight: z.number().int().nonnegative(),
  cardDigest: z.string().max(120),
  url: z.string().max(300),
});
export type PresenceMessage = z.infer<typeof PresenceMessage>;

export interface AgentInstance extends PresenceMessage {
  /** This process's clock when the last heartbeat arrived; the sender's clock is never compared. */
  seenAt: number;
}

/** Which agents are there, as this replica heard. */
export interface AgentDirectory {
  seen(presence: PresenceMessage): void;
  instances(agent: AgentName): AgentInstance[];
  /** `unknown` while this replica has not listened long enough to tell. `silenceMs` is how long nothing may be heard. */
  availability(agent: AgentName, silenceMs?: number): "available" | "gone" | "unknown";
  /** Agents that are there or may be there. */
  known(): AgentName[];
}

export function createAgentDirectory(now: () => number = () => Date.now()): AgentDirectory {
  const since = now();
  const byInstance = new Map<string, AgentInstance>();
  const instances = (agent: AgentName) => [...byInstance.values()].filter((instance) => instance.agent === agent);
  return {
    seen(presence) {
      byInstance.set(`${presence.agent}/${presence.instance}`, { ...presence, seenAt: now() });
      for (const [key, instance] of byInstance) if (now() - instance.seenAt > 20 * PRESENCE_LIMIT_MS) byInstance.delete(key);
    },
    instances,
    availability(agent, silenceMs = PRESENCE_LIMIT_MS) {
      if (instances(agent).some((instance) => now() - instance.seenAt < silenceMs)) return "available";
      return now() - since < silenceMs ? "unknown" : "gone";
    },
    known: () => [...AGENTS],
  };
}
