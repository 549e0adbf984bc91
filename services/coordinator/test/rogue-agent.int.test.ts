import { newId, type Plan, STREAMS } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { openRawBus, type RawBus, until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aCard, aProposal, aResult } from "./start/fake-agent.ts";
import { aReceipt, envelope } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator, TOOLS } from "./start/start-coordinator.ts";

/** Everything that decides or shows what happens with a request. */
const TABLES = ["requests", "messages", "tasks", "task_results", "plans", "plan_steps", "request_events", "agent_cards", "user_facts"];
const ACTION = { agent: "supply", tool: "transfer_stock", args: { sku: "VLV-050", quantity: "60", uom: "PCE" } };
const READ = { agent: "transit", tool: "find_shipments", args: {} };

let run: StartedCoordinator;
let rogue: RawBus;
let executor: RawBus;
let release = () => {};

beforeAll(async () => {
  run = await startCoordinator();
  rogue = await openRawBus(run.nats.url, run.nats.seeds.supply ?? "");
  executor = await openRawBus(run.nats.url, run.nats.seeds.x_supply ?? "");
});
afterAll(async () => {
  release();
  rogue?.close();
  executor?.close();
  await run?.stop();
});

const frame = (result: unknown) => JSON.stringify({ task: { artifacts: [{ parts: [{ data: { result } }] }] } });
const submit = async (actions: unknown[], as = "planner.anna") =>
  (await run.call("POST", "/v1/requests", { body: { actions }, as })).body.id as string;
/** What the tables hold, without the times at which the coordinator asks approvals about its plans: those go on by themselves. */
const rowsOf = async (table: string) =>
  (
    await run.database.admin<{ row: string }>(
      `select (to_jsonb(t) - '{ask_at,asked_at,asks}'::text[])::text as row from ${table} t order by 1`,
    )
  ).map(({ row }) => row);
const picture = async () => Object.fromEntries(await Promise.all(TABLES.map(async (table) => [table, await rowsOf(table)] as const)));

/** Every message that lay in the coordinator's durables has been handled, refused or given up. */
async function handledAll(): Promise<void> {
  const bus = await run.nats.bus("coordinator", { name: "watcher" });
  for (const [stream, durable] of [
    [STREAMS.results, "coordinator"],
    [STREAMS.receipts, "coordinator"],
    [STREAMS.receipts, "coordinator_decision"],
  ] as const)
    await until(
      async () => {
        const { pending, ackPending } = await bus.consumerInfo(stream, durable);
        return pending === 0 && ackPending === 0;
      },
      // A message that a pull took with it when it ended comes again after the 30 s that acknowledgements may take, on a busy machine more than once.
      { what: `everything in ${stream}/${durable}`, timeoutMs: 95_000 },
    );
  await bus.close();
}

/** A request of each kind: with an open task of supply and of transit in both tenants, and one with a plan at approvals. */
async function openRequests() {
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const briefs = { supply: run.agents.supply?.briefs ?? [], transit: run.agents.transit?.briefs ?? [] };
  run.work.supply = (brief) => ({
    proposals: brief.calls.map((call) =>
      aProposal("supply", "transfer_stock", {
        args: call.args,
        ref: call.ref ?? "t1",
        meaning: { n: brief.requestId },
        outputs: [{ name: "transferId", kind: "transfer" }],
      }),
    ),
  });
  const planned = await submit([ACTION]);
  const plan = await until(() => run.approvals.plans.find((candidate) => candidate.requestId === planned), { what: "the plan" });
  await run.approvals.tell(plan, {});
  await run.requestWith(planned, "awaiting_approval");
  const finished = await until(() => briefs.supply.find((brief) => brief.requestId === planned), { what: "the finished brief" });
  run.work.supply = async () => {
    await held;
    return {};
  };
  run.work.transit = async () => {
    await held;
    return {};
  };
  const [mine, theirs, foreign] = [await submit([ACTION]), await submit([READ]), await submit([ACTION], "planner.anna@t2")];
  const briefOf = async (agent: "supply" | "transit", id: string) =>
    await until(() => briefs[agent].find((brief) => brief.requestId === id), { what: "a brief" });
  return {
    plan,
    finished,
    mine: await briefOf("supply", mine),
    theirs: await briefOf("transit", theirs),
    foreign: await briefOf("supply", foreign),
  };
}

type Scene = Awaited<ReturnType<typeof openRequests>>;

