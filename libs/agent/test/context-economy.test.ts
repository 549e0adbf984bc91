import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../src/agent/model.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { promptTokens } from "../src/agent/transcript.ts";
import { aBrief, aLoop, findCall } from "./fixtures.ts";

/** Prompts of a task with this many tool calls, one a turn. */
async function promptsOf(calls: number): Promise<readonly ModelRequest[]> {
  const script = [...Array.from({ length: calls }, (_, index) => ({ calls: [findCall(`SKU-${index}`)] })), "Done."];
  const brief = aBrief({ budget: { steps: 40, tokens: 2_000_000, costMicros: null, wallMs: 60_000 } });
  const { deps, state, model, signal } = aLoop(script, { brief });
  expect((await runLoop(deps, state, signal)).status).toBe("ok");
  return model.requests;
}

const tokensOf = (request: ModelRequest): number => promptTokens(request.messages, request.tools);

describe("the prompts of a long task", () => {
  it("grow by the same amount with every call, from the first to the twentieth", async () => {
    const sizes = (await promptsOf(20)).map(tokensOf);
    const steps = sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0));
    // The first result makes `read_text` appear among the tools; after it every call adds one call and one cut result.
    const later = steps.slice(1);
    expect(Math.max(...later)).toBeLessThanOrEqual(Math.min(...later) + 4);
    expect(sizes.at(-1)).toBeLessThan((sizes[1] ?? 0) + 20 * (Math.max(...later) + 1));
  });

  it("keep their beginning word for word, so that a provider's cache can hit", async () => {
    const requests = await promptsOf(20);
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (!before) continue;
      expect(request.messages.slice(0, before.messages.length)).toEqual(before.messages);
      if (index > 1) expect(request.tools).toEqual(before.tools);
    }
  });
});
