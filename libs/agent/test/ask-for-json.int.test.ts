import { afterEach, describe, expect, it } from "vitest";
import { askForJson, type JsonQuestion } from "../src/agent/ask-for-json.ts";
import { createOpenaiModel } from "../src/agent/openai-model.ts";
import { ESTIMATE } from "../src/agent/tokenizer.ts";
import { type Answer, json, type MisbehavingServer, says, silent, startMisbehavingServer } from "./misbehaving-server.ts";

const schema = {
  name: "route",
  schema: {
    type: "object",
    properties: { agents: { type: "array", items: { type: "string", enum: ["supply", "transit"] } } },
    required: ["agents"],
    additionalProperties: false,
  },
};
const good = says({ content: '{"agents":["supply"]}' });

interface Asked extends Pick<JsonQuestion, "signal" | "allowance"> {
  timeoutMs: number;
}

describe("a question whose answer must be data", () => {
  let server: MisbehavingServer | undefined;
  afterEach(async () => await server?.stop());

  async function ask(
    answers: readonly Answer[],
    { timeoutMs = 10_000, signal = new AbortController().signal, allowance = (): number | null => 100 }: Partial<Asked> = {},
  ) {
    server = await startMisbehavingServer(answers);
    const model = createOpenaiModel({ baseUrl: server.baseUrl, model: "m", timeoutMs });
    const messages = [{ role: "user" as const, content: "Who knows?" }];
    const answer = await askForJson(model, { messages, schema, allowance, tokenizer: ESTIMATE, signal });
    return { ...answer, bodies: server.bodies as { messages: { content: string }[]; response_format?: unknown }[] };
  }

  it("holds a server to the schema where it can", async () => {
    const { json: data, bodies, usage } = await ask([good]);
    expect(data).toEqual({ agents: ["supply"] });
    expect(bodies[0]?.response_format).toMatchObject({ type: "json_schema", json_schema: { strict: true } });
    expect(bodies[0]?.messages[0]?.content).toBe("Who knows?");
    expect(usage).toEqual({ modelCalls: 1, promptTokens: 50, completionTokens: 5, estimated: false });
  });

  it("tells a server without a schema mode the form in words", async () => {
    const refusesSchema: Answer = ({ body }, response) =>
      ("response_format" in body ? json(400, { error: { message: "response_format is not supported" } }) : good)({ body }, response);
    const { json: data, bodies } = await ask([refusesSchema]);
    expect(data).toEqual({ agents: ["supply"] });
    expect(bodies.at(-1)?.messages[0]?.content).toContain('"enum":["supply","transit"]');
  });

  it.each([
    ["words around it", 'Sure:\n```json\n{"agents":["supply"]}\n```'],
    ["a brace in the words before it", '{"agents":["supply"]} is it'],
  ])("finds the object in %s", async (_form, content) => {
    expect((await ask([says({ content })])).json).toEqual({ agents: ["supply"] });
  });

  it.each([
    ["a value that the schema does not have", '{"agents":["admin"]}', "agents.0"],
    ["a member that nobody asked for", '{"agents":[],"grant":true}', "grant"],
    ["no JSON at all", "supply, I think", "not one JSON object"],
    ["nothing", "", "not one JSON object"],
  ])("sends %s back once with the reason, and takes the second answer", async (_form, content, why) => {
    const { json: data, bodies, usage } = await ask([says({ content }), good]);
    expect(data).toEqual({ agents: ["supply"] });
    expect(bodies[1]?.messages.at(-1)?.content).toContain(why);
    expect(usage.modelCalls).toBe(2);
  });

  it("gives up after the second answer that does not fit", async () => {
    const { json: data, bodies, usage } = await ask([says({ content: '{"agents":"all"}' })]);
    expect([data, bodies.length, usage.modelCalls]).toEqual([null, 2, 2]);
  });

  it("counts a try without an answer in full", async () => {
    const { json: data, usage } = await ask([silent, good], { timeoutMs: 3_000 });
    expect(data).toEqual({ agents: ["supply"] });
    expect(usage).toMatchObject({ modelCalls: 2, completionTokens: 105, estimated: true });
  });

  it("tells what was spent when no answer comes at all", async () => {
    const { json: data, usage, failure, bodies } = await ask([silent], { timeoutMs: 200 });
    expect([data, failure]).toEqual([null, expect.any(Error)]);
    expect(usage).toMatchObject({ modelCalls: bodies.length, completionTokens: 100 * bodies.length, estimated: true });
  });

  it("keeps the count of a paid answer that an outage follows", async () => {
    const { json: data, usage } = await ask([says({ content: "nonsense" }), json(503, {})]);
    expect([data, usage]).toEqual([null, { modelCalls: 1, promptTokens: 50, completionTokens: 5, estimated: false }]);
  });

  it("counts in full the try that was at work when the caller gave up", async () => {
    const gone = new AbortController();
    const answer = await ask([() => gone.abort()], { signal: gone.signal });
    expect([answer.json, answer.usage]).toMatchObject([null, { modelCalls: 1, completionTokens: 100, estimated: true }]);
  });

  it("asks for no more than is left, and not at all once nothing is", async () => {
    const allowance: JsonQuestion["allowance"] = (used) => (used.modelCalls >= 2 ? null : 100 - 40 * used.modelCalls);
    const { json: data, usage, bodies } = await ask([says({ content: "nonsense" }), silent], { timeoutMs: 3_000, allowance });
    expect([data, usage.modelCalls, bodies.map((body) => (body as { max_tokens?: number }).max_tokens)]).toEqual([null, 2, [100, 60]]);
  });
});
