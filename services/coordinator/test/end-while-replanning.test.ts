import { describe, expect, it } from "vitest";
import type { CoordinatorContext } from "../src/coordinator-context.ts";
import { leavesItemsOpen, returnToPlan } from "../src/orchestration/finish-request.ts";
import { resumePaused, supersede } from "../src/orchestration/thread-turn.ts";
import { aRequest, aTransaction, commandsOf, type RecordedTx } from "./start/a-request.ts";

const run = { owner: "own_1", signal: new AbortController().signal };

const contextOf = (tx: RecordedTx, told: string[]) =>
  ({
    outbox: { transaction: async (_tenant: string, work: (tx: RecordedTx) => unknown) => await work(tx) },
    bus: { publishCore: (subject: string) => told.push(subject) },
  }) as unknown as Pick<CoordinatorContext, "outbox" | "bus">;

describe("ending a request while it is planned again", () => {
  it("follows the plan when it is cancelled, and tells its agents to stop", async () => {
    const tx = aTransaction({ "update tasks": [{ id: "tsk_1", agent: "supply" }] });
    const told: string[] = [];
    expect(await returnToPlan(contextOf(tx, told), aRequest({ cancelRequested: true }), run)).toBe(true);
    expect(tx.texts.some((text) => text.startsWith("update requests set phase = "))).toBe(true);
    expect(told).toEqual([expect.stringContaining("tsk_1")]);
  });

  it("withdraws the plan of a superseded request and names the tasks to stop", async () => {
    const old = aRequest();
    const tx = aTransaction({ "status = 'superseded'": [{ plan_id: old.planId }], "update tasks": [{ id: "tsk_1", agent: "supply" }] });
    const closed = await supersede(tx, old, aRequest({ id: "req_2" }), "corrected");
    expect(commandsOf(tx)).toContain("withdraw");
    expect(closed).toEqual([{ id: "tsk_1", agent: "supply" }]);
  });

  it("withdraws nothing for a request without a plan", async () => {
    const tx = aTransaction({ "status = 'superseded'": [{ plan_id: null }], "update tasks": [] });
    await supersede(tx, aRequest({ planId: null }), aRequest({ id: "req_2" }), "answered");
    expect(commandsOf(tx)).not.toContain("withdraw");
  });

  it("lets people go on with every paused plan that is not over", async () => {
    const tx = aTransaction({ "select id, plan_id": [{ id: "req_1", plan_id: "pln_1" }] });
    await resumePaused(tx, aRequest({ paused: ["req_1"] }), undefined);
    expect(commandsOf(tx)).toEqual(["resume"]);
    expect(tx.texts[0]).toContain("phase <> 'done'");
  });

  it("leaves items to withdraw when it ends beside its plan", () => {
    expect(leavesItemsOpen(aRequest({ phase: "merge" }), { state: "accepted" })).toBe(true);
    expect(leavesItemsOpen(aRequest({ phase: "plan", revision: 2 }), { state: "refused" })).toBe(true);
    expect(leavesItemsOpen(aRequest({ phase: "plan" }), { state: "conflict" })).toBe(true);
    expect(leavesItemsOpen(aRequest({ phase: "plan" }), { state: "accepted" })).toBe(false);
    expect(leavesItemsOpen(aRequest({ phase: "merge", mode: "dry_run" }), null)).toBe(false);
    expect(leavesItemsOpen(aRequest({ phase: "merge", planId: null }), null)).toBe(false);
  });
});
