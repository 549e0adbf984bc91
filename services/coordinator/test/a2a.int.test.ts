import { SendMessageRequest, type StreamResponse, type Task, TaskState } from "@a2a-js/sdk";
import { ClientFactory } from "@a2a-js/sdk/client";
import { verifyCard } from "@quartermaster/agent/a2a";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
let count = 0;

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: brief.calls
      .filter((call) => call.tool === "transfer_stock")
      .map((call) => aProposal("supply", "transfer_stock", { args: call.args, meaning: { n: brief.requestId } })),
    reads: brief.calls
      .filter((call) => call.tool === "find_stock")
      .map((call) => ({
        tool: "find_stock",
        args: call.args,
        records: [{ domain: "supply" as const, kind: "stock", id: "STK-006", version: 1, fields: { onHand: "120" } }],
        result: null,
      })),
  });
});
afterAll(async () => {
  await run?.stop();
});

const as = (user: string) => ({ serviceParameters: { Authorization: `Bearer demo-${user}` } });
const actions = (...list: unknown[]) =>
  SendMessageRequest.fromJSON({ message: { messageId: `m-${++count}`, role: "ROLE_USER", parts: [{ data: { actions: list } }] } });
const stateOf = (event: StreamResponse) =>
  event.payload?.$case === "statusUpdate" || event.payload?.$case === "task" ? event.payload.value.status?.state : undefined;

it("answers known steps with the answer as an artifact, under a card that verifies", async () => {
  const client = await new ClientFactory().createFromUrl(run.url);
  await verifyCard(await client.getAgentCard(), "coordinator", run.keys.verifier);
  const message = actions({ agent: "supply", tool: "find_stock", args: {} });
  const task = (await client.sendMessage(message, as("planner.anna"))) as Task;
  expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED);
  expect(JSON.stringify(task.artifacts)).toContain("STK-006@1");
  expect(((await client.sendMessage(message, as("planner.anna"))) as Task).id).toBe(task.id);
  await expect(client.getTask({ tenant: "", id: task.id }, as("planner.anna@t2"))).rejects.toThrow();
});

it("streams until the end and says AUTH_REQUIRED, with the items, while people decide", async () => {
  const client = await new ClientFactory().createFromUrl(run.url);
  const states: (TaskState | undefined)[] = [];
  const cases: (string | undefined)[] = [];
  for await (const event of client.sendMessageStream(
    actions({ agent: "supply", tool: "transfer_stock", args: { sku: "A", quantity: "1" } }),
    as("planner.anna"),
  )) {
    states.push(stateOf(event));
    cases.push(event.payload?.$case);
    const plan = await until(() => run.approvals.plans.at(-1), { what: "the plan" });
    if (states.length === 1) void until(() => run.approvals.plans.length > 0).then(() => run.approvals.tell(plan, {}));
    if (stateOf(event) !== TaskState.TASK_STATE_AUTH_REQUIRED) continue;
    expect(JSON.stringify(event)).toContain("apr_");
    await run.approvals.tell(plan, { [plan.steps[0]?.id ?? ""]: { state: "rejected" } });
  }
  expect(states).toContain(TaskState.TASK_STATE_AUTH_REQUIRED);
  expect(states.at(-1)).toBe(TaskState.TASK_STATE_REJECTED);
  expect(cases.at(-2)).toBe("artifactUpdate");
});
