import { generateKeyPairSync } from "node:crypto";
import type { Bus } from "@quartermaster/shared/bus";
import { type Grant, MESSAGE_TYPES, newId, type Plan, type PlanStep, STREAMS, subjects } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { canonicalJson, contentHash, planHashOf, type Signed, stepContentHash, stepEffectKey } from "@quartermaster/shared/signing";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPlan, aStep, type StepWish, transferArgs } from "./support/build-plan.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";
import { startIssuer, type TestIssuer } from "./support/start-issuer.ts";
import { startReplica } from "./support/start-replica.ts";

const API = "quartermaster-api";
const APPROVALS = "quartermaster-approvals";

let stack: Stack;
let issuer: TestIssuer;
/** A replica outside demo mode, where people have tokens of an issuer. */
let guarded: Awaited<ReturnType<typeof startReplica>>;
/** The coordinator's own connection, with its own key. */
let bus: Bus;

beforeAll(async () => {
  [stack, issuer] = await Promise.all([startApprovals(), startIssuer()]);
  guarded = await startReplica(stack, { demo: false, oidc: { issuer: issuer.url, audience: APPROVALS } });
  bus = await stack.nats.bus("coordinator", { name: "hostile" });
});
afterAll(async () => {
  await guarded?.stop();
  await stack?.stop();
  await issuer?.stop();
});

const transfer = (wish: Partial<StepWish> = {}): StepWish => ({
  id: newId("stp"),
  agent: "supply",
  tool: "transfer_stock",
  args: transferArgs(),
  ...wish,
});

const planOf = (steps: StepWish[], wish: Partial<Parameters<typeof aPlan>[1]> = {}): Plan =>
  aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    ...wish,
    steps: ({ tenant, requestId }) => steps.map((step) => aStep(tenant, requestId, step)),
  });

/** Two transfers, the second after the first: the first is approved, and waits until the second is decided too. */
async function approvedAndWaiting() {
  const [first, second] = [transfer(), transfer({ args: transferArgs("7") })];
  const after = { ...second, dependsOn: [first.id ?? ""] };
  const plan = planOf([first, after]);
  await stack.submit(plan);
  const item = await stack.item(plan, first.id ?? "");
  expect(await stack.decide("stock.ben", item)).toMatchObject({ status: 200, body: { state: "approved" } });
  return { plan, item, stepId: item.stepId as string };
}

/** The plan with other members, and every hash made to fit: what nobody but the coordinator vouches for. */
function tampered(
  plan: Plan,
  change: Partial<Plan> = {},
  changeStep: (step: PlanStep, index: number) => Partial<PlanStep> = () => ({}),
): Plan {
  const requestId = change.requestId ?? plan.requestId;
  const steps = plan.steps.map((old, index) => {
    const step = { ...old, ...changeStep(old, index) };
    const hash = stepContentHash(step);
    return { ...step, contentHash: hash, effectKey: stepEffectKey(plan.tenant, requestId, step.tool, hash) };
  });
  const next = { ...plan, steps, ...change };
  return { ...next, planHash: planHashOf(next) };
}

const grantsOf = (plan: Pick<Plan, "requestId">): Grant[] =>
  [...stack.supply.grants, ...stack.transit.grants].filter((grant) => grant.requestId === plan.requestId);

/** Why approvals refuses a plan. */
async function refusalOf(plan: Plan): Promise<string | undefined> {
  await stack.submit(plan);
  return (await stack.state(plan, (state) => state.planHash === plan.planHash && state.refusal !== null, "a refusal")).refusal?.code;
}

