import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { restartDelay } from "../src/child/restart-delay.ts";
import { readableLine } from "../src/cli/log-tail.ts";
import { downtime } from "../src/databases/business-clock.ts";
import { chooseApprover } from "../src/demo/approve-pending.ts";
import { checkOutcome } from "../src/demo/main-job.ts";
import { feedText } from "../src/demo/print-feed.ts";
import { stockChanges, stockReading, unconfirmedFigures } from "../src/demo/read-stock.ts";
import { setAsideWords } from "../src/demo/set-aside-words.ts";
import type { ApprovalView, RequestView, StepView } from "../src/demo/views.ts";
import { findUser } from "../src/postgres/server-user.ts";
import { readSeedRequest } from "../src/seeder/seed-request.ts";
import { missingAgents } from "../src/stack/wait-agents.ts";

describe("restarts", () => {
  it("wait longer after each crash, at most five seconds, and are quick again after a healthy life", () => {
    expect([1, 2, 3, 4, 5, 6, 9].map((crashes) => restartDelay(crashes, 100))).toEqual([250, 500, 1000, 2000, 4000, 5000, 5000]);
    expect(restartDelay(9, 60_000)).toBe(250);
  });
});

describe("the business clock", () => {
  it("stands still for as long as the stack was down, and not at all when that is unknown", () => {
    const folder = mkdtempSync(join(tmpdir(), "qm-alive-"));
    const path = join(folder, "alive.json");
    expect(downtime(path)).toBe(0);
    writeFileSync(path, JSON.stringify({ at: "2026-12-07T09:00:00.000Z" }));
    expect(downtime(path, Date.parse("2026-12-07T09:10:00.000Z"))).toBe(600_000);
    expect(downtime(path, Date.parse("2026-12-07T08:00:00.000Z"))).toBe(0);
    rmSync(folder, { recursive: true });
  });
});

describe("readiness", () => {
  const scale = { coordinator: 1, approvals: 1, supply: 2, transit: 1, export: 1 };
  const seen = (name: string, ...states: string[]) => ({ name, state: states[0] ?? "gone", instances: states.map((state) => ({ state })) });
  it("names the agents that were not heard, and how many of several", () => {
    expect(missingAgents({ items: [seen("supply", "ready", "gone"), seen("transit", "busy")] }, scale)).toBe("supply (1 of 2), export");
    expect(
      missingAgents({ items: [seen("supply", "ready", "busy"), seen("transit", "ready"), seen("export", "ready")] }, scale),
    ).toBeNull();
  });
});

describe("the server's user", () => {
  it("is found in the list of users", () => {
    expect(findUser("root:x:0:0::/:/bin/sh\nquartermaster:x:998:997::/:/usr/sbin/nologin\n", "quartermaster")).toEqual({
      name: "quartermaster",
      uid: 998,
      gid: 997,
    });
    expect(findUser("root:x:0:0::/:/bin/sh", "quartermaster")).toBeNull();
  });
});

describe("requests to the seeder", () => {
  it("name a tenant and may bring a world, plain or compressed", async () => {
    const { gzipSync } = await import("node:zlib");
    const world = { now: "2026-12-07T09:00:00Z", skus: [] };
    expect(readSeedRequest(JSON.stringify({ type: "create", tenant: "acme" }))).toEqual({ type: "create", tenant: "acme", world: null });
    const worldGzip = gzipSync(JSON.stringify(world)).toString("base64");
    expect(readSeedRequest(JSON.stringify({ type: "reset", tenant: "acme", worldGzip })).world).toEqual(world);
  });
  it.each([
    { type: "drop", tenant: "acme" },
    { type: "create", tenant: "Not A Tenant" },
    { type: "create", tenant: "acme", world: { now: "yesterday" } },
    { type: "create", tenant: "acme", extra: 1 },
  ])("refuse %j", (request) => {
    expect(() => readSeedRequest(JSON.stringify(request))).toThrow();
  });
});

describe("log lines for people", () => {
  it("show the message and the error of a JSON line, and other lines as they are", () => {
    expect(readableLine('{"level":50,"msg":"could not start","err":{"message":"no such role"}}')).toBe("could not start: no such role");
    expect(readableLine("plain words")).toBe("plain words");
  });
});

