import type { AppError } from "@quartermaster/shared/errors";
import { expect, it } from "vitest";
import type { CoordinatorContext } from "../src/coordinator-context.ts";
import { runIntent } from "../src/orchestration/run-intent.ts";
import { aRequest, aTransaction } from "./start/a-request.ts";

it("a request whose words cannot be read for want of the database is left to be tried again, not ended", async () => {
  const tx = aTransaction({ "from budget_ledger": [] });
  const limits = { steps: 40, tokens: 100_000, costMicros: null, wallMs: 600_000 };
  const context = {
    pool: { connect: async () => Promise.reject(new Error("terminating connection")) },
    outbox: { transaction: async (_tenant: string, work: (given: typeof tx) => Promise<unknown>) => work(tx) },
    budgets: { request: limits, task: limits },
    model: { price: null, under: () => async () => ({ json: null }) },
    log: { warn: () => undefined },
  } as unknown as CoordinatorContext;
  const row = aRequest({ status: "routing", phase: "intent", planId: null });
  const reading = runIntent(context, row, { owner: "own_1", signal: new AbortController().signal });
  await expect(reading).rejects.toMatchObject({ code: "unavailable" } satisfies Partial<AppError>);
  expect(tx.texts.filter((text) => text.includes("update requests"))).toEqual([]);
  expect(tx.sent).toEqual([]);
});