describe("a plan that the coordinator tampered with", () => {
  const plan = () => planOf([transfer()]);
  const other = () => planOf([transfer()], { requester: "stock.bea" });

  it.each<[string, () => Plan, string]>([
    [
      "args changed, the hashes left",
      () => {
        const good = plan();
        const steps = good.steps.map((step) => ({ ...step, args: transferArgs("600") }));
        return { ...good, steps };
      },
      "plan_invalid",
    ],
    [
      "args changed, only the plan's hash made to fit",
      () => {
        const good = plan();
        const next = { ...good, steps: good.steps.map((step) => ({ ...step, args: transferArgs("600") })) };
        return { ...next, planHash: planHashOf(next) };
      },
      "plan_invalid",
    ],
    ["another plan hash", () => ({ ...plan(), planHash: contentHash("another") }), "plan_invalid"],
    ["another revision under the old hash", () => ({ ...plan(), revision: 2 }), "plan_invalid"],
    [
      "the effect key of another request",
      () => {
        const good = plan();
        const key = plan().steps[0]?.effectKey ?? "";
        const next = { ...good, steps: good.steps.map((step) => ({ ...step, effectKey: key })) };
        return { ...next, planHash: planHashOf(next) };
      },
      "plan_invalid",
    ],
    ["the request token of another request", () => tampered(plan(), { requestToken: other().requestToken }), "requester_unknown"],
    [
      "a request token that the coordinator signed",
      () => {
        const good = plan();
        return tampered(good, { requestToken: stack.keys.signer("coordinator").sign("request-token", good.requestToken.body) });
      },
      "requester_unknown",
    ],
    [
      "a request token signed by the coordinator in approvals' name",
      () => {
        const good = plan();
        const forged = stack.keys.signer("coordinator").sign("request-token", good.requestToken.body);
        return tampered(good, { requestToken: { ...forged, kid: good.requestToken.kid } });
      },
      "requester_unknown",
    ],
    [
      "another requester in a token that approvals signed",
      () => {
        const good = plan();
        const { requestToken: token } = good;
        return tampered(good, { requestToken: { ...token, body: { ...token.body, requester: "planner.adam" } } });
      },
      "requester_unknown",
    ],
    [
      "a request token with another signature text of the same bytes",
      () => {
        const good = plan();
        return tampered(good, { requestToken: { ...good.requestToken, signature: `${good.requestToken.signature}=` } });
      },
      "requester_unknown",
    ],
    ["another tenant", () => tampered(plan(), { tenant: "t2" }), "requester_unknown"],
    ["another request", () => tampered(plan(), { requestId: newId("req") }), "requester_unknown"],
    [
      "a reference to a step that is not there",
      () => {
        const ref = { $ref: { step: newId("stp"), output: "transferId" } };
        return tampered(plan(), {}, (step) => ({ args: { ...step.args, reason: ref } }));
      },
      "plan_invalid",
    ],
    ["the same step twice", () => (({ steps, ...rest }) => tampered({ ...rest, steps: [...steps, ...steps] }))(plan()), "plan_invalid"],
  ])("is refused with %s", async (_name, make, code) => {
    const bad = make();
    expect(await refusalOf(bad)).toBe(code);
    expect(grantsOf(bad)).toEqual([]);
    expect(await stack.database.admin("select 1 from approvals where plan_id = $1", [bad.id])).toEqual([]);
  });

  it("shows what runs, whatever its texts, evidence, origins and readiness say", async () => {
    const good = planOf([transfer({ note: "Move 6 PCE to the shelf next door", eager: true })]);
    const lying = tampered(good, {}, () => ({
      evidence: [{ tool: "check_availability", record: "STK-999@1" }],
      origins: { "/quantity": { kind: "requester" as const, text: "move 6" } },
      outputs: [],
      inverse: { tool: "transfer_stock", args: {} },
    }));
    await stack.submit(lying);
    const item = await stack.item(lying, lying.steps[0]?.id ?? "");
    expect(item).toMatchObject({
      state: "pending",
      agentNote: { verified: false },
      card: { headline: "Move 60 PCE VLV-050 (Ball valve DN50 stainless) LOC-HAM → LOC-VLC", args: transferArgs() },
    });
    expect(JSON.stringify(item.card)).not.toContain("next door");
    expect(grantsOf(lying)).toEqual([]);
    await stack.decide("stock.ben", item);
    await stack.state(lying, (state) => state.steps[0]?.state === "succeeded", "the step");
    expect(grantsOf(lying)).toMatchObject([{ args: item.card.args, cardHash: item.card.hash }]);
  });
});

