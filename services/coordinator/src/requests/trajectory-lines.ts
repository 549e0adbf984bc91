import type { JsonValue } from "@quartermaster/shared/contracts";

/** A request's trajectory as `readTrajectory` answers it. */
interface Trajectory {
  requestId: string;
  items: readonly { taskId: string; agent: string; available: boolean; trajectory: JsonValue | null }[];
}

/**
 * The trajectory as JSON lines: for every task a line `task` with all but its steps, then a line `step` each, numbered from 0.
 * A task that could not be read has its first line only, with `available: false`.
 */
export function trajectoryLines({ requestId, items }: Trajectory): string {
  const lines = items.flatMap(({ trajectory, ...head }) => {
    const { steps, ...rest } = (trajectory ?? {}) as { steps?: JsonValue[] };
    const { taskId, agent } = head;
    return [
      { line: "task", requestId, ...rest, ...head },
      ...(steps ?? []).map((step, index) => ({ line: "step", requestId, taskId, agent, index, ...(step as object) })),
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
