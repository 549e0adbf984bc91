import { newId, subjects } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
beforeAll(async () => {
  run = await startCoordinator();
});
afterAll(async () => await run?.stop());

it("keeps a message that it can never act on, and what the bus says of its end, as rows that are counted", async () => {
  const subject = subjects.result("supply", "demo", newId("tsk"));
  const bus = await run.nats.bus("supply");
  await bus.publish(subject, JSON.stringify({ task: "no frame" }), { msgId: newId("msg") });
  const rows = await until(
    async () => {
      const found = await run.database.admin("select tenant, stream, subject, code, detail, body from dead_letters order by id");
      return found.length >= 2 ? found : null;
    },
    { what: "the message and the bus's word on it", timeoutMs: 30_000 },
  );
  expect(rows.find((row) => row.subject === subject)).toMatchObject({ tenant: "demo", stream: "QM_RESULTS", body: '{"task":"no frame"}' });
  expect(rows.find((row) => row.code === "terminated")).toMatchObject({
    tenant: "*",
    stream: "QM_ADVISORY",
    detail: expect.stringContaining("of QM_RESULTS for coordinator"),
  });
  const metrics = await (await fetch(`${run.url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text();
  expect(metrics).toContain('qm_dead_letters{code="terminated"} 1');
});