describe("between the card and the grant, the coordinator", () => {
  it("cannot put another plan under the id and revision that people see", async () => {
    const plan = planOf([transfer()]);
    await stack.submit(plan);
    const item = await stack.item(plan, plan.steps[0]?.id ?? "");
    const swapped = tampered(plan, {}, () => ({ args: transferArgs("600") }));
    expect(await refusalOf(swapped)).toBe("plan_conflict");
    expect(await stack.decide("stock.ben", item)).toMatchObject({ status: 200 });
    await stack.state(plan, (state) => state.steps[0]?.state === "succeeded", "the step");
    expect(grantsOf(plan).map((grant) => grant.args)).toEqual([transferArgs()]);
  });

  const reworked: [string, (step: PlanStep) => Partial<PlanStep>][] = [
    ["other args", () => ({ args: transferArgs("600") })],
    ["another guard", () => ({ guards: [{ kind: "exact", domain: "supply", record: "STK-006", version: "read@1" }] })],
    ["another version of the tool", () => ({ toolVersion: 2 })],
    ["another schema of the tool", () => ({ schemaHash: contentHash("another schema") })],
    ["another agent", () => ({ agent: "transit" })],
  ];
  it.each(reworked)("gets no decision carried over to a revision with %s", async (_name, change) => {
    const { plan, item, stepId } = await approvedAndWaiting();
    const next = tampered(plan, { revision: 2 }, (step) => (step.id === stepId ? change(step) : {}));
    await stack.submit(next);
    const state = await stack.state(next, (s) => s.revision === 2, "the new revision");
    const step = state.steps.find((candidate) => candidate.stepId === stepId);
    expect(step).toMatchObject({ state: "pending", decidedBy: [] });
    expect(step?.approval?.id).not.toBe(item.id);
    // The old decision does not fit the new card, nor the old card.
    const fresh = await stack.item(next, stepId);
    expect(await stack.decide("stock.ben", { ...fresh, card: item.card })).toMatchObject({ status: 412, body: { code: "card_changed" } });
    // The old item itself is told as what became of it.
    expect(await stack.decide("stock.ben", item)).toMatchObject({ status: 200, body: { id: item.id, planRevision: 1, state: "approved" } });
    expect(await stack.decide("stock.bea", item)).toMatchObject({
      status: 409,
      body: { code: "already_decided", winner: { by: "stock.ben" } },
    });
    expect((await stack.item(next, stepId)).decisions).toEqual([]);
    expect(grantsOf(plan)).toEqual([]);
  });

  it("gets the decision carried over only with the very step that was decided", async () => {
    const { plan, item, stepId } = await approvedAndWaiting();
    const next = tampered(plan, { revision: 2 }, () => ({ note: "quite another story" }));
    await stack.submit(next);
    const state = await stack.state(next, (s) => s.revision === 2, "the new revision");
    expect(state.steps.find((step) => step.stepId === stepId)).toMatchObject({ state: "approved", approval: { id: item.id } });
    const last = await stack.item(next, next.steps[1]?.id ?? "");
    await stack.decide("stock.bea", last);
    await stack.state(next, (s) => s.steps.every((step) => step.state === "succeeded"), "both steps");
    expect(grantsOf(plan).map((grant) => [grant.args, grant.cardHash])).toEqual([
      [item.card.args, item.card.hash],
      [last.card.args, last.card.hash],
    ]);
  });

  it("cannot have a step run by asking for it, pausing, resuming or sending the plan again", async () => {
    const { plan, stepId } = await approvedAndWaiting();
    const about = { tenant: plan.tenant, requestId: plan.requestId, planId: plan.id };
    for (const step of plan.steps) await stack.command({ type: "execute", ...about, revision: 1, stepId: step.id });
    await stack.command({ type: "pause", ...about, until: new Date().toISOString() });
    await stack.command({ type: "resume", ...about });
    await stack.submit(plan);
    await until(async () => {
      const { pending, ackPending } = await bus.consumerInfo(STREAMS.plans, "approvals");
      return pending + ackPending === 0;
    });
    expect(await stack.item(plan, plan.steps[1]?.id ?? "")).toMatchObject({ state: "pending", decisions: [] });
    expect(await stack.item(plan, stepId)).toMatchObject({ state: "approved" });
    expect(grantsOf(plan)).toEqual([]);
  });
});

const post = async (path: string, token: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${guarded.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, code: ((await answer.json()) as { code?: string }).code };
};

