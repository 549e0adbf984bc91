import { plural } from "../plural.ts";

/** English words of the agents page. */
export const agentWords = {
  agentState: { ready: "ready", busy: "busy", draining: "draining", gone: "gone" },
  queueDepth: (count: number) => plural(count, "task waits", "tasks wait"),
  inflight: (count: number) => `${count} at work`,
  lastSeen: (ago: string) => `last heard ${ago}`,
  agentGone: "No instance answers. Open requests that need it end with a stated gap; new ones wait up to their time limit.",
  instances: "Instances",
  earlierInstances: (count: number) => `${plural(count, "instance", "instances")} of earlier starts`,
  noInstances: "No instance was heard in the last hour.",
  skills: "Skills",
} as const;
