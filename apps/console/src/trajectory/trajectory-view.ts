import type { Json } from "../api/types.ts";

/** A step of a task's journal, as far as the timeline shows it. */
export interface TrajectoryStep {
  kind: string;
  at?: string;
  ms?: number;
  model?: string;
  turn?: { content?: string | null; toolCalls?: { name: string; arguments: string }[]; finishReason?: string };
  promptTokens?: number;
  completionTokens?: number;
  tool?: string;
  effect?: string;
  args?: Json;
  ok?: boolean;
  code?: string | null;
  output?: Json;
  proposal?: Json;
  taint?: string[];
  reason?: string;
  text?: string;
}

export interface TrajectoryTask {
  taskId: string;
  agent: string;
  kind: string;
  status: string;
  stopReason: string | null;
  /** False when the agent could not be asked. */
  available: boolean;
  trajectory: {
    goal?: string;
    startedAt?: string | null;
    createdAt?: string | null;
    finishedAt?: string | null;
    usage?: { modelCalls?: number; promptTokens?: number; completionTokens?: number; cost?: string | null } | null;
    /** Present when the task has more steps than were read. */
    cut?: { stepsRead: number };
    steps?: TrajectoryStep[];
  } | null;
}

/** `GET /v1/requests/{id}/trajectory`. */
export interface TrajectoryView {
  requestId: string;
  items: TrajectoryTask[];
}
