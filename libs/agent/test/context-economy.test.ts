import { readFileSync } from "node:fs";
import type { JsonValue } from "@quartermaster/shared/contracts";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createTokenizer } from "../src/agent/create-tokenizer.ts";
import type { ModelRequest } from "../src/agent/model.ts";
import { createPromptSize, type PromptSize } from "../src/agent/prompt-size.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import type { Tokenizer } from "../src/agent/tokenizer.ts";
import { defineReadTool } from "../src/agent/tool.ts";
import { createToolRegistry } from "../src/agent/tool-registry.ts";
import { aBrief, aLoop, findCall, type ShelfPorts } from "./fixtures.ts";

let tokenizer: Tokenizer;
let size: PromptSize;
beforeAll(async () => {
  tokenizer = await createTokenizer({ model: "gpt-4o", setting: "auto", baseUrl: "http://127.0.0.1:9/v1" });
  size = createPromptSize(tokenizer);
}, 60_000);

/** A read with a result of about 4 500 tokens, cut for the model like any other. */
const listStock = defineReadTool({
  name: "list_stock",
  version: 1,
  effect: "read",
  description: "Lists stock. Not for shipments.",
  schema: z.strictObject({ page: z.number() }),
  run: async (args: { page: number }) => ({
    ok: true as const,
    result: Array.from({ length: 160 }, (_, n) => ({
      record: `STK-${args.page}${n}@1`,
      sku: `VLV-${n}`,
      location: "LOC-HAM",
      onHand: "480",
    })) as JsonValue,
    records: [],
  }),
});

interface Options {
  large?: boolean;
  contextTokens?: number;
}

/** Prompts of a task with this many tool calls, one a turn. */
async function promptsOf(calls: number, { large = false, contextTokens }: Options = {}): Promise<readonly ModelRequest[]> {
  const call = (index: number) => (large ? { name: "list_stock", args: { page: index } } : findCall(`SKU-${index}`));
  const script = [...Array.from({ length: calls }, (_, index) => ({ calls: [call(index)] })), "Done."];
  const brief = aBrief({ budget: { steps: 40, tokens: 2_000_000, costMicros: null, wallMs: 60_000 } });
  const { deps, state, model, signal } = aLoop(script, { brief });
  deps.tokenizer = tokenizer;
  if (contextTokens !== undefined) deps.contextTokens = contextTokens;
  if (large) deps.registry = createToolRegistry<ShelfPorts>("supply", [listStock as never]);
  expect((await runLoop(deps, state, signal)).status).toBe("ok");
  return model.requests;
}

const tokensOf = (request: ModelRequest): number => size.messages(request.messages) + size.tools(request.tools);
const sharedStart = (request: ModelRequest, before: ModelRequest): boolean =>
  JSON.stringify(request.messages.slice(0, before.messages.length)) === JSON.stringify(before.messages);

describe("the prompts of a long task", { timeout: 60_000 }, () => {
  it("grow by the same amount with every call, from the first to the twentieth", async () => {
    const sizes = (await promptsOf(20)).map(tokensOf);
    const steps = sizes.slice(1).map((now, index) => now - (sizes[index] ?? 0));
    // The first result makes `read_text` appear among the tools; after it every call adds one call and one cut result.
    const later = steps.slice(1);
    expect(Math.max(...later)).toBeLessThanOrEqual(Math.min(...later) + 4);
    expect(sizes.at(-1)).toBeLessThan((sizes[1] ?? 0) + 20 * (Math.max(...later) + 1));
  });

  it("grow no faster than linearly with large results either, and never exceed the context once they are trimmed", async () => {
    const contextTokens = 24_000;
    const [first = 0, ...sizes] = (await promptsOf(20, { large: true, contextTokens })).map(tokensOf);
    const perCall = (sizes[0] ?? 0) - first;
    for (const [index, now] of sizes.entries()) {
      expect(now).toBeLessThanOrEqual(first + (index + 1) * (perCall + 40));
      expect(now).toBeLessThanOrEqual(contextTokens);
    }
    // Without trimming twenty such results would stand in the last prompt.
    expect(sizes.at(-1)).toBeLessThan(first + 20 * perCall * 0.5);
  });

  it("keep their beginning word for word, so that a provider's cache can hit", async () => {
    const requests = await promptsOf(20);
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (!before) continue;
      expect(sharedStart(request, before)).toBe(true);
      if (index > 1) expect(request.tools).toEqual(before.tools);
    }
  });

  it("keep their beginning for most calls even while old steps are cut", async () => {
    const requests = await promptsOf(20, { large: true, contextTokens: 24_000 });
    const broken = requests.filter((request, index) => index > 0 && !sharedStart(request, requests[index - 1] as ModelRequest));
    expect(broken.length).toBeGreaterThan(0);
    expect(broken.length).toBeLessThanOrEqual(10);
  });

  it("have the sizes that docs/performance.md states", async () => {
    const text = readFileSync(new URL("../../../docs/performance.md", import.meta.url), "utf8");
    const rows = [...text.matchAll(/^\| (small|large) \| ([\d ]+) \| (\d+) \| ([\d ]+) \| ([\d ]+) \| ([\d ]+) \|$/gm)];
    const number = (cell: string | undefined) => Number(cell?.replaceAll(" ", ""));
    expect(rows.length).toBeGreaterThanOrEqual(15);
    const counted = new Map<string, number[]>();
    for (const [, results, context, calls, ...stated] of rows) {
      const key = `${results} ${context}`;
      const sizes = counted.get(key) ?? (await promptsOf(20, { large: results === "large", contextTokens: number(context) })).map(tokensOf);
      counted.set(key, sizes);
      const upTo = sizes.slice(0, number(calls) + 1);
      const found = [upTo[0] ?? 0, upTo.at(-1) ?? 0, upTo.reduce((sum, one) => sum + one, 0)];
      for (const [index, cell] of stated.entries())
        expect(Math.abs(number(cell) / (found[index] ?? 0) - 1), `${key}, ${calls} calls: ${found}`).toBeLessThan(0.05);
    }
  });
});