describe("tokens that went through the coordinator", () => {
  const manager = ["stock_manager"] as const;
  const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const unsigned = (user: string) => {
    const [, claims] = issuer.token(user, manager, APPROVALS).split(".");
    return `${Buffer.from('{"alg":"none"}').toString("base64url")}.${claims}.`;
  };
  let item: { id: string; revision: number; card: { hash: string } };
  let plan: Plan;
  beforeAll(async () => {
    plan = planOf([transfer()]);
    await stack.submit(plan);
    item = await stack.item(plan, plan.steps[0]?.id ?? "");
  });
  const decide = (token: string, headers: Record<string, string> = {}) =>
    post(
      `/v1/approvals/${item.id}/decisions`,
      token,
      { decision: "approve", cardHash: item.card.hash },
      { "if-match": `"${item.revision}"`, ...headers },
    );

  it.each<[string, () => string, string]>([
    ["a manager's token for the coordinator", () => issuer.token("stock.ben", manager, API), "wrong_audience"],
    ["a manager's token for both services", () => issuer.token("stock.ben", manager, [API, APPROVALS]), "wrong_audience"],
    ["the same, the audiences the other way round", () => issuer.token("stock.ben", manager, [APPROVALS, API]), "wrong_audience"],
    ["the requester's token for the coordinator", () => issuer.token("planner.anna", ["planner"], API), "wrong_audience"],
    ["a token for a third service", () => issuer.token("stock.ben", manager, "quartermaster-events"), "wrong_audience"],
    [
      "a token for approvals that a stranger's key signed",
      () => issuer.token("stock.ben", manager, APPROVALS, stranger),
      "unauthenticated",
    ],
    ["an unsigned token", () => unsigned("stock.ben"), "unauthenticated"],
    ["a demo user's token", () => "demo-stock.ben", "unauthenticated"],
    ["a request token of approvals", () => Buffer.from(JSON.stringify(plan.requestToken)).toString("base64url"), "unauthenticated"],
    [
      "the coordinator's own signature",
      () => stack.keys.signer("coordinator").sign("brief", { sub: "stock.ben" }).signature,
      "unauthenticated",
    ],
  ])("decide nothing: %s", async (_name, token, code) => {
    expect(await decide(token())).toEqual({ status: 401, code });
    expect(await decide(token(), { "idempotency-key": newId("evt") })).toEqual({ status: 401, code });
  });

  it.each<[string, (id: string) => string, (id: string) => unknown]>([
    [
      "a list of decisions",
      () => "/v1/approvals/decisions",
      (id) => ({ items: [{ id, revision: 1, cardHash: contentHash("card"), decision: "approve" }] }),
    ],
    ["an edit", (id) => `/v1/approvals/${id}/edits`, () => ({ args: transferArgs("6") })],
    ["a claim", (id) => `/v1/approvals/${id}/claim`, () => ({})],
    ["a delegation", (id) => `/v1/approvals/${id}/delegate`, () => ({ to: "stock.bea" })],
    ["a comment", (id) => `/v1/approvals/${id}/comments`, () => ({ text: "looks good" })],
    ["a policy", () => "/v1/policy/documents", () => ({ v: 1, version: "hostile-1" })],
    ["the kill switch", () => "/v1/kill-switch", () => ({ action: "resume", reason: "go on" })],
    ["a person's roles", () => "/v1/users/stock.ben", () => ({ roles: ["admin"] })],
    [
      "a call whose outcome is unknown",
      () => `/v1/calls/${newId("grt")}/settlement`,
      () => ({ outcome: "made", reference: "R-1", evidence: "seen at the gate" }),
    ],
  ])("change nothing else either: %s", async (_name, path, body) => {
    for (const audience of [API, [API, APPROVALS]])
      expect(await post(path(item.id), issuer.token("admin.max", ["admin", ...manager], audience), body(item.id))).toEqual({
        status: 401,
        code: "wrong_audience",
      });
  });

  it("do read, so that they were refused for what they are for; and the person's own token decides", async () => {
    const read = await fetch(`${guarded.url}/v1/approvals/${item.id}`, {
      headers: { authorization: `Bearer ${issuer.token("stock.ben", manager, API)}` },
    });
    expect(await read.json()).toMatchObject({ state: "pending", decisions: [] });
    expect(grantsOf(plan)).toEqual([]);
    expect(await decide(issuer.token("stock.ben", manager, APPROVALS))).toMatchObject({ status: 200 });
    await stack.state(plan, (state) => state.steps[0]?.state === "succeeded", "the step");
  });

  it("do not repeat a decision that a person made, on any item", async () => {
    const again = planOf([transfer()]);
    await stack.submit(again);
    const next = await stack.item(again, again.steps[0]?.id ?? "");
    const body = { decision: "approve", cardHash: item.card.hash };
    const path = `/v1/approvals/${next.id}/decisions`;
    expect(await post(path, issuer.token("stock.ben", manager, API), body, { "if-match": '"1"' })).toEqual({
      status: 401,
      code: "wrong_audience",
    });
    // Not even in the hands of whoever made it: it was for another card.
    const own = issuer.token("stock.ben", manager, APPROVALS);
    expect(await post(path, own, { ...body, cardHash: contentHash("another card") }, { "if-match": '"1"' })).toEqual({
      status: 412,
      code: "card_changed",
    });
    expect(grantsOf(again)).toEqual([]);
  });
});

