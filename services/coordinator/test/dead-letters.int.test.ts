import { newId, subjects } from "@quartermaster/shared/contracts";
import { createPool, type Pool } from "@quartermaster/shared/db";
import { createLogger } from "@quartermaster/shared/log";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { forgetDeadLetters } from "../src/dead-letters/forget-dead-letters.ts";
import { onAdvisory } from "../src/dead-letters/on-advisory.ts";
import { storeDeadLetter } from "../src/dead-letters/store-dead-letter.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
let pool: Pool;
beforeAll(async () => {
  run = await startCoordinator();
  pool = createPool({ url: run.database.url("qm_coordinator"), name: "dead-letters", max: 2 });
});
afterAll(async () => {
  await pool?.end();
  await run?.stop();
});

const log = createLogger({}, "silent");
const aMessage = (sequence: number, over: object = {}) =>
  ({
    subject: subjects.result("supply", "demo", newId("tsk")),
    stream: "QM_RESULTS",
    sequence,
    deliveryCount: 1,
    body: "{}",
    ...over,
  }) as never;
const anAdvisory = (sequence: number, about: number) =>
  aMessage(sequence, {
    subject: "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.QM_RESULTS.coordinator",
    stream: "QM_ADVISORY",
    body: JSON.stringify({ stream: "QM_RESULTS", consumer: "coordinator", stream_seq: about }),
  });
const rowsOf = async (where: string, values: unknown[] = []) =>
  await run.database.admin(
    `select tenant, stream, sequence::int, subject, code, detail, body, body_length from dead_letters where ${where}`,
    values,
  );

it("keeps a message that it can never act on, once, and counts it", async () => {
  const subject = subjects.result("supply", "demo", newId("tsk"));
  const bus = await run.nats.bus("supply");
  await bus.publish(subject, JSON.stringify({ task: "no frame" }), { msgId: newId("msg") });
  const row = await until(async () => (await rowsOf("subject = $1", [subject]))[0], { what: "the message", timeoutMs: 30_000 });
  expect(row).toMatchObject({
    tenant: "demo",
    stream: "QM_RESULTS",
    code: "envelope_invalid",
    body: '{"task":"no frame"}',
    body_length: 19,
  });
  // The bus's word on its end adds nothing.
  await onAdvisory({ pool, log }, anAdvisory(900_001, Number(row.sequence)));
  expect(await rowsOf("code = 'terminated'")).toEqual([]);
  const metrics = await (await fetch(`${run.url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text();
  expect(metrics).toContain('qm_dead_letters{code="envelope_invalid"} 1');
});

it("keeps what the bus says of a message that nobody kept", async () => {
  await onAdvisory({ pool, log }, anAdvisory(900_002, 800_000));
  const detail = expect.stringContaining("message 800000 of QM_RESULTS for coordinator");
  expect(await rowsOf("code = 'terminated'")).toMatchObject([{ tenant: "*", stream: "QM_ADVISORY", detail }]);
});

it("keeps the beginning of a large message, and one row of a message that comes again", async () => {
  const message = aMessage(800_001, { body: "x".repeat(300_000) });
  for (let delivery = 0; delivery < 2; delivery++) await storeDeadLetter({ pool, log }, message, "envelope_invalid", "no frame");
  const rows = await rowsOf("sequence = 800001");
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ body: "x".repeat(4_000), body_length: 300_000 });
});

it("forgets what is old, and of each kind and tenant all but the newest", async () => {
  const numbers = [800_010, 800_011, 800_012, 800_013];
  for (const sequence of numbers) await storeDeadLetter({ pool, log }, aMessage(sequence), "envelope_invalid", "no frame");
  const other = aMessage(800_020, { subject: subjects.result("supply", "t2", newId("tsk")) });
  await storeDeadLetter({ pool, log }, other, "envelope_invalid", "no frame");
  await run.database.admin("update dead_letters set at = now() - interval '31 days' where sequence = 800013");
  await forgetDeadLetters(pool, 2);
  const left = (await rowsOf("sequence between 800010 and 800020")).map((row) => row.sequence);
  expect(left.toSorted()).toEqual([800_011, 800_012, 800_020]);
});