/** Results that the key of supply can store, none of which is one that it was asked for. */
function forgedResults(scene: Scene): [string, string][] {
  const { mine, theirs, foreign, finished } = scene;
  const own = run.keys.signer("supply");
  const sign = (key: string, brief: typeof mine, parts = {}) => run.keys.signer(key).sign("result", aResult(brief, parts));
  const signed = own.sign("result", aResult(mine));
  return [
    ["transit's task, with supply's key", frame(own.sign("result", aResult(theirs)))],
    ["transit's task, as supply's", frame(own.sign("result", aResult({ ...theirs, agent: "supply" })))],
    ["its own task, in transit's name", frame(own.sign("result", { ...aResult(mine), agent: "transit" as const }))],
    ["its own task, with its executor's key", frame(sign("x_supply", mine))],
    ["its own task, with the coordinator's key", frame(sign("coordinator", mine))],
    ["a task that does not exist", frame(own.sign("result", { ...aResult(mine), taskId: newId("tsk") }))],
    [
      "a task that ended, with proposals",
      frame(own.sign("result", aResult(finished, { proposals: [aProposal("supply", "transfer_stock", { args: ACTION.args })] }))),
    ],
    ["an unsigned body", frame({ ...signed, signature: "" })],
    ["another body under a good signature", frame({ ...signed, body: { ...signed.body, status: "refused" } })],
    ["the signature of another task", frame({ ...signed, body: { ...signed.body, taskId: foreign.taskId } })],
    ["a signature for another purpose", frame(own.sign("brief", aResult(mine)))],
    ["an unknown key id", frame({ ...signed, kid: "supply-99" })],
    ["another role's key id", frame({ ...signed, kid: "coordinator-1" })],
    ["a field more", frame({ ...signed, body: { ...signed.body, approved: true } })],
    ["a field twice", frame(signed).replace('"status":"ok"', '"status":"failed","status":"ok"')],
    ["a prototype", frame(signed).replace('"status":"ok"', '"__proto__":{"approved":true},"status":"ok"')],
    ["no JSON", "{"],
    ["a deep nest", "[".repeat(50_000)],
    ["nothing", ""],
  ];
}

/** Lines of the feed about requests and tasks that are not supply's. */
function forgedEvents({ theirs, foreign, mine }: Scene): object[] {
  const event = (brief: typeof mine, name: string, data: object, tenant = brief.tenant) => ({
    id: newId("evt"),
    name,
    tenant,
    requestId: brief.requestId,
    threadId: brief.threadId,
    at: new Date().toISOString(),
    data,
  });
  return [
    event(theirs, "agent.status", { agent: "transit", status: "working", taskId: theirs.taskId }),
    event(theirs, "proposal.created", { agent: "transit", taskId: theirs.taskId, tool: "book_shipment", args: {} }),
    event(theirs, "tool.called", { agent: "supply", taskId: mine.taskId, tool: "find_stock", args: {} }),
    event(foreign, "tool.called", { agent: "supply", taskId: foreign.taskId }, "demo"),
    event(mine, "request.completed", { agent: "supply", taskId: mine.taskId }),
    event(mine, "approval.decided", { by: "stock.ben", decision: "approve", taskId: mine.taskId }),
    event(mine, "step.succeeded", { stepId: newId("stp"), taskId: mine.taskId }),
    event(mine, "approval.claimed", { by: "stock.ben", taskId: mine.taskId }),
    event({ ...mine, requestId: newId("req") }, "agent.status", { status: "working", taskId: mine.taskId }),
  ];
}