describe("the demo", () => {
  const approval = (slots: { role: string; filledBy: string | null }[]) => ({ policy: { slots } }) as ApprovalView;
  const users = [
    { id: "planner.anna", roles: ["planner", "stock_manager"] },
    { id: "stock.ben", roles: ["stock_manager"] },
    { id: "ops.iris", roles: ["ops_director"] },
  ];
  it("never lets the requester decide, and nobody twice", () => {
    expect(chooseApprover(approval([{ role: "stock_manager", filledBy: null }]), "planner.anna", users)).toEqual({
      user: "stock.ben",
      role: "stock_manager",
    });
    expect(
      chooseApprover(
        approval([
          { role: "stock_manager", filledBy: "stock.ben" },
          { role: "ops_director", filledBy: null },
        ]),
        "planner.anna",
        users,
      )?.user,
    ).toBe("ops.iris");
    expect(
      chooseApprover(
        approval([
          { role: "stock_manager", filledBy: "stock.ben" },
          { role: "stock_manager", filledBy: null },
        ]),
        "planner.anna",
        users,
      ),
    ).toBeNull();
  });
  it("names everything that did not happen", () => {
    const view: RequestView = {
      id: "req",
      status: "incomplete",
      answer: null,
      answerFacts: null,
      questions: [],
      agents: {},
      plan: null,
      openIssues: [],
    };
    const problems = checkOutcome(view, [], new Set());
    expect(problems).toContain("the request ended as incomplete");
    expect(problems).toContain("there are 0 executed transfers, not one");
    expect(problems).toContain("nothing was approved by a person");
  });
  it("tells an agent's reading for the merge as reading, not as a turn of the agent", () => {
    const line = (data: Record<string, unknown>) => feedText({ id: 1, name: "agent.status", data: { agent: "transit", ...data } });
    expect(line({ status: "waiting", kind: "snapshot" })).toBeNull();
    expect(line({ status: "working", kind: "snapshot" })).toMatch(/^transit +reads records/);
    expect(line({ status: "ok", stopReason: "snapshots" })).toBeNull();
    expect(line({ status: "ok", kind: "actions", stopReason: "actions_done" })).toMatch(/^transit +ok \(actions_done\)$/);
  });
  it("says why the goods still lie where they were, only when the receipt shows it", () => {
    const rows = (onHand: string, reserved: string) => [
      { label: "On hand", value: onHand },
      { label: "Reserved", value: reserved },
    ];
    const steps = (after: unknown[]) =>
      [{ tool: "transfer_stock", receipt: { outcome: "succeeded", before: rows("480", "120"), after } }] as unknown as StepView[];
    expect(setAsideWords(steps(rows("480", "180")))).toMatch(/set aside/);
    expect(setAsideWords(steps(rows("420", "120")))).toBeNull();
    expect(setAsideWords(steps(rows("480", "120")))).toBeNull();
    expect(setAsideWords([])).toBeNull();
  });
  const before = stockReading({
    answer: "What the records say:\n- STK-006@1: sku VLV-050, onHand 480, reserved 120\n- STK-007@1: onHand 240",
    answerFacts: [],
  });
  const after = stockReading({ answer: "- STK-006@2: sku VLV-050, onHand 480, reserved 180\n- STK-007@1: onHand 240", answerFacts: [] });
  const claims = (value: string) =>
    [{ receipt: { outcome: "succeeded", after: [{ record: "STK-006", label: "Reserved", value }] } }] as unknown as StepView[];
  it("sees which stock record changed between two readings", () => {
    expect(stockChanges(before, after)).toEqual([
      { before: "STK-006@1 sku VLV-050, onHand 480, reserved 120", after: "STK-006@2 sku VLV-050, onHand 480, reserved 180" },
    ]);
    expect(stockChanges(before, before)).toEqual([]);
  });
  it("believes a receipt's figure only when the stock shows it", () => {
    expect(unconfirmedFigures(claims("180"), after)).toEqual([]);
    expect(unconfirmedFigures(claims("18"), after)).toEqual(["STK-006 Reserved 18"]);
    expect(unconfirmedFigures(claims("180"), before)).toEqual(["STK-006 Reserved 180"]);
  });
});
