import type { CoreMessage } from "@quartermaster/shared/bus";
import type { EpochNow } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Signed } from "@quartermaster/shared/signing";
import { testKeys } from "@quartermaster/testing";
import { beforeEach, expect, it, vi } from "vitest";
import { createEpochWatch, type EpochWatch } from "../src/epoch/create-epoch-watch.ts";

interface Question {
  tenant: string;
  nonce: string;
}

const keys = testKeys();
let steady = 0;
let wall = 0;
let asked: string[] = [];
let stored: number[] = [];
let epoch = 0;
let reply: (question: Question) => Promise<unknown>;
let keep: (record: Signed<EpochNow>) => Promise<number>;
let watch: EpochWatch;

const shift = (steadyMs: number, wallMs: number): void => {
  steady += steadyMs;
  wall += wallMs;
};
const pass = (ms: number): void => shift(ms, ms);
const says = ({ tenant, nonce }: Question, changes: Partial<EpochNow> = {}, role = "approvals") =>
  keys.signer(role).sign("epoch-now", { v: 1 as const, tenant, epoch, nonce, issuedAt: new Date(0).toISOString(), ...changes });

beforeEach(() => {
  [steady, wall, asked, stored, epoch] = [5_000, 1_700_000_000_000, [], [], 0];
  reply = async (question) => says(question);
  keep = async (record) => {
    stored.push(record.body.epoch);
    return record.body.epoch;
  };
  watch = createEpochWatch({
    bus: {
      async request(_subject, body): Promise<CoreMessage> {
        const question = JSON.parse(body) as Question;
        asked.push(question.tenant);
        return { subject: "", headers: new Map(), body: JSON.stringify(await reply(question)) };
      },
    },
    verifier: keys.verifier,
    store: (record) => keep(record),
    log: { warn: vi.fn() },
    clocks: () => [steady, wall],
  });
});

it("asks once in two seconds for a tenant, however many grants run at once", async () => {
  const words = await Promise.all(Array.from({ length: 50 }, () => watch.confirm("demo")));
  expect(words.every((word) => word?.epoch === 0 && word.holds())).toBe(true);
  pass(1_999);
  await watch.confirm("demo");
  expect(asked).toEqual(["demo"]);
  pass(1);
  epoch = 4;
  expect((await watch.confirm("demo"))?.epoch).toBe(4);
  await watch.confirm("t2");
  expect(asked).toEqual(["demo", "demo", "t2"]);
});

it("keeps a raised epoch in the database once, and an epoch that was never raised not at all", async () => {
  await watch.confirm("demo");
  for (const next of [3, 3, 5]) {
    epoch = next;
    pass(2_000);
    expect((await watch.confirm("demo"))?.epoch).toBe(next);
  }
  expect(stored).toEqual([3, 5]);
});

it("never goes back: neither behind what approvals said before nor behind what the database knows", async () => {
  epoch = 7;
  await watch.confirm("demo");
  pass(2_000);
  epoch = 2;
  expect((await watch.confirm("demo"))?.epoch).toBe(7);
  keep = async () => 9;
  epoch = 8;
  pass(2_000);
  expect((await watch.confirm("demo"))?.epoch).toBe(9);
});

it.each<[string, (question: Question) => Promise<unknown>]>([
  ["nobody answers", async () => Promise.reject(new AppError("unavailable"))],
  ["it says that it cannot", async () => ({ code: "unavailable", detail: "the database does not answer" })],
  ["the answer is to an earlier question", async (question) => says(question, { nonce: "an-earlier-question" })],
  ["the answer is about another tenant", async (question) => says(question, { tenant: "t2" })],
  ["somebody else signed it", async (question) => says(question, {}, "coordinator")],
  ["the epoch was changed on the way", async (question) => ({ ...says(question), body: { ...says(question).body, epoch: 8 } })],
  [
    "an older record of the epoch is shown",
    async ({ tenant }) => keys.signer("approvals").sign("epoch", { v: 1, tenant, epoch: 0, issuedAt: new Date(0).toISOString() }),
  ],
])("gives no word when %s, and asks again a second later", async (_what, odd) => {
  reply = odd;
  expect(await watch.confirm("demo")).toBeNull();
  expect(await watch.confirm("demo")).toBeNull();
  expect(asked).toHaveLength(1);
  reply = async (question) => says(question);
  pass(1_000);
  expect((await watch.confirm("demo"))?.epoch).toBe(0);
  expect(asked).toHaveLength(2);
});

it("gives no word that the database could not keep", async () => {
  epoch = 3;
  keep = async () => Promise.reject(new AppError("unavailable"));
  expect(await watch.confirm("demo")).toBeNull();
});

it("gives no word that was good before once approvals falls silent, and ends the one in hand in time", async () => {
  const before = await watch.confirm("demo");
  reply = async () => Promise.reject(new AppError("unavailable"));
  pass(2_000);
  expect(await watch.confirm("demo")).toBeNull();
  expect(before?.holds()).toBe(true);
  pass(3_000);
  expect(before?.holds()).toBe(false);
});

it("does not let one tenant's slow answer hold up another, nor its own grants for longer than a moment", async () => {
  let answerLate: () => void = () => {};
  const late = new Promise<void>((resolve) => {
    answerLate = resolve;
  });
  reply = async (question) => {
    if (question.tenant === "slow") await late;
    return says(question);
  };
  const slow = watch.confirm("slow");
  expect((await watch.confirm("demo"))?.epoch).toBe(0);
  expect(await slow).toBeNull();
  pass(250);
  expect(await watch.confirm("slow")).toBeNull();
  expect(asked).toEqual(["slow", "demo"]);
  answerLate();
  await vi.waitFor(async () => expect((await watch.confirm("slow"))?.epoch).toBe(0));
  expect(asked).toEqual(["slow", "demo"]);
});

it("asks about 64 tenants at once and about the others in the next round", async () => {
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  reply = async (question) => {
    await gate;
    return says(question);
  };
  const tenants = Array.from({ length: 70 }, (_, index) => `t${index}`);
  const round = async () => await Promise.all(tenants.map(async (tenant) => (await watch.confirm(tenant)) !== null));
  const first = round();
  open();
  expect((await first).filter(Boolean)).toHaveLength(64);
  expect((await round()).filter(Boolean)).toHaveLength(70);
  expect(new Set(asked).size).toBe(70);
});

it.each([
  ["the wall clock is set back", () => shift(0, -3_600_000)],
  ["the wall clock is set forth", () => shift(0, 3_600_000)],
  ["the machine slept and only the wall clock went on", () => shift(0, 60_000)],
  ["the process stood still", () => pass(60_000)],
])("asks anew when %s, and the word in hand is no good any more", async (_what, jump) => {
  const before = await watch.confirm("demo");
  jump();
  expect(before?.holds()).toBe(false);
  epoch = 1;
  expect((await watch.confirm("demo"))?.epoch).toBe(1);
});
