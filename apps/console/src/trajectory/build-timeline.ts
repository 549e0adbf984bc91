import type { Json } from "../api/types.ts";
import type { TrajectoryStep, TrajectoryTask, TrajectoryView } from "./trajectory-view.ts";

export const STEP_KINDS = ["asked", "model", "tool", "proposal", "note", "lost", "stop"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** One line of the timeline. */
export interface TimelineLine {
  key: string;
  kind: StepKind;
  agent: string;
  /** ISO; empty when the journal does not say. */
  at: string;
  /** Idle time before this line in ms, where it is long enough to be cut out; 0 else. */
  gapMs: number;
  ms: number | null;
  tokens: number | null;
  /** Name of the tool, the model or the reason. */
  name: string;
  ok: boolean;
  code: string | null;
  /** Free texts of records that this step opened. */
  taint: string[];
  /** Words of a person or of a model: shown as such, never as what happened. */
  words: string | null;
  args: Json | undefined;
  result: Json | undefined;
}

/** Waiting longer than this is drawn as a break. */
const LONG_GAP_MS = 60_000;

const blank = { ms: null, tokens: null, ok: true, code: null, taint: [], words: null, args: undefined, result: undefined, gapMs: 0 };

function ofModel(step: TrajectoryStep): Partial<TimelineLine> {
  const calls = step.turn?.toolCalls ?? [];
  return {
    kind: "model",
    name: step.model ?? "",
    tokens: (step.promptTokens ?? 0) + (step.completionTokens ?? 0),
    words: step.turn?.content ?? null,
    ...(calls.length > 0 ? { result: calls.map((call) => ({ tool: call.name, arguments: call.arguments })) } : {}),
  };
}

function ofTool(step: TrajectoryStep): Partial<TimelineLine> {
  return {
    kind: step.proposal ? "proposal" : "tool",
    name: step.tool ?? "",
    ok: step.ok !== false,
    code: step.code ?? null,
    taint: step.taint ?? [],
    args: step.args,
    result: step.proposal ?? step.output,
  };
}

function lineOf(step: TrajectoryStep): Partial<TimelineLine> {
  if (step.kind === "model") return ofModel(step);
  if (step.kind === "tool") return ofTool(step);
  if (step.kind === "lost") return { kind: "lost", tokens: (step.promptTokens ?? 0) + (step.completionTokens ?? 0) };
  return { kind: "note", name: step.reason ?? "", words: step.text ?? null };
}

function linesOf(task: TrajectoryTask): TimelineLine[] {
  const { trajectory, taskId, agent } = task;
  const start = trajectory?.startedAt ?? trajectory?.createdAt ?? "";
  const base = { ...blank, agent, name: "" };
  const asked: TimelineLine = {
    ...base,
    key: `${taskId} asked`,
    kind: "asked",
    at: start,
    name: task.kind,
    words: trajectory?.goal ?? null,
  };
  const steps = (trajectory?.steps ?? []).map(
    (step, index): TimelineLine => ({
      ...base,
      kind: "note",
      key: `${taskId} ${index}`,
      at: step.at ?? start,
      ms: step.ms ?? null,
      ...lineOf(step),
    }),
  );
  const end = trajectory?.finishedAt;
  const stop: TimelineLine[] = end
    ? [{ ...base, key: `${taskId} stop`, kind: "stop", at: end, name: task.stopReason ?? task.status, ok: task.status === "ok" }]
    : [];
  return [asked, ...steps, ...stop];
}

const timeOf = (line: TimelineLine): number => {
  const time = Date.parse(line.at);
  return Number.isNaN(time) ? 0 : time;
};

/** Everything that the tasks of a request did, in the order of time; the order inside a task is kept. */
export function buildTimeline(view: TrajectoryView): TimelineLine[] {
  const lines = view.items.flatMap(linesOf).sort((a, b) => timeOf(a) - timeOf(b));
  return lines.map((line, index) => {
    const before = lines[index - 1];
    const idle = before ? timeOf(line) - timeOf(before) - (before.ms ?? 0) : 0;
    return idle > LONG_GAP_MS ? { ...line, gapMs: idle } : line;
  });
}

export interface AgentTotals {
  agent: string;
  modelCalls: number;
  tokens: number;
  /** Decimal text; null where nobody configured a price. */
  cost: string | null;
  wallMs: number;
  stops: string[];
}

/** What the request's tasks took, by agent. */
export function totalsOf(view: TrajectoryView): AgentTotals[] {
  const totals = new Map<string, AgentTotals>();
  for (const { agent, status, stopReason, trajectory } of view.items) {
    const sum = totals.get(agent) ?? { agent, modelCalls: 0, tokens: 0, cost: null, wallMs: 0, stops: [] };
    const usage = trajectory?.usage;
    sum.modelCalls += usage?.modelCalls ?? 0;
    sum.tokens += (usage?.promptTokens ?? 0) + (usage?.completionTokens ?? 0);
    if (usage?.cost) sum.cost = String(Number((Number(sum.cost ?? 0) + Number(usage.cost)).toFixed(6)));
    const wall = Date.parse(trajectory?.finishedAt ?? "") - Date.parse(trajectory?.startedAt ?? "");
    sum.wallMs += Number.isNaN(wall) ? 0 : wall;
    sum.stops.push(stopReason ?? status);
    totals.set(agent, sum);
  }
  return [...totals.values()];
}
