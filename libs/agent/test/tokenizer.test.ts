import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createTokenizer } from "../src/agent/create-tokenizer.ts";
import { encodingOf } from "../src/agent/encoding-of.ts";

const baseUrl = "http://127.0.0.1:9/v1";
const json = JSON.stringify({ record: "STK-006@1", sku: "VLV-050", onHand: "480", uom: "PCE" });

describe("the tokenizer of a model", () => {
  it.each([
    ["gpt-4o-mini", "o200k_base"],
    ["openai/gpt-5", "o200k_base"],
    ["ft:gpt-4.1-2025-04-14:org::id", "o200k_base"],
    ["o3-mini", "o200k_base"],
    ["gpt-oss-20b", "o200k_harmony"],
    ["gpt-4-turbo", "cl100k_base"],
    ["gpt-3.5-turbo", "cl100k_base"],
    ["quartermaster-offline", null],
    ["llama-3.1-8b", null],
    ["o3d-model", null],
  ])("is chosen by the name: %s", (model, encoding) => {
    expect(encodingOf(model)).toBe(encoding);
  });

  it("counts as the model does, marks of the chat format included, and is estimated for a model that nobody knows", async () => {
    const known = await createTokenizer({ model: "gpt-4o", setting: "auto", baseUrl });
    expect([known.name, known.exact]).toEqual(["o200k_base", true]);
    expect(known.count("hello world")).toBe(2);
    expect(known.count("")).toBe(0);
    expect(known.count("<|endoftext|>")).toBeGreaterThan(1);
    const unknown = await createTokenizer({ model: "quartermaster-offline", setting: "auto", baseUrl });
    expect([unknown.name, unknown.exact, unknown.count(json)]).toEqual(["estimate", false, Math.ceil(json.length / 3)]);
  }, 30_000);

  it("counts a run of half a million equal letters in bounded time", async () => {
    const tokenizer = await createTokenizer({ model: "m", setting: "o200k_base", baseUrl });
    const started = performance.now();
    expect(tokenizer.count("a".repeat(500_000))).toBeGreaterThan(10_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 40_000);
});

describe("counting by the model server", { timeout: 20_000 }, () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function serve(answer: (body: { prompt: string }) => [number, unknown]) {
    const asked: string[] = [];
    server = createServer(async (request, response) => {
      let text = "";
      for await (const chunk of request) text += String(chunk);
      asked.push(`${request.url} ${text}`);
      const [status, body] = answer(JSON.parse(text));
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    return { asked, tokenizer: await createTokenizer({ model: "m", setting: "server", baseUrl: url }) };
  }
  const signal = new AbortController().signal;

  it("asks once for each text, beside /v1, in either form of answer", async () => {
    const { asked, tokenizer } = await serve(({ prompt }) => [200, prompt === "one" ? { count: 7 } : { tokens: [1, 2, 3] }]);
    await tokenizer.prepare?.(["one", "two", "one", ""], signal);
    await tokenizer.prepare?.(["one"], signal);
    expect([tokenizer.count("one"), tokenizer.count("two"), tokenizer.count("three"), tokenizer.exact]).toEqual([7, 3, 2, true]);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toContain("/tokenize ");
    expect(asked[0]).not.toContain("/v1");
  });

  it("falls back to the estimate for good where the server has no such call", async () => {
    const { asked, tokenizer } = await serve(() => [404, {}]);
    await tokenizer.prepare?.(["a", "b", "c", "d", "e"], signal);
    expect(asked).toHaveLength(3);
    expect([tokenizer.exact, tokenizer.count("abcd")]).toEqual([false, 2]);
  });
});
