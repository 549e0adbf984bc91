import type { TaskResult } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aBrief, findCall, transferCall } from "./fixtures.ts";
import { type AgentProcess, type KillableAgents, startKillableAgents } from "./killable-agents.ts";
import { type Answer, calls, says } from "./misbehaving-server.ts";

/** Every place between two steps of a task with three model calls and two tool calls, the last before its answer. */
const BOUNDARIES = [
  "agent.afterClaim:kill:1",
  "agent.beforeModelCall:kill:1",
  "agent.afterModelCall:kill:1",
  "agent.afterToolCall:kill:1",
  "agent.beforeModelCall:kill:2",
  "agent.afterModelCall:kill:2",
  "agent.afterToolCall:kill:2",
  "agent.beforeModelCall:kill:3",
  "agent.afterModelCall:kill:3",
  "agent.beforeFinish:kill:1",
  "agent.afterFinish:kill:1",
];

/** The same work as one program with two calls: tool call 1 and 2 are inside it, 3 is the program itself. */
const PROGRAM_BOUNDARIES = [
  "agent.afterClaim:kill:1",
  "agent.beforeModelCall:kill:1",
  "agent.afterModelCall:kill:1",
  "agent.afterToolCall:kill:1",
  "agent.afterToolCall:kill:2",
  "agent.afterToolCall:kill:3",
  "agent.beforeModelCall:kill:2",
  "agent.afterModelCall:kill:2",
  "agent.beforeFinish:kill:1",
  "agent.afterFinish:kill:1",
];

/** Two processes start in each case, on whatever machine this is. */
const LIMIT_MS = 240_000;

let agents: KillableAgents;
const text = (call: { name: string; args: unknown }) => ({ name: call.name, args: JSON.stringify(call.args) });

/** The model answers by what it was shown, so a repeated call gives the same answer. */
const byStep: Answer = (request, response) => {
  const offered = (request.body.tools as { function: { name: string } }[]).map((tool) => tool.function.name);
  const shown = (request.body.messages as { role: string }[]).filter((message) => message.role === "tool").length;
  if (offered.includes("run_program")) {
    const code = `await find_stock(${JSON.stringify(findCall().args)});
      return await transfer_stock(${JSON.stringify(transferCall().args)});`;
    const write = calls([{ name: "run_program", args: JSON.stringify({ code }) }]);
    return (shown === 0 ? write : says({ content: "Proposed." }))(request, response);
  }
  const answer = shown === 0 ? calls([text(findCall())]) : shown === 1 ? calls([text(transferCall())]) : says({ content: "Proposed." });
  answer(request, response);
};

beforeAll(async () => {
  agents = await startKillableAgents([byStep]);
});
afterEach(() => agents?.killAll());
afterAll(async () => await agents?.stop());

/** What of a result must not depend on whether a process died. */
const essence = (result: TaskResult | undefined) => ({
  status: result?.status,
  answer: result?.answer,
  proposals: result?.proposals.map(({ tool, args, ref, origins }) => ({ tool, args, ref, origins })),
  reads: result?.reads.map(({ tool, args, records }) => ({ tool, args, records })),
});

async function runToEnd(fault: string | undefined, codeTools = false) {
  const before = agents.model.bodies.length;
  const brief = aBrief({
    budget: { steps: 20, tokens: 100_000, costMicros: null, wallMs: 900_000 },
    deadlineAt: new Date(Date.now() + 900_000).toISOString(),
  });
  const first = await agents.start({ fault, codeTools });
  await agents.publish(brief);
  let second: AgentProcess | undefined;
  if (fault !== undefined) {
    expect(await first.exited, "the process was killed at its boundary").toBe("SIGKILL");
    await agents.database.admin(
      "update agent_tasks set lease_until = now() - interval '1 second' where task_id = $1 and state = 'running'",
      [brief.taskId],
    );
    await agents.publish(brief);
    second = await agents.start({ codeTools });
  }
  await until(() => agents.resultOf(brief) !== undefined, { what: `the result after ${fault ?? "no fault"}`, timeoutMs: 120_000 });
  const row = (
    await agents.database.admin<{ state: string; call_lease: unknown }>("select state, call_lease from agent_tasks where task_id = $1", [
      brief.taskId,
    ])
  )[0];
  const running = second ?? first;
  running.kill();
  await running.exited;
  return { result: agents.resultOf(brief), row, asked: agents.model.bodies.length - before };
}

describe.each([
  { how: "with plain calls", codeTools: false, boundaries: BOUNDARIES, modelCalls: 3 },
  { how: "with a program", codeTools: true, boundaries: PROGRAM_BOUNDARIES, modelCalls: 2 },
])("an agent process that is killed $how", ({ codeTools, boundaries, modelCalls }) => {
  let whole: Awaited<ReturnType<typeof runToEnd>>;
  beforeAll(async () => {
    whole = await runToEnd(undefined, codeTools);
    expect(whole.result).toMatchObject({ status: "ok", proposals: [{ tool: "transfer_stock" }] });
  }, LIMIT_MS);

  it.each(boundaries)(
    "at %s leaves a task that ends as if nothing had happened, and no answered call is made again",
    async (boundary) => {
      const { result, row, asked } = await runToEnd(boundary, codeTools);
      expect(essence(result)).toEqual(essence(whole.result));
      expect(row).toMatchObject({ state: "done", call_lease: null });
      expect([whole.asked, asked]).toEqual([modelCalls, modelCalls]);
      // A call that was leased and never answered counts as spent in full.
      const lost = boundary.startsWith("agent.beforeModelCall") ? 1 : 0;
      expect(result?.usage.modelCalls).toBe(modelCalls + lost);
    },
    LIMIT_MS,
  );
});
