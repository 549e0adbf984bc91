import { describe, expect, it } from "vitest";
import { fetchTrajectory } from "../src/requests/fetch-trajectory.ts";

/** An agent that answers with these pages, the last one for ever; `asked` holds the first step of each page. */
function agentWith(pages: readonly object[]) {
  const asked: number[] = [];
  const request = async (_subject: string, body: string) => {
    const { id, params } = JSON.parse(body) as { id: string; params: { fromStep: number } };
    asked.push(params.fromStep);
    const result = pages[Math.min(asked.length, pages.length) - 1];
    return { body: JSON.stringify({ jsonrpc: "2.0", id, result }), headers: {} };
  };
  return { asked, read: () => fetchTrajectory({ request } as never, "supply", "demo", "tsk_1") };
}

describe("a task's trajectory", () => {
  it("is read page by page and complete once the agent says that the task has ended", async () => {
    const { asked, read } = agentWith([
      { state: "running", steps: [{ n: 0 }, { n: 1 }], nextStep: 2 },
      { state: "done", stopReason: "answer", steps: [{ n: 2 }], nextStep: null },
    ]);
    expect(await read()).toEqual({
      complete: true,
      body: { state: "done", stopReason: "answer", steps: [{ n: 0 }, { n: 1 }, { n: 2 }] },
    });
    expect(asked).toEqual([0, 2]);
  });

  it.each(["running", "queued"])("is not complete while the agent calls the task %s, whatever the coordinator closed", async (state) => {
    expect(await agentWith([{ state, steps: [{ n: 0 }], nextStep: null }]).read()).toMatchObject({ complete: false });
  });

  it("says that it is cut when it has more pages than are read, and is not complete", async () => {
    const { asked, read } = agentWith([{ state: "done", steps: [{}, {}], nextStep: 2 }]);
    const { complete, body } = await read();
    expect([complete, asked.length]).toEqual([false, 20]);
    expect(body).toMatchObject({ cut: { stepsRead: 40 } });
  });
});
