export interface Counters {
  count(outcome: string): void;
  /** Prometheus text. */
  text(inflight: number): string;
}

/** Counts answered grants by outcome. */
export function createCounters(): Counters {
  const outcomes = new Map<string, number>();
  return {
    count: (outcome) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1),
    text: (inflight) =>
      [
        "# TYPE qm_executor_grants_total counter",
        ...[...outcomes].map(([outcome, count]) => `qm_executor_grants_total{outcome="${outcome}"} ${count}`),
        "# TYPE qm_executor_inflight gauge",
        `qm_executor_inflight ${inflight}`,
        "",
      ].join("\n"),
  };
}
