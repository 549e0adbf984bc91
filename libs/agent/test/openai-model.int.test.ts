import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ModelError, type ModelRequest } from "../src/agent/model.ts";
import { createOpenaiModel } from "../src/agent/openai-model.ts";

type Answer = (request: { body: Record<string, unknown> }, response: ServerResponse) => void;
let server: Server | undefined;

/** A model server that gives its answers one after the other. */
async function serve(answers: Answer[]) {
  const bodies: Record<string, unknown>[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    let text = "";
    for await (const chunk of request) text += String(chunk);
    bodies.push(JSON.parse(text));
    const answer = answers[Math.min(bodies.length, answers.length) - 1];
    answer?.({ body: bodies.at(-1) ?? {} }, response);
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return { bodies, baseUrl, model: createOpenaiModel({ baseUrl, model: "m", timeoutMs: 400 }) };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const says = (message: unknown, more: object = {}) => json(200, { choices: [{ finish_reason: "stop", message }], ...more });
const request = (): ModelRequest => ({
  messages: [{ role: "user", content: "hello" }],
  tools: [
    {
      name: "find_stock",
      description: "Finds.",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: false },
      strict: true,
    },
  ],
  maxTokens: 100,
  signal: new AbortController().signal,
});

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
});

describe("the model port over HTTP", () => {
  it("reads words, calls and counts, and sends temperature 0 and strict tools", async () => {
    const call = { id: "c1", type: "function", function: { name: "find_stock", arguments: "{}" } };
    const { model, bodies } = await serve([
      says({ content: null, tool_calls: [call] }, { usage: { prompt_tokens: 7, completion_tokens: 3 } }),
    ]);
    const turn = await model.complete(request());
    expect(turn).toMatchObject({
      toolCalls: [{ id: "c1", name: "find_stock", arguments: "{}" }],
      usage: { promptTokens: 7, completionTokens: 3 },
    });
    expect(bodies[0]).toMatchObject({ temperature: 0, max_tokens: 100, tools: [{ function: { strict: true } }] });
  });

  it("waits and asks again on 429, 5xx, a cut answer and silence", async () => {
    const cut: Answer = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "500" }).write('{"choices": [');
      response.destroy();
    };
    const silent: Answer = () => {};
    const { model, bodies } = await serve([json(429, {}, { "retry-after": "0" }), cut, silent, says({ content: "hi" })]);
    expect((await model.complete(request())).content).toBe("hi");
    expect(bodies).toHaveLength(4);
  });

  it("gives up after four tries, and at once when the server refuses the key", async () => {
    const down = await serve([json(503, {})]);
    await expect(down.model.complete(request())).rejects.toMatchObject({ kind: "unavailable" });
    expect(down.bodies).toHaveLength(4);
    server?.close();
    const refused = await serve([json(401, {})]);
    await expect(refused.model.complete(request())).rejects.toBeInstanceOf(ModelError);
    expect(refused.bodies).toHaveLength(1);
  });

  it("leaves out strict for a server that does not know it, and remembers that", async () => {
    const picky: Answer = ({ body }, response) => {
      const strict = JSON.stringify(body).includes('"strict"');
      (strict ? json(400, { error: { message: "unknown field strict" } }) : says({ content: "ok" }))({ body }, response);
    };
    const { model, bodies } = await serve([picky]);
    await model.complete(request());
    await model.complete(request());
    expect(bodies).toHaveLength(3);
  });

  it("keeps strict when a refusal is about something else, and says in the log what it left out for good", async () => {
    const told: unknown[] = [];
    const log = { warn: (fields: unknown) => told.push(fields) } as never;
    const tooLong = json(400, { error: { message: "the prompt is too long" } });
    const noStrict: Answer = ({ body }, response) => {
      const strict = JSON.stringify(body).includes('"strict"');
      (strict ? json(400, { error: { message: "unknown field strict" } }) : says({ content: "ok" }))({ body }, response);
    };
    const { bodies, baseUrl } = await serve([tooLong, tooLong, says({ content: "ok" }), noStrict]);
    const model = createOpenaiModel({ baseUrl, model: "m", timeoutMs: 400, log });
    await expect(model.complete(request())).rejects.toMatchObject({ kind: "rejected" });
    await model.complete(request());
    // Once without, in case the refusal meant that; the next call has it again.
    expect(bodies.map((body) => JSON.stringify(body).includes('"strict"'))).toEqual([true, false, true]);
    expect(told).toEqual([]);
    await model.complete(request());
    expect(told).toMatchObject([{ model: "m", from: { strict: true }, to: { strict: false } }]);
  });

  it("takes an odd answer as an empty turn instead of failing", async () => {
    const { model } = await serve([json(200, { choices: [] })]);
    expect(await model.complete(request())).toMatchObject({ content: null, toolCalls: [], usage: null });
  });

  it("stops at once when the task is aborted", async () => {
    const { model } = await serve([() => {}]);
    const controller = new AbortController();
    const pending = model.complete({ ...request(), signal: controller.signal });
    controller.abort(new Error("cancelled"));
    await expect(pending).rejects.toThrow("cancelled");
  });
});
