import { newId, type Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";
import { createDecisionClient, type DecisionAnswer, type DecisionWish } from "./support/decision-client.ts";
import { type Stack, startApprovals } from "./support/start-approvals.ts";
import { startReplica } from "./support/start-replica.ts";

const ITEMS = 50;
const CLIENTS = 4;
const CONNECTIONS = 12;
const PEOPLE = ["stock.ben", "stock.bea", ...["cem", "dan", "eli", "fay"].map((name) => `stock.${name}`)];

let stack: Stack;
let replica: Awaited<ReturnType<typeof startReplica>>;

beforeAll(async () => {
  stack = await startApprovals();
  for (const user of PEOPLE.slice(2))
    await stack.database.admin("insert into users (tenant, id, roles) values ('demo', $1, '{stock_manager}')", [user]);
  replica = await startReplica(stack);
});
afterAll(async () => {
  await replica?.stop();
  await stack?.stop();
});

interface Item {
  plan: Plan;
  step: string;
  id: string;
  wishes: DecisionWish[];
}

/**
 * Ten attempts on one item: six people, of whom the first calls three more times (twice under the same key, once the other way round)
 * and the second once more without a key. By turns all want it, none do, or every second person.
 */
function wishesFor(item: { id: string; revision: number; card: { hash: string } }, index: number): DecisionWish[] {
  const wanted = (person: number) => (index % 3 === 0 || (index % 3 === 1 && person % 2 === 0) ? "approve" : "reject");
  const key = newId("evt");
  const wish = (person: number, more: Partial<DecisionWish> = {}): DecisionWish => ({
    user: PEOPLE[person] ?? "",
    approvalId: item.id,
    revision: item.revision,
    cardHash: item.card.hash,
    decision: wanted(person),
    key: null,
    ...more,
  });
  const other = wanted(0) === "approve" ? "reject" : "approve";
  const all = [
    ...[wish(0, { key }), wish(1), wish(2), wish(3), wish(4, { key: newId("evt") }), wish(5)],
    ...[wish(0, { key }), wish(0, { decision: other }), wish(1), wish(0, { key })],
  ];
  // Somebody else is first in line at every item.
  return [...all.slice(index % all.length), ...all.slice(0, index % all.length)];
}

async function openItem(index: number): Promise<Item> {
  const step = newId("stp");
  const plan = aPlan(stack.keys.signer("approvals"), {
    tenant: "demo",
    steps: ({ tenant, requestId }) => [
      aStep(tenant, requestId, { id: step, agent: "supply", tool: "transfer_stock", args: transferArgs(String(index + 1)) }),
    ],
  });
  await stack.submit(plan);
  const item = await stack.item(plan, step);
  return { plan, step, id: item.id, wishes: wishesFor(item, index) };
}

/** Sends everything at once; attempts on one item go over all clients, and so over both replicas. */
async function decideAll(items: readonly Item[]): Promise<DecisionAnswer[]> {
  const clients = [...Array(CLIENTS).keys()].map((n) => createDecisionClient(n % 2 === 0 ? stack.url : replica.url, CONNECTIONS));
  try {
    return await Promise.all(items.flatMap((item) => item.wishes.map((wish, n) => clients[n % CLIENTS]?.decide(wish) ?? expect.fail())));
  } finally {
    for (const client of clients) client.close();
  }
}

it("gives 500 simultaneous decisions on 50 items one winner each, and tells everybody the truth", async () => {
  const items = await Promise.all([...Array(ITEMS).keys()].map(openItem));
  const answers = await decideAll(items);
  expect(answers).toHaveLength(500);

  const told = { won: 0, replayed: 0, lost: 0 };
  const outcomes: Record<string, number> = {};
  for (const item of items) {
    const own = answers.filter((answer) => answer.wish.approvalId === item.id);
    const winners = own.filter((answer) => answer.status === 200 && !answer.replayed);
    expect(winners.map((answer) => answer.wish.user)).toHaveLength(1);
    const { user, decision } = winners[0]?.wish ?? expect.fail("a winner");
    const state = decision === "approve" ? "approved" : "rejected";
    outcomes[state] = (outcomes[state] ?? 0) + 1;
    for (const answer of own) {
      const { wish, status, replayed, body } = answer;
      if (wish.user === user && wish.decision === decision) {
        // The winner, and every repeat of the winner's own decision, with a key or without.
        expect({ status, state: body.state, by: body.decisions.map((entry: { by: string }) => entry.by) }).toEqual({
          status: 200,
          state,
          by: [user],
        });
        told[replayed ? "replayed" : "won"] += 1;
        continue;
      }
      expect({ status, code: body.code, state: body.state, winner: body.winner }).toMatchObject({
        status: 409,
        code: "already_decided",
        state,
        winner: { by: user, role: "stock_manager", decision },
      });
      told.lost += 1;
    }
    // Both replicas show the outcome that was told.
    for (const url of [stack.url, replica.url]) {
      const view = await (await fetch(`${url}/v1/approvals/${item.id}`, { headers: { authorization: "Bearer demo-audit.lena" } })).json();
      expect(view).toMatchObject({ state, decisions: [{ by: user, decision }] });
      expect(view.decisions).toHaveLength(1);
    }
    await stack.state(item.plan, (s) => s.steps[0]?.state === (decision === "approve" ? "succeeded" : "rejected"), `the end of ${item.id}`);
    expect(
      stack.supply.grants.filter((grant) => grant.stepId === item.step).map((grant) => grant.approvers.map((one) => one.user)),
    ).toEqual(decision === "approve" ? [[user]] : []);
  }
  expect(told.won).toBe(ITEMS);
  expect(told.won + told.replayed + told.lost).toBe(500);
  expect(told.replayed).toBeGreaterThan(0);
  expect(outcomes).toMatchObject({ approved: expect.any(Number), rejected: expect.any(Number) });

  const count = async (text: string) => Number((await stack.database.admin(text))[0]?.n);
  expect(await count("select count(*) as n from decisions")).toBe(ITEMS);
  expect(await count("select count(*) as n from grants")).toBe(outcomes.approved);
  expect(await count("select count(distinct step_id) as n from grants")).toBe(outcomes.approved);

  const report = await until(async () => {
    const { body } = await stack.call("audit.lena", "GET", "/v1/ledger/verify");
    return body.unsealed === 0 ? body : undefined;
  });
  expect(report).toMatchObject({ ok: true, firstBad: null });
  const lines = (await stack.call("audit.lena", "GET", "/v1/ledger", { headers: { accept: "application/x-ndjson" } })).body as string;
  const entries = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind: string; body: { approvalId?: string; body?: { stepId: string } } });
  const decided = entries.filter((entry) => entry.kind === "decision.recorded").map((entry) => entry.body.approvalId);
  expect(decided.sort()).toEqual(items.map((item) => item.id).sort());
  const granted = entries.filter((entry) => entry.kind === "grant.issued").map((entry) => entry.body.body?.stepId);
  expect(granted).toHaveLength(outcomes.approved ?? 0);
  expect(new Set(granted).size).toBe(granted.length);
});
