import { describe, expect, it } from "vitest";
import { buildTimeline, totalsOf } from "../src/trajectory/build-timeline.ts";
import type { TrajectoryTask, TrajectoryView } from "../src/trajectory/trajectory-view.ts";

const at = (seconds: number): string => new Date(Date.UTC(2026, 11, 7, 9, 0, seconds)).toISOString();
const task = (agent: string, start: number, more: Partial<NonNullable<TrajectoryTask["trajectory"]>> = {}): TrajectoryTask => ({
  taskId: `tsk_${agent}`,
  agent,
  kind: "work",
  status: "ok",
  stopReason: "answer",
  available: true,
  trajectory: {
    goal: "How much?",
    startedAt: at(start),
    finishedAt: at(start + 9),
    usage: { modelCalls: 2, promptTokens: 300, completionTokens: 40, cost: null },
    steps: [
      { kind: "model", at: at(start + 1), ms: 500, model: "m", promptTokens: 100, completionTokens: 20, turn: { content: "I moved it." } },
      {
        kind: "tool",
        at: at(start + 2),
        ms: 10,
        tool: "read_text",
        ok: true,
        taint: ["STK-1#note"],
        args: { handle: "txt_1" },
        output: {},
      },
      { kind: "tool", at: at(start + 3), ms: 10, tool: "transfer_stock", ok: true, args: {}, output: {}, proposal: { ref: "a1" } },
      { kind: "tool", at: at(start + 4), ms: 10, tool: "find_stock", ok: false, code: "unknown_sku", args: {}, output: {} },
    ],
    ...more,
  },
});
const view = (...items: TrajectoryTask[]): TrajectoryView => ({ requestId: "req_1", items });

describe("the timeline of a request", () => {
  it("says what was asked, seen, called, returned and proposed, and why it stopped", () => {
    const lines = buildTimeline(view(task("supply", 0)));
    expect(lines.map((line) => [line.kind, line.name])).toEqual([
      ["asked", "work"],
      ["model", "m"],
      ["tool", "read_text"],
      ["proposal", "transfer_stock"],
      ["tool", "find_stock"],
      ["stop", "answer"],
    ]);
    expect(lines[2]?.taint).toEqual(["STK-1#note"]);
    expect(lines[4]).toMatchObject({ ok: false, code: "unknown_sku" });
  });

  it("keeps what a model says apart from what happened", () => {
    const [, model] = buildTimeline(view(task("supply", 0)));
    expect(model).toMatchObject({ words: "I moved it.", result: undefined, args: undefined });
  });

  it("puts parallel tasks on one clock and marks long waits", () => {
    const lines = buildTimeline(view(task("transit", 300), task("supply", 0)));
    expect(lines.map((line) => line.agent)).toEqual([...Array(6).fill("supply"), ...Array(6).fill("transit")]);
    expect(lines.filter((line) => line.gapMs > 0).map((line) => line.key)).toEqual(["tsk_transit asked"]);
  });

  it("shows a task that could not be read as asked only", () => {
    expect(buildTimeline(view({ ...task("supply", 0), available: false, trajectory: null })).map((line) => line.kind)).toEqual(["asked"]);
  });

  it("adds up by agent, and knows no cost where none was configured", () => {
    const priced = task("supply", 0, { usage: { modelCalls: 1, promptTokens: 10, completionTokens: 5, cost: "0.0125" } });
    expect(totalsOf(view(task("transit", 0), priced, { ...priced, taskId: "tsk_2" }))).toEqual([
      { agent: "transit", modelCalls: 2, tokens: 340, cost: null, wallMs: 9_000, stops: ["answer"] },
      { agent: "supply", modelCalls: 2, tokens: 30, cost: "0.025", wallMs: 18_000, stops: ["answer", "answer"] },
    ]);
  });
});
