import { ESTIMATE, ModelError, type ModelRequest, priceOf } from "@quartermaster/agent/agent";
import { quietLog } from "@quartermaster/testing";
import { describe, expect, it } from "vitest";
import { narrowWithModel } from "../../src/intent/narrow-with-model.ts";
import { createRoutingModel, dearestCost } from "../../src/model/create-routing-model.ts";
import { input } from "../intent/an-input.ts";

const LEASE = { steps: 4, tokens: 16_000, costMicros: null, wallMs: 60_000 };
const allowed = { kinds: ["transfer_stock"], agents: ["supply" as const] };
const price = priceOf({ m: { prompt: "1", completion: "4" } }, "m");

/** A server of which every try is lost, as the port tells it; records what each try was allowed. */
function deafServer() {
  const tries: number[] = [];
  const complete = async (request: ModelRequest): Promise<never> => {
    let left: number | null = request.maxTokens;
    while (left !== null && tries.length < 20) {
      tries.push(left);
      left = (await request.onUnanswered?.()) ?? null;
    }
    throw new ModelError("unavailable", "no answer");
  };
  return { tries, complete };
}

async function narrow(
  complete: (request: ModelRequest) => Promise<never>,
  lease: typeof LEASE | (Omit<typeof LEASE, "costMicros"> & { costMicros: number }),
) {
  const model = createRoutingModel({ model: { complete }, tokenizer: ESTIMATE, price, log: quietLog("coordinator") });
  return await narrowWithModel(input("Move 60 VLV-050", { model: model.under(lease) }), "Move 60 VLV-050", allowed);
}

describe("the routing model under its lease", () => {
  it("counts every lost try in full with its cost, and makes no more than the lease has steps", async () => {
    const { tries, complete } = deafServer();
    const { usage, kinds } = await narrow(complete, LEASE);
    expect(kinds).toEqual(["transfer_stock"]);
    expect(tries).toEqual([1_500, 1_500, 1_500, 1_500]);
    expect(usage).toMatchObject({ modelCalls: 4, completionTokens: 6_000, estimated: true });
    expect(Number(usage.cost) * 1_000_000).toBe(usage.promptTokens + 4 * usage.completionTokens);
  });

  it("asks for the tokens that are left, and for nothing once none are", async () => {
    const { tries, complete } = deafServer();
    const { usage } = await narrow(complete, { ...LEASE, tokens: 2_000 });
    expect(tries.length).toBeGreaterThan(0);
    expect(usage.promptTokens + usage.completionTokens).toBeLessThanOrEqual(2_000);
  });

  it("spends no more money than the lease holds", async () => {
    const { tries, complete } = deafServer();
    const { usage } = await narrow(complete, { ...LEASE, costMicros: 5_000 });
    expect(tries.length).toBeGreaterThan(0);
    expect(Number(usage.cost) * 1_000_000).toBeLessThanOrEqual(5_000);
  });

  it("asks nobody under a lease that carries no question", async () => {
    const { tries, complete } = deafServer();
    const { usage } = await narrow(complete, { ...LEASE, tokens: 100 });
    expect([tries, usage.modelCalls]).toEqual([[], 0]);
  });

  it("prices a lease at what it can cost at most", () => {
    expect(price && dearestCost(price, { steps: 2, tokens: 10_000 })).toBe(7_000 + 4 * 3_000);
  });
});
