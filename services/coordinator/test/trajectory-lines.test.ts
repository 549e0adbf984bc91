import { describe, expect, it } from "vitest";
import { trajectoryLines } from "../src/requests/trajectory-lines.ts";

describe("trajectoryLines", () => {
  it("gives every task a line and every step a line of its own, in order", () => {
    const text = trajectoryLines({
      requestId: "req_1",
      items: [
        { taskId: "tsk_1", agent: "supply", available: true, trajectory: { goal: "a\nb", steps: [{ kind: "model" }, { kind: "tool" }] } },
        { taskId: "tsk_2", agent: "transit", available: false, trajectory: null },
      ],
    });
    const lines = text.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { line: "task", requestId: "req_1", taskId: "tsk_1", agent: "supply", available: true, goal: "a\nb" },
      { line: "step", requestId: "req_1", taskId: "tsk_1", agent: "supply", index: 0, kind: "model" },
      { line: "step", requestId: "req_1", taskId: "tsk_1", agent: "supply", index: 1, kind: "tool" },
      { line: "task", requestId: "req_1", taskId: "tsk_2", agent: "transit", available: false },
    ]);
  });
});
