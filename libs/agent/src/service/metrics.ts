/** Counters of an agent process in Prometheus text form. */
export interface AgentMetrics {
  count(name: "tasks" | "model_calls" | "tokens" | "dead_letters" | "lease_lost" | "tool_failures", label?: string, amount?: number): void;
  text(gauges: Record<string, number>): string;
}

/** Makes the process's counters. */
export function createMetrics(agent: string): AgentMetrics {
  const counters = new Map<string, number>();
  return {
    count(name, label = "", amount = 1) {
      const key = `qm_agent_${name}_total{agent="${agent}"${label === "" ? "" : `,kind="${label}"`}}`;
      counters.set(key, (counters.get(key) ?? 0) + amount);
    },
    text(gauges) {
      const lines = [...counters].map(([key, value]) => `${key} ${value}`);
      for (const [name, value] of Object.entries(gauges)) lines.push(`qm_agent_${name}{agent="${agent}"} ${value}`);
      return `${lines.join("\n")}\n`;
    },
  };
}
