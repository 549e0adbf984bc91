import { newId, type Plan, type PlanStep, type RequestToken } from "@quartermaster/shared/contracts";
import { contentHash, planHashOf, stepContentHash, stepEffectKey, toolSchemaHash } from "@quartermaster/shared/signing";
import type { Process } from "./scheduler.ts";
import { type MoveArgs, moveUnits } from "./warehouse.ts";
import type { World } from "./world.ts";

/** Places of every tenant's warehouse, with the units they start with. */
export const PLACES: Readonly<Record<string, number>> = { "LOC-A": 60, "LOC-B": 40, "LOC-C": 20 };

const SCHEMA_HASH = toolSchemaHash(moveUnits.tool, moveUnits.version, moveUnits.schema);

interface Hand {
  tenant: string;
  requestId: string;
}

/** A step as the merge would hand it over: guards on what was read, dependencies, hashes. */
function makeStep(world: World, hand: Hand, args: MoveArgs, follows: PlanStep | undefined): PlanStep {
  const { tenant, requestId } = hand;
  const stock = world.databases.supply.table("stock").get(`${tenant}/${args.from}`);
  const version = follows ? `after:${follows.id}` : `read@${stock?.version ?? 1}`;
  const guard: PlanStep["guards"][number] =
    follows || world.random.chance(0.4)
      ? { kind: "exact", domain: "supply", record: args.from, version }
      : { kind: "bound", domain: "supply", record: args.from, facts: {}, atLeast: { available: String(args.units) } };
  const content = {
    tool: moveUnits.tool,
    args: { ...args },
    guards: [guard],
    dependsOn: follows ? [{ step: follows.id, until: "receipt" as const }] : [],
  };
  const hash = stepContentHash(content);
  return {
    id: newId("stp"),
    agent: "supply",
    ...content,
    toolVersion: moveUnits.version,
    schemaHash: SCHEMA_HASH,
    outputs: [],
    eager: false,
    contentHash: hash,
    effectKey: stepEffectKey(tenant, requestId, moveUnits.tool, hash),
    meaningKey: contentHash({ tool: moveUnits.tool, args: content.args }),
    proposalId: newId("prp"),
    evidence: [],
    origins: {},
    tainted: false,
    taintSources: [],
    note: null,
    inverse: null,
  };
}

function makePlan(world: World, tenant: string): Plan {
  const { random, keys, scheduler } = world;
  const requestId = newId("req");
  const steps: PlanStep[] = [];
  const places = Object.keys(PLACES);
  for (let count = 1 + random.below(3); count > 0; count--) {
    const last = steps.at(-1);
    const follows = last && random.chance(0.6) ? last : undefined;
    const from = follows ? String(follows.args.to) : random.pick(places);
    const to = random.pick(places.filter((place) => place !== from));
    // From 50 units on the shipped policy asks for a second person.
    const step = makeStep(world, { tenant, requestId }, { from, to, units: random.chance(0.2) ? 50 : 1 + random.below(12) }, follows);
    // The merge drops duplicates: two steps of one content would be one effect.
    if (!steps.some((other) => other.effectKey === step.effectKey)) steps.push(step);
  }
  const token: RequestToken = { v: 1, tenant, requestId, requester: "planner.anna", roles: ["planner"], issuedAt: scheduler.iso };
  const body: Omit<Plan, "planHash"> = {
    v: 1,
    id: newId("pln"),
    revision: 1,
    tenant,
    requestId,
    threadId: newId("thr"),
    language: "en",
    steps,
    conflicts: [],
    requestToken: keys.signer("approvals").sign("request-token", token),
    supersedes: [],
    createdAt: scheduler.iso,
  };
  return { ...body, planHash: planHashOf(body) };
}

/** Rows that `services/coordinator/src/handoff/submit-plan.ts` writes in one transaction; the follower hands the plan in. */
function writePlan(world: World, plan: Plan): void {
  const { coordinator } = world.databases;
  const { tenant, requestId, threadId } = plan;
  const request = { tenant, id: requestId, thread_id: threadId, phase: "plan", status: "merging", wake: 0, cancel_requested: false };
  coordinator.table("requests").set(requestId, { ...request, submitted: plan });
  const row = { tenant, id: plan.id, revision: 1, request_id: requestId, plan, plan_hash: plan.planHash, state: "submitted" };
  coordinator.table("plans").set(`${plan.id}/1`, { ...row, refusal: null, sequence: 0, sends: 1, asks: 0 });
  for (const [position, step] of plan.steps.entries())
    coordinator.table("plan_steps").set(`${plan.id}/1/${step.id}`, {
      ...{ tenant, plan_id: plan.id, revision: 1, step_id: step.id, position, request_id: requestId, thread_id: threadId },
      ...{ agent: step.agent, tool: step.tool, step, state: "proposed", code: null, reason: null, approval: null, preview: null },
      ...{ grant_id: null, decided_by: [], receipt: null, receipt_version: 0, execute_sends: 0, execute_sent_at: null },
    });
}

/**
 * Requests that come in one after the other, some of which are cancelled on the way.
 */
export function addRequests(world: World, whenAllAreAsked: () => void): void {
  const { random, scheduler, trace } = world;
  const requester: Process = { name: "requester", life: 0, alive: true };
  world.spawn(requester, "asking", async () => {
    for (let count = 1 + random.below(3); count > 0; count--) {
      const plan = makePlan(world, random.chance(0.75) ? (world.tenants[0] as string) : random.pick(world.tenants));
      writePlan(world, plan);
      trace.add(
        scheduler.now,
        "requester",
        `asks ${plan.requestId} (${plan.tenant}): ${plan.steps.map((step) => `${step.id} ${JSON.stringify(step.args)}`).join(", ")}`,
      );
      await scheduler.sleep(requester, random.below(8_000));
      if (!random.chance(0.2)) continue;
      await scheduler.sleep(requester, random.below(30_000));
      const table = world.databases.coordinator.table("requests");
      const row = table.get(plan.requestId);
      if (row && row.phase !== "done") table.set(plan.requestId, { ...row, cancel_requested: true });
      trace.add(scheduler.now, "requester", `cancels ${plan.requestId}`);
    }
    whenAllAreAsked();
  });
}