describe("on the bus, with the coordinator's key", () => {
  const grant = (): { plan: Plan; signed: Signed<Grant> } => {
    const plan = planOf([transfer()]);
    const sample = stack.supply.grants[0] ?? expect.fail("a grant that was used");
    const body: Grant = { ...sample, grantId: newId("grt"), requestId: plan.requestId, planId: plan.id, stepId: plan.steps[0]?.id ?? "" };
    return { plan, signed: stack.keys.signer("coordinator").sign("grant", body) };
  };
  const message = (plan: Plan, type: string, payload: unknown) =>
    JSON.stringify({
      ...{ id: newId("evt"), type, version: 1, tenant: "demo", causationId: null, correlationId: plan.requestId },
      ...{ occurredAt: new Date().toISOString(), payload },
    });

  it.each<[string, (plan: Plan) => string, string]>([
    ["grant", (plan) => subjects.grant("supply", "demo", plan.steps[0]?.id ?? ""), MESSAGE_TYPES.grantIssued],
    ["receipt", (plan) => subjects.receipt("supply", "demo", plan.steps[0]?.id ?? ""), MESSAGE_TYPES.receiptIssued],
    ["state of a plan", (plan) => subjects.decision("demo", plan.requestId), MESSAGE_TYPES.planState],
  ])("no %s of its own is stored", async (_name, subject, type) => {
    const { plan, signed } = grant();
    const sent = bus.publish(subject(plan), message(plan, type, signed), { msgId: newId("evt"), timeoutMs: 1_500 });
    await expect(sent).rejects.toMatchObject({ code: "forbidden" });
    expect(grantsOf(plan)).toEqual([]);
  });

  it("a grant that it sends as a plan is no plan", async () => {
    const { plan, signed } = grant();
    for (const type of [MESSAGE_TYPES.grantIssued, MESSAGE_TYPES.planSubmitted])
      await bus.publish(subjects.plan("demo", plan.requestId), message(plan, type, signed), { msgId: newId("evt") });
    const dead = await until(async () => {
      const rows = await stack.database.admin("select code from dead_letters where position($1 in body) > 0", [plan.requestId]);
      return rows.length === 2 ? rows : undefined;
    });
    expect(dead).toEqual([{ code: "envelope_invalid" }, { code: "envelope_invalid" }]);
    expect(grantsOf(plan)).toEqual([]);
  });

  it("is not believed by who checks a grant, under its own name or another's, nor for another purpose", () => {
    const { signed } = grant();
    const codeOf = (message: Signed<unknown>) => {
      try {
        stack.keys.verifier.verify("grant", message, ["approvals"]);
        return "ok";
      } catch (error) {
        return AppError.isInstance(error) ? error.code : "unknown";
      }
    };
    const approvals = stack.keys.signer("approvals");
    expect(codeOf(signed)).toBe("key_unknown");
    expect(codeOf({ ...signed, kid: approvals.kid })).toBe("signature_invalid");
    expect(codeOf(approvals.sign("request-token", signed.body))).toBe("signature_invalid");
    expect(codeOf(approvals.sign("grant", signed.body))).toBe("ok");
  });
});

it("after all of it, every grant is for what a person decided on, once", async () => {
  const grants = [...stack.supply.grants, ...stack.transit.grants];
  expect(grants.length).toBeGreaterThan(4);
  expect(new Set(grants.map((grant) => grant.stepId)).size).toBe(grants.length);
  for (const grant of grants) {
    const ids = grant.approvers.map((approver) => approver.decisionId);
    const text = `select d.by_user, d.card_hash, a.card, a.agent, a.tool from decisions d join approvals a on a.id = d.approval_id
      where d.id = any($1) and d.decision = 'approve' and not d.void`;
    const seen = await stack.database.admin(text, [ids]);
    expect(seen.map((row) => row.by_user)).toEqual(grant.approvers.map((approver) => approver.user));
    expect(seen.length).toBeGreaterThan(0);
    for (const row of seen) {
      const card = row.card as { args: unknown };
      expect({ hash: row.card_hash, agent: row.agent, tool: row.tool }).toEqual({
        hash: grant.cardHash,
        agent: grant.agent,
        tool: grant.tool,
      });
      expect(canonicalJson(card.args)).toBe(canonicalJson(grant.args));
    }
  }
});
