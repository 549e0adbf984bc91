import { describe, expect, it } from "vitest";
import { buildResult } from "../src/agent/build-result.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { aLoop, findCall, transferCall } from "./fixtures.ts";

const hash = `sha256:${"0".repeat(64)}`;

describe("a result for the bus", () => {
  it("fails with a reason of its own when its proposals alone are too large, instead of being sent in vain", async () => {
    const { deps, state, signal } = aLoop([{ calls: [findCall()] }, { calls: [transferCall()] }, "Proposed."]);
    const end = await runLoop(deps, state, signal);
    const build = () =>
      buildResult({
        brief: deps.brief,
        state,
        end,
        owner: "own",
        sequence: 1,
        agentVersion: "1",
        toolsetHash: hash,
        promptHash: hash,
        finishedAt: new Date().toISOString(),
      });
    expect(build()).toMatchObject({ status: "ok", proposals: [{ tool: "transfer_stock" }] });
    const proposal = state.proposals[0];
    if (!proposal) throw new Error("nothing was proposed");
    proposal.args = { ...proposal.args, padding: "x".repeat(500_000) };
    const result = build();
    expect(result).toMatchObject({ status: "failed", stopReason: "result_too_large", proposals: [], answer: null });
    expect(result.usage.modelCalls).toBe(3);
    expect(JSON.stringify(result).length).toBeLessThan(400_000);
  });
});