describe("an agent with its real credentials and the whole wire", () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openRequests();
  });

  it("changes nothing with results of another request, agent, tenant or time", { timeout: 240_000 }, async () => {
    const before = await picture();
    for (const [what, body] of forgedResults(scene))
      for (const subject of [
        `qm.result.supply.demo.${scene.mine.taskId}`,
        "qm.result.supply.t2.x",
        "qm.result.supply.*.*",
        `qm.result.transit.demo.${scene.theirs.taskId}`,
      ]) {
        rogue.publish(subject, body, { headers: `Nats-Msg-Id: ${contentHash([what, subject])}` });
        rogue.publish(subject, body, { reply: `qm.result.transit.demo.${scene.theirs.taskId}` });
      }
    await rogue.handled();
    await handledAll();
    expect(await picture()).toEqual(before);
  });

  it("takes no line of the feed from an agent about tasks that are not its own, and tells whose its own are", async () => {
    const before = await picture();
    for (const event of forgedEvents(scene)) {
      const wrapped = envelope("event", "demo", scene.mine.requestId, event);
      for (const body of [wrapped, JSON.stringify(event), wrapped.replace('"data":{', '"data":{"__proto__":{"x":1},')])
        rogue.publish("qm.event.supply.demo.x", body);
    }
    const honest = {
      id: newId("evt"),
      name: "tool.called",
      tenant: "demo",
      requestId: scene.mine.requestId,
      threadId: scene.mine.threadId,
      at: new Date().toISOString(),
      data: { agent: "transit", taskId: scene.mine.taskId, tool: "find_stock" },
    };
    rogue.publish("qm.event.supply.demo.x", envelope("event", "demo", scene.mine.requestId, honest));
    const told = await until(
      async () => (await run.database.admin("select data from request_events where event_id = $1", [honest.id]))[0],
      { what: "the honest line" },
    );
    expect(told.data).toMatchObject({ agent: "supply" });
    await run.database.admin("delete from request_events where event_id = $1", [honest.id]);
    const { requests: _counter, ...rest } = before;
    expect(await picture()).toMatchObject(rest);
  });

  it("keeps the card that it knows when another one does not hold", async () => {
    const forged = aCardOf;
    const before = await picture();
    const other = TOOLS.supply.map((tool) => ({ ...tool, description: "forged" }));
    const good = await aCard("supply", other, run.keys.signer("supply"));
    const cards: Record<string, { digest: string; result: unknown }> = {
      unsigned: await forged("supply", "supply", other, (card) => ({ ...card, signatures: [] })),
      "with another agent's key": await forged("supply", "transit", other),
      "of another agent": await forged("transit", "supply", other),
      "with tools of another agent": await forged("supply", "supply", [...other, ...TOOLS.transit]),
      "other than announced": { digest: contentHash("another"), result: { tools: other, card: good.card } },
      "with tools that it does not state": { digest: good.digest, result: { tools: other.slice(1), card: good.card } },
      missing: { digest: contentHash("none"), result: { tools: other } },
      "of a wrong form": { digest: contentHash("form"), result: { tools: "all", card: 7 } },
    };
    await run.agents.supply?.stop();
    rogue.subscribe("qm.a2a.supply.rpc");
    for (const [what, { digest, result }] of Object.entries(cards)) {
      const seen = rogue.messages.length;
      const presence = { agent: "supply", instance: "rogue", state: "ready", inflight: 0, cardDigest: digest, url: "http://127.0.0.1:1" };
      // Asked anew with the next heartbeat once the answer before it was refused.
      const question = await until(
        () => {
          rogue.publish("qm.presence.supply.rogue", JSON.stringify(presence));
          return rogue.messages.slice(seen).find((message) => message.body.includes("qm/GetCatalogue"));
        },
        { what: `the question about a card ${what}` },
      );
      rogue.publish(question.reply ?? "", JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(question.body).id, result }));
      await rogue.handled();
    }
    for (const body of ["{", '{"agent":"transit"}', `{"agent":"supply","agent":"transit"}`, "x".repeat(20_000)]) {
      rogue.publish("qm.presence.supply.rogue", body);
      rogue.publish("qm.presence.transit.rogue", body);
    }
    await rogue.handled();
    expect((await run.call("GET", "/v1/tools")).body.items).toHaveLength(5);
    expect((await picture()).agent_cards).toEqual(before.agent_cards);
  });
});

/** A card of some name under some key, with tools, changed after it was signed. */
async function aCardOf(
  name: string,
  key: string,
  tools: typeof TOOLS.supply,
  change: (card: Record<string, unknown>) => unknown = (card) => card,
) {
  const { card, digest } = await aCard(name, tools, run.keys.signer(key));
  return { digest, result: { tools, card: change(card as Record<string, unknown>) } };
}

describe("an executor with its real credentials", () => {
  it("ends no step that is not its own, of another plan, content, tenant or grant", { timeout: 240_000 }, async () => {
    const plan = run.approvals.plans[0] as Plan;
    const step = plan.steps[0] ?? expect.fail("a step");
    const grantId = newId("grt");
    await run.approvals.tell(plan, { [step.id]: { state: "executing", grantId } });
    await run.requestWith(plan.requestId, "executing");
    await handledAll();
    const before = await picture();
    const real = aReceipt(plan, step.id, { grantId });
    const signed = run.keys.signer("x_supply").sign("receipt", real);
    const sign = (key: string, parts: object) => run.keys.signer(key).sign("receipt", { ...real, ...parts });
    const forged = [
      sign("x_supply", { grantId: newId("grt") }),
      sign("x_supply", { contentHash: contentHash("another") }),
      sign("x_supply", { tenant: "t2" }),
      sign("x_supply", { planId: newId("pln") }),
      sign("x_supply", { stepId: newId("stp") }),
      sign("x_supply", { domain: "transit" }),
      sign("x_supply", { revision: 2 }),
      sign("x_transit", {}),
      sign("x_transit", { domain: "transit" }),
      sign("supply", {}),
      sign("approvals", {}),
      { ...signed, body: { ...signed.body, outcome: "failed" } },
      { ...signed, signature: "" },
      run.keys.signer("x_supply").sign("preview", real),
      run.keys.signer("x_supply").sign("grant", real),
    ];
    for (const payload of forged)
      for (const type of ["receipt.issued", "plan.state", "grant.issued"]) {
        executor.publish(`qm.receipt.supply.demo.${step.id}`, envelope(type, "demo", plan.requestId, payload));
        executor.publish(`qm.decision.demo.${plan.requestId}`, envelope(type, "demo", plan.requestId, payload));
      }
    await executor.handled();
    await handledAll();
    expect(await picture()).toEqual(before);
  });
});
