import type { Brief, Budget } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aBrief } from "./fixtures.ts";
import { type AgentProcess, type KillableAgents, startKillableAgents } from "./killable-agents.ts";
import { type Answer, json } from "./misbehaving-server.ts";

const PROMPT = 500;
const COMPLETION = 20;
const PRICES = { m: { prompt: "1", completion: "2" } };
const KILLS = 5;
const SEED = 20_261_207;

/** Each budget ends by another limit. */
const BUDGETS: readonly Budget[] = [
  { steps: 7, tokens: 200_000, costMicros: null, wallMs: 900_000 },
  { steps: 60, tokens: 9_000, costMicros: null, wallMs: 900_000 },
  { steps: 60, tokens: 200_000, costMicros: 12_000, wallMs: 900_000 },
  { steps: 12, tokens: 16_000, costMicros: 60_000, wallMs: 900_000 },
];

/** Requests that reached the model, and answers that it gave, by the number in the task's goal. */
const asked = new Map<number, number>();
const served = new Map<number, number>();
const count = (counts: Map<number, number>, task: number) => counts.set(task, (counts.get(task) ?? 0) + 1);
const total = (counts: Map<number, number>) => [...counts.values()].reduce((sum, one) => sum + one, 0);

/** Answers that the model owes, in the order of the calls; while the gate is shut each waits until the test lets it go. */
const owed = new Set<() => void>();
let gateOpen = false;
const letOneGo = () => [...owed][0]?.();
function openGate(): void {
  gateOpen = true;
  for (const answer of owed) answer();
}

/** A model that never comes to an end: a new call each time. Its caller may die before the answer. */
const neverDone: Answer = (request, response) => {
  const opening = (request.body.messages as { content: string }[])[1]?.content ?? "";
  const task = Number(/^Task (\d+)/.exec(opening)?.[1]);
  count(asked, task);
  const call = { name: "find_stock", arguments: JSON.stringify({ sku: `A-${task}-${asked.get(task)}` }) };
  const message = { content: null, tool_calls: [{ id: "c0", type: "function", function: call }] };
  const usage = { prompt_tokens: PROMPT, completion_tokens: COMPLETION };
  const answer = () => {
    owed.delete(answer);
    count(served, task);
    json(200, { choices: [{ finish_reason: "tool_calls", message }], usage })(request, response);
  };
  response.on("close", () => owed.delete(answer));
  if (gateOpen) answer();
  else owed.add(answer);
};

let agents: KillableAgents;
beforeAll(async () => {
  agents = await startKillableAgents([neverDone]);
});
afterEach(() => agents?.killAll());
afterAll(async () => await agents?.stop());

/** Numbers from 0 to 1, the same in every run. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Gives the dead process's tasks up and sends all unfinished ones again, as the coordinator does. */
async function dispatchAgain(briefs: readonly Brief[], dead: AgentProcess): Promise<void> {
  await agents.database.admin(
    "update agent_tasks set lease_until = now() - interval '1 second' where instance = $1 and state = 'running'",
    [dead.instance],
  );
  for (const brief of briefs) if (!agents.resultOf(brief)) await agents.publish(brief);
}

describe("two replicas that are killed at random", () => {
  it("never spend more than a task's budget, and count every call that reached the model", { timeout: 400_000 }, async () => {
    const random = createRandom(SEED);
    const deadlineAt = new Date(Date.now() + 900_000).toISOString();
    const briefs = BUDGETS.map((budget, task) => aBrief({ goal: `Task ${task}: look at everything`, budget, deadlineAt }));
    const options = { taskSlots: 2, prices: PRICES };
    const replicas = [await agents.start(options), await agents.start(options)];
    for (const brief of briefs) await agents.publish(brief);
    const finished = () => briefs.every((brief) => agents.resultOf(brief));
    for (let kill = 0; kill < KILLS && !finished(); kill++) {
      const after = total(asked) + 1 + Math.floor(random() * 4);
      // A process dies only while a call is on its way: that is when a budget could go wrong.
      const due = () => {
        if (finished() || (total(asked) >= after && owed.size > 0)) return true;
        letOneGo();
        return false;
      };
      await until(due, { what: "model calls before the next kill", timeoutMs: 120_000 });
      const victim = Math.floor(random() * replicas.length);
      const dead = replicas[victim] as AgentProcess;
      dead.kill();
      await dead.exited;
      await dispatchAgain(briefs, dead);
      replicas[victim] = await agents.start(options);
    }
    openGate();
    await until(finished, { what: "the end of all tasks", timeoutMs: 240_000 });

    expect(total(served)).toBeGreaterThan(0);
    for (const [task, brief] of briefs.entries()) {
      const result = agents.resultOf(brief);
      if (!result) throw new Error("no result");
      const { usage } = result;
      const tokens = usage.promptTokens + usage.completionTokens;
      expect(["budget", "failed"]).toContain(result.status);
      // Every call that reached the model is counted; what is counted stays within the budget.
      expect(usage.modelCalls).toBeGreaterThanOrEqual(asked.get(task) ?? 0);
      expect(usage.modelCalls).toBeLessThanOrEqual(brief.budget.steps);
      expect(tokens).toBeGreaterThanOrEqual((served.get(task) ?? 0) * (PROMPT + COMPLETION));
      expect(tokens).toBeLessThanOrEqual(brief.budget.tokens);
      if (brief.budget.costMicros !== null) expect(Number(usage.cost) * 1_000_000).toBeLessThanOrEqual(brief.budget.costMicros);
      if (!usage.estimated) expect(usage.modelCalls).toBe(served.get(task));
    }
  });
});
