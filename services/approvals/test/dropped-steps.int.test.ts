import type { Plan } from "@quartermaster/shared/contracts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;

beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => {
  await stack?.stop();
});

const conflict = (steps: string[]): Plan["conflicts"][number] => ({
  code: "licence_missing",
  severity: "refuse",
  steps,
  detail: "no licence covers this",
  records: [],
  values: {},
});
const planWith = (conflicts: (stepId: string) => Plan["conflicts"]) => {
  const ids = { tenant: "demo", requestId: "req_00000000000000000000000000" };
  const step = aStep(ids.tenant, ids.requestId, { agent: "supply", tool: "transfer_stock", args: transferArgs() });
  return aPlan(stack.keys.signer("approvals"), { ...ids, conflicts: conflicts(step.id), steps: () => [step] });
};

it("takes a plan whose refused step the merge has dropped, and refuses one that still holds it", async () => {
  const dropped = planWith(() => [conflict([])]);
  await stack.submit(dropped);
  const accepted = await stack.state(dropped, (state) => state.state !== "superseded" && state.steps.length > 0, "the plan's state");
  expect([accepted.state, accepted.refusal]).toEqual(["accepted", null]);
  const item = await stack.item(dropped, dropped.steps[0]?.id ?? "");
  expect(item.state).toBe("pending");

  const kept = planWith((stepId) => [conflict([stepId])]);
  await stack.submit(kept);
  const refused = await stack.state(kept, (state) => state.state === "refused", "the refusal");
  expect(refused.refusal).toMatchObject({ code: "licence_missing", stepId: kept.steps[0]?.id });
});
