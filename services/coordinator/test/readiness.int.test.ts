import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
beforeAll(async () => {
  run = await startCoordinator();
});
afterAll(async () => await run?.stop());

const readiness = async () => (await fetch(`${run.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;

it("is not ready while its database does not answer, and ready again when it does", async () => {
  expect(await readiness()).toBe(200);
  await run.database.setReachable(false);
  await until(async () => (await readiness()) === 503, { what: "a coordinator without a database that says so" });
  await run.database.setReachable(true);
  await until(async () => (await readiness()) === 200, { what: "a coordinator that is ready again" });
});
