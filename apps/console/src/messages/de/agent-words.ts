import type { agentWords as english } from "../en/agent-words.ts";
import type { Widen } from "../message-type.ts";
import { plural } from "../plural.ts";

/** German words of the agents page. */
export const agentWords: Widen<typeof english> = {
  agentState: { ready: "bereit", busy: "beschäftigt", draining: "beendet sich", gone: "weg" },
  queueDepth: (count) => plural(count, "Aufgabe wartet", "Aufgaben warten"),
  inflight: (count) => `${count} in Arbeit`,
  lastSeen: (ago) => `zuletzt gehört ${ago}`,
  agentGone: "Keine Instanz antwortet. Offene Anfragen, die sie brauchen, enden mit einer benannten Lücke; neue warten bis zu ihrer Frist.",
  instances: "Instanzen",
  earlierInstances: (count) => `${plural(count, "Instanz", "Instanzen")} früherer Starts`,
  noInstances: "In der letzten Stunde war keine Instanz zu hören.",
  skills: "Fähigkeiten",
};
