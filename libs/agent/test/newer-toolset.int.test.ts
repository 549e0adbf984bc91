import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aBrief, findCall } from "./fixtures.ts";
import { type KillableAgents, startKillableAgents } from "./killable-agents.ts";
import { type Answer, calls, says } from "./misbehaving-server.ts";

const LIMIT_MS = 240_000;
let agents: KillableAgents;

const byStep: Answer = (request, response) => {
  const shown = (request.body.messages as { role: string }[]).filter((message) => message.role === "tool").length;
  const answer = shown === 0 ? calls([{ name: "find_stock", args: JSON.stringify(findCall().args) }]) : says({ content: "Found." });
  answer(request, response);
};

beforeAll(async () => {
  agents = await startKillableAgents([byStep]);
});
afterEach(() => agents?.killAll());
afterAll(async () => await agents?.stop());

describe("a task that a newer version of the agent takes over", () => {
  it.each([
    ["compatible", "goes on from its journal", 2, 2],
    ["incompatible", "starts over, with what it spent kept", 3, 3],
  ] as const)(
    "when it is %s, %s",
    async (newer, _what, asked, counted) => {
      const before = agents.model.bodies.length;
      const brief = aBrief({ deadlineAt: new Date(Date.now() + 900_000).toISOString() });
      const first = await agents.start({ fault: "agent.afterModelCall:kill:1" });
      await agents.publish(brief);
      await first.exited;
      await agents.database.admin("update agent_tasks set lease_until = now() - interval '1 second' where task_id = $1", [brief.taskId]);
      await agents.publish(brief);
      await agents.start({ newer });
      const result = await until(() => agents.resultOf(brief), { what: "the result", timeoutMs: 120_000 });
      expect(result).toMatchObject({ status: "ok", answer: "Found.", usage: { modelCalls: counted } });
      expect(result.reads).toHaveLength(1);
      expect(agents.model.bodies.length - before).toBe(asked);
    },
    LIMIT_MS,
  );
});
