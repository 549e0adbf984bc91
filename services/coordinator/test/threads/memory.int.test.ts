import type { Brief, TaskMemory } from "@quartermaster/shared/contracts";
import { createPool, transaction } from "@quartermaster/shared/db";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "../start/start-coordinator.ts";

const SITE = { name: "defaultSite" as const, value: { kind: "location", id: "LOC-HAM" } };
let run: StartedCoordinator;

beforeAll(async () => {
  run = await startCoordinator();
});
afterAll(async () => {
  await run?.stop();
});

/** Sends a turn and waits for its end; the brief is the one that supply got for it. */
async function turn(text: string, options: { as?: string; threadId?: string } = {}) {
  const { as = "planner.anna", threadId } = options;
  const { body } = await run.call("POST", "/v1/requests", { as, body: { text, ...(threadId ? { threadId } : {}) } });
  const request = await until(
    async () => {
      const found = (await run.call("GET", `/v1/requests/${body.id}`, { as })).body;
      return ["completed", "incomplete", "refused", "awaiting_input", "failed"].includes(found.status) ? found : null;
    },
    { what: `the end of "${text}"`, timeoutMs: 60_000 },
  );
  const brief = run.agents.supply?.briefs.find((one) => one.requestId === body.id) as Brief;
  return { request, brief, threadId: body.threadId as string };
}
const memoryOf = (brief: Brief) => brief.facts.fields.memory as unknown as TaskMemory | undefined;
const checkpointsOf = async (threadId: string) => (await run.call("GET", `/v1/threads/${threadId}/checkpoints?limit=200`)).body.items;

describe("what a user asks to remember", () => {
  it("is kept across threads of that user and tenant, with where it is from and how long it holds", async () => {
    run.work.supply = (brief) => ({ answer: "Noted.", ...(memoryOf(brief)?.asked ? { remembered: [SITE] } : {}) });
    const told = await turn("Remember that my default site is LOC-HAM. How much VLV-050 is at LOC-HAM?");
    expect(memoryOf(told.brief)).toEqual({ asked: true, facts: [] });
    const thread = (await run.call("GET", `/v1/threads/${told.threadId}`)).body;
    expect(thread.fields.defaultSite).toMatchObject({ value: SITE.value, source: { by: "requester", requestId: told.request.id } });
    expect(thread.remembered).toEqual([expect.objectContaining({ fact: SITE, threadId: told.threadId })]);
    expect(Date.parse(thread.remembered[0].expiresAt)).toBeGreaterThan(Date.now());

    const later = await turn("How much PMP-001 is there?");
    expect(later.threadId).not.toBe(told.threadId);
    expect(memoryOf(later.brief)).toMatchObject({ asked: false, facts: [{ fact: SITE, threadId: told.threadId }] });
    for (const as of ["planner.ben", "planner.anna@t2"])
      expect(memoryOf((await turn("How much PMP-001 is there?", { as })).brief)).toBeUndefined();

    await run.database.admin("update user_facts set expires_at = now() - interval '1 second'");
    expect(memoryOf((await turn("How much PMP-001 is there?")).brief)).toBeUndefined();
  });

  it("is not kept when the agent made it up", async () => {
    run.work.supply = () => ({ answer: "Noted.", remembered: [{ ...SITE, value: { kind: "location", id: "LOC-EVIL" } }] });
    const { threadId } = await turn("Remember my default site LOC-HAM. How much VLV-050 is there?");
    const thread = (await run.call("GET", `/v1/threads/${threadId}`)).body;
    expect(thread.fields.defaultSite).toBeUndefined();
    expect(JSON.stringify(thread.remembered)).not.toContain("LOC-EVIL");
  });
});

describe("a fresh demo world", () => {
  it("remembers nobody and has spent nothing", async () => {
    run.work.supply = () => ({ answer: "Noted.", remembered: [SITE] });
    const { threadId } = await turn("Remember my default site LOC-HAM. How much VLV-050 is there?");
    const left = () => run.database.admin("select 1 from user_facts union all select 1 from budget_ledger where tenant = 'demo'");
    expect((await left()).length).toBeGreaterThan(0);
    const users = await run.database.admin<{ id: string; roles: string[] }>("select id, roles from users where tenant = 'demo'");
    const seeder = createPool({ url: run.database.url("qm_coordinator_seed"), name: "seed", max: 1 });
    await transaction(seeder, "demo", (tx) => tx.query("select seed_world('demo', $1::jsonb)", [JSON.stringify({ users })]));
    await seeder.end();
    expect(await left()).toEqual([]);
    expect((await run.call("GET", `/v1/threads/${threadId}`)).status).toBe(404);
  });
});

describe("the checkpoints of a thread", () => {
  it("hold its record after every step, in order and in pages", async () => {
    run.work.supply = () => ({ answer: "Nothing found." });
    const { threadId, request } = await turn("How much VLV-050 is at LOC-HAM?");
    const oldest = (await checkpointsOf(threadId)).reverse();
    expect(oldest.map((one: { step: string }) => one.step)).toEqual(["received", "intent", "results", "answer"]);
    expect(oldest.map((one: { record: { messages: number } }) => one.record.messages)).toEqual([1, 1, 1, 2]);
    expect(oldest[1].record).toMatchObject({ language: "en", fields: { lastEntities: { source: { requestId: request.id } } } });
    const thread = (await run.call("GET", `/v1/threads/${threadId}`)).body;
    expect(oldest.at(-1).record).toMatchObject({
      fields: thread.fields,
      language: thread.language,
      lastMessage: thread.messages.at(-1).id,
    });

    const first = (await run.call("GET", `/v1/threads/${threadId}/checkpoints?limit=3`)).body;
    const second = (await run.call("GET", `/v1/threads/${threadId}/checkpoints?limit=3&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...second.items].reverse()).toEqual(oldest);
    expect(second.nextCursor).toBeNull();
    expect((await run.call("GET", `/v1/threads/${threadId}/checkpoints`, { as: "planner.anna@t2" })).status).toBe(404);
    expect((await run.call("GET", `/v1/threads/${threadId}/checkpoints?cursor=x`)).status).toBe(400);
  });

  it("end with the summary of turns that no longer fit", async () => {
    run.work.supply = () => ({ answer: "Nothing found." });
    const { threadId } = await turn("How much VLV-050 is at LOC-HAM?");
    // Long turns of the same thread: more than a reader of it is given.
    await run.database.admin("update messages set text = text || repeat(' really', 4000) where thread_id = $1 and role = 'user'", [
      threadId,
    ]);
    const { brief } = await turn("And PMP-001 at LOC-HAM?", { threadId });
    expect(brief.facts.fields.earlier).toEqual([expect.stringMatching(/^req_\w+: question \(.*VLV-050.*\) → completed$/)]);
    const checkpoints = await checkpointsOf(threadId);
    expect(checkpoints[0].record.summary).toBe((brief.facts.fields.earlier as string[]).join("\n"));
  });
});
