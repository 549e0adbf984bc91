import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Stack, startApprovals } from "./support/start-approvals.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startApprovals();
});
afterAll(async () => await stack?.stop());

const readiness = async () => (await fetch(`${stack.url}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;

it("is not ready while its database does not answer, and ready again when it does", async () => {
  expect(await readiness()).toBe(200);
  await stack.database.setReachable(false);
  await until(async () => (await readiness()) === 503, { what: "approvals without a database that say so" });
  await stack.database.setReachable(true);
  await until(async () => (await readiness()) === 200, { what: "approvals that are ready again" });
});
