import type { Plan } from "@quartermaster/shared/contracts";
import { until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aProposal } from "./start/fake-agent.ts";
import { sendReceipt } from "./start/fake-approvals.ts";
import { type StartedCoordinator, startCoordinator } from "./start/start-coordinator.ts";

let run: StartedCoordinator;
const WORDS = "Bewege 60 PCE VLV-050 von Hamburg nach Valencia und halte SHP-2002 an.";

beforeAll(async () => {
  run = await startCoordinator();
  run.work.supply = (brief) => ({
    proposals: [{ tool: "transfer_stock", args: { sku: "VLV-050", quantity: "60", uom: "PCE" } }]
      .filter(() => brief.kind === "work" || brief.calls.length > 0)
      .map(({ tool, args }) =>
        aProposal("supply", tool, { args, meaning: { ...args, n: brief.requestId }, outputs: [{ name: "transferId", kind: "transfer" }] }),
      ),
  });
  run.work.transit = (brief) =>
    brief.kind === "work" ? { status: "refused", refusal: { code: "already_on_hold", detail: "SHP-2002 is on hold already" } } : {};
});
afterAll(async () => {
  await run?.stop();
});

const planOf = async (requestId: string, revision: number): Promise<Plan> =>
  await until(() => run.approvals.plans.find((plan) => plan.requestId === requestId && plan.revision === revision), {
    what: `revision ${revision} at approvals`,
  });

describe("an order of which an agent refuses a part", () => {
  it("ends incomplete and says what was not planned and why, also when the rest was planned again", async () => {
    const { body } = await run.call("POST", "/v1/requests", { body: { text: WORDS } });
    const first = await planOf(body.id, 1);
    const [move] = first.steps;
    if (!move) throw new Error("a step is needed");
    await run.approvals.tell(first, { [move.id]: { state: "stale", code: "stale" } });
    const plan = await planOf(body.id, 2);
    await run.approvals.tell(plan, { [move.id]: { state: "executing", code: null } });
    await sendReceipt(await run.executorBus("supply"), run.keys.signer("x_supply"), plan, move.id, { outputs: { transferId: "TRF-60" } });
    const done = await run.requestWith(body.id, "incomplete");
    expect(done.openIssues).toEqual([{ code: "already_on_hold", detail: "SHP-2002 is on hold already", agent: "transit" }]);
    expect(done.answer).toContain("TRF-60");
    expect(done.answer).toContain("Nicht ausgeführt: eine solche Sperre besteht schon (SHP-2002) (already_on_hold).");
  });

  it("is incomplete as a dry run as well", async () => {
    const { body } = await run.call("POST", "/v1/requests", { body: { text: WORDS, mode: "dry_run" } });
    const done = await run.requestWith(body.id, "incomplete");
    expect(done.openIssues.map((issue: { code: string }) => issue.code)).toEqual(["already_on_hold"]);
  });
});
