import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBrief } from "./fixtures.ts";
import { type KillableAgents, startKillableAgents } from "./killable-agents.ts";
import { says } from "./misbehaving-server.ts";

let agents: KillableAgents;
beforeAll(async () => {
  agents = await startKillableAgents([says({ content: "Never asked." })]);
});
afterAll(async () => {
  agents?.killAll();
  await agents?.stop();
});

describe("a task that ends every process that takes it", () => {
  it("ends as failed at the sixth, with its reason and without a model call", { timeout: 300_000 }, async () => {
    const brief = aBrief({ deadlineAt: new Date(Date.now() + 900_000).toISOString() });
    await agents.publish(brief);
    // Two deaths happen, three are written down between them: every process takes its time to start.
    for (const attempts of [1, 5]) {
      const { exited } = await agents.start({ fault: "agent.afterClaim:kill" });
      expect(await exited).toBe("SIGKILL");
      const lines = await agents.database.admin("select attempts from agent_tasks where task_id = $1", [brief.taskId]);
      expect(lines).toEqual([{ attempts }]);
      await agents.database.admin(
        "update agent_tasks set lease_until = now() - interval '1 second', attempts = greatest(attempts, 4) where task_id = $1",
        [brief.taskId],
      );
      expect(agents.resultOf(brief)).toBeUndefined();
      await agents.publish(brief);
    }
    await agents.start();
    const result = await until(() => agents.resultOf(brief), { what: "the end of the task", timeoutMs: 120_000 });
    expect(result).toMatchObject({ status: "failed", stopReason: "attempts_exhausted", usage: { modelCalls: 0 } });
    expect(agents.model.bodies).toEqual([]);
  });
});
