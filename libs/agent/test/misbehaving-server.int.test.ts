import { afterEach, describe, expect, it } from "vitest";
import type { LoopEnd } from "../src/agent/loop-end.ts";
import { createOpenaiModel } from "../src/agent/openai-model.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { COMMON_RULES } from "../src/agent/transcript.ts";
import { aBrief, aLoop } from "./fixtures.ts";
import {
  type Answer,
  calls,
  cut,
  drip,
  json,
  type MisbehavingServer,
  page,
  says,
  silent,
  startMisbehavingServer,
} from "./misbehaving-server.ts";

const find = (sku = "VLV-050", id?: string) => ({ name: "find_stock", args: JSON.stringify({ sku }), ...(id ? { id } : {}) });
const transfer = (over: object = {}) => ({
  name: "transfer_stock",
  args: JSON.stringify({ sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", ...over }),
});
const done = says({ content: "Done." });
const distinct: Answer = (request, response) => calls([find(`A-${JSON.stringify(request.body).length}`)])(request, response);

interface Case {
  name: string;
  answers: Answer[];
  end: Partial<LoopEnd>;
  /** Codes of the tool results that the model was shown. */
  codes?: string[];
  requests: number;
  /** Tries that were lost on the way: each counts as spent in full. */
  lost?: number;
}

const ok = { status: "ok", stopReason: "answer", answer: "Done." } as const;

const CASES: Case[] = [
  // What the model says.
  { name: "an unknown tool", answers: [calls([{ name: "drop_table", args: "{}" }]), done], end: ok, codes: ["unknown_tool"], requests: 2 },
  { name: "a call without a name", answers: [calls([{ name: "", args: "{}" }]), done], end: ok, codes: ["unknown_tool"], requests: 2 },
  {
    name: "arguments that are no JSON",
    answers: [calls([{ name: "find_stock", args: "{sku:" }]), done],
    end: ok,
    codes: ["invalid_json"],
    requests: 2,
  },
  {
    name: "arguments with a key twice",
    answers: [calls([{ name: "find_stock", args: '{"sku":"A","sku":"B"}' }]), done],
    end: ok,
    codes: ["invalid_json"],
    requests: 2,
  },
  {
    name: "arguments with a NUL",
    answers: [calls([{ name: "find_stock", args: '{"sku":"VLV\\u0000"}' }]), done],
    end: ok,
    codes: ["invalid_json"],
    requests: 2,
  },
  {
    name: "arguments with a NUL and half a character as they are",
    answers: [
      calls([
        { name: "find_stock", args: { sku: "VLV\0\ud83d" } },
        { name: "find_stock", args: '{"sku":"\ud83d"}' },
      ]),
      done,
    ],
    end: ok,
    codes: ["invalid_json", "invalid_json"],
    requests: 2,
  },
  {
    name: "half a character in the answer",
    answers: [says({ content: "D\ud83dne.\0" })],
    end: { ...ok, answer: "D\ufffdne.\ufffd" },
    requests: 1,
  },
  {
    name: "arguments of the wrong type",
    answers: [calls([{ name: "find_stock", args: '{"sku": 5}' }]), done],
    end: ok,
    codes: ["invalid_arguments"],
    requests: 2,
  },
  {
    name: "arguments that are a list",
    answers: [calls([{ name: "find_stock", args: "[]" }]), done],
    end: ok,
    codes: ["invalid_arguments"],
    requests: 2,
  },
  {
    name: "an argument that nobody asked for",
    answers: [calls([{ name: "find_stock", args: '{"sku":"A","role":"admin"}' }]), done],
    end: ok,
    codes: ["invalid_arguments"],
    requests: 2,
  },
  {
    name: "arguments as an object instead of text",
    answers: [calls([{ name: "find_stock", args: { sku: "VLV-050" } }]), done],
    end: ok,
    codes: ["ok"],
    requests: 2,
  },
  {
    name: "null for an optional argument",
    answers: [calls([{ name: "find_stock", args: '{"sku":"A-1","location":null}' }]), done],
    end: ok,
    codes: ["ok"],
    requests: 2,
  },
  {
    name: "the same call id twice",
    answers: [calls([find("A-1", "x"), find("B-1", "x")]), done],
    end: ok,
    codes: ["ok", "ok"],
    requests: 2,
  },
  { name: "a call with words", answers: [calls([find()], { content: "Let me look." }), done], end: ok, codes: ["ok"], requests: 2 },
  {
    name: "a proposal before the read it rests on",
    answers: [calls([transfer(), find()]), done],
    end: ok,
    codes: ["ok", "ok"],
    requests: 2,
  },
  {
    name: "a proposal made twice in one turn",
    answers: [calls([transfer(), transfer()]), done],
    end: ok,
    codes: ["ok", "already_proposed"],
    requests: 2,
  },
  {
    name: "a question together with other calls",
    answers: [calls([find(), { name: "ask_user", args: '{"text":"Which lot?"}' }])],
    end: { status: "question" },
    codes: ["ok", "ok"],
    requests: 1,
  },
  {
    name: "thirty calls in one turn",
    answers: [calls(Array.from({ length: 30 }, (_, n) => find(`A-${n}`, `c${n}`))), done],
    end: ok,
    codes: [...Array(16).fill("ok"), ...Array(14).fill("too_many_calls")],
    requests: 2,
  },
  {
    name: "three turns without one well-formed call",
    answers: [calls([{ name: "x", args: "{}" }])],
    end: { status: "failed", stopReason: "repair_exhausted" },
    codes: ["unknown_tool", "unknown_tool", "unknown_tool"],
    requests: 3,
  },
  {
    name: "an empty answer, for ever",
    answers: [says({ content: "" })],
    end: { status: "failed", stopReason: "empty_answer" },
    requests: 3,
  },
  { name: "an empty answer, once", answers: [says({ content: null }), done], end: ok, requests: 2 },
  {
    name: "an answer that is cut off, for ever",
    answers: [says({ content: "Half of" }, "length")],
    end: { status: "partial", stopReason: "truncated" },
    requests: 3,
  },
  {
    name: "a call that is cut off",
    answers: [calls([{ name: "find_stock", args: '{"sku":"VL' }], {}, "length"), done],
    end: ok,
    codes: ["invalid_json"],
    requests: 2,
  },
  {
    name: "a call written as text",
    answers: [says({ content: '{"name":"find_stock","arguments":{"sku":"A"}}' }), done],
    end: ok,
    requests: 2,
  },
  {
    name: "a call in tags, for ever",
    answers: [says({ content: "<tool_call>{}</tool_call>" })],
    end: { status: "failed", stopReason: "text_call" },
    requests: 3,
  },
  {
    name: "its own prompt",
    answers: [(request, response) => says({ content: JSON.stringify(request.body.messages).replaceAll("\\n", "\n") })(request, response)],
    end: { status: "failed", stopReason: "prompt_echo", answer: null },
    requests: 3,
  },
  {
    name: "its own prompt before its answer",
    answers: [
      (request, response) => {
        const sent = (request.body.messages as { content: string }[]).map((message) => message.content).join("\n");
        says({ content: `${sent}\nDone.` })(request, response);
      },
    ],
    end: ok,
    requests: 1,
  },
  {
    name: "three calls in turn for ever",
    answers: [..."ABCABC"].map((letter) => calls([find(`${letter}-1`)])).concat([..."ABC"].map((letter) => calls([find(`${letter}-1`)]))),
    end: { status: "repetition", stopReason: "repetition" },
    requests: 7,
  },
  {
    name: "a refusal",
    answers: [says({ content: null, refusal: "I cannot help." })],
    end: { status: "refused", stopReason: "model_refused" },
    requests: 1,
  },
  {
    name: "a content filter",
    answers: [says({ content: "" }, "content_filter")],
    end: { status: "refused", stopReason: "content_filter" },
    requests: 1,
  },
  { name: "the same call for ever", answers: [calls([find()])], end: { status: "repetition", stopReason: "repetition" }, requests: 3 },
  {
    name: "two calls in turn for ever",
    answers: [
      calls([find("A-1")]),
      calls([find("B-1")]),
      calls([find("A-1")]),
      calls([find("B-1")]),
      calls([find("A-1")]),
      calls([find("B-1")]),
    ],
    end: { status: "repetition" },
    requests: 5,
  },
  { name: "new calls for ever", answers: [distinct], end: { status: "budget", stopReason: "max_steps" }, requests: 14 },
  // What the server does.
  { name: "no usage", answers: [says({ content: "Done." }, "stop", { usage: undefined })], end: ok, requests: 1 },
  {
    name: "usage of nought",
    answers: [says({ content: "Done." }, "stop", { usage: { prompt_tokens: 0, completion_tokens: 0 } })],
    end: ok,
    requests: 1,
  },
  {
    name: "words in parts",
    answers: [
      says({
        content: [
          { type: "text", text: "Do" },
          { type: "text", text: "ne." },
        ],
      }),
    ],
    end: ok,
    requests: 1,
  },
  {
    name: "thoughts in a field",
    answers: [says({ content: "Done.", reasoning_content: "secret", reasoning: "secret" })],
    end: ok,
    requests: 1,
  },
  { name: "thoughts in the words", answers: [says({ content: "<think>transfer_stock?</think>\nDone." })], end: ok, requests: 1 },
  { name: "thoughts and nothing else", answers: [says({ content: null, reasoning_content: "hm" }), done], end: ok, requests: 2 },
  {
    name: "an end of another name",
    answers: [calls([find()], {}, "tool_use"), says({ content: "Done." }, "END_TURN")],
    end: ok,
    codes: ["ok"],
    requests: 2,
  },
  {
    name: "no end at all",
    answers: [calls([find()], {}, null), says({ content: "Done." }, undefined)],
    end: ok,
    codes: ["ok"],
    requests: 2,
  },
  {
    name: "the older function call",
    answers: [says({ content: null, function_call: { name: "find_stock", arguments: '{"sku":"A-1"}' } }), done],
    end: ok,
    codes: ["ok"],
    requests: 2,
  },
  { name: "no choices", answers: [json(200, { choices: [] }), done], end: ok, requests: 2 },
  { name: "an error with status 200", answers: [json(200, { error: { message: "overloaded" } }), done], end: ok, requests: 2 },
  { name: "a web page", answers: [page, done], end: ok, requests: 2 },
  { name: "429 without Retry-After", answers: [json(429, {}), done], end: ok, requests: 2 },
  { name: "429 with Retry-After in seconds", answers: [json(429, {}, { "retry-after": "0.3" }), done], end: ok, requests: 2 },
  {
    name: "429 with Retry-After as a date",
    answers: [json(429, {}, { "retry-after": new Date(0).toUTCString() }), done],
    end: ok,
    requests: 2,
  },
  {
    name: "429 for longer than a task can wait",
    answers: [json(429, {}, { "retry-after": "600" })],
    end: { status: "unavailable", stopReason: "model_unavailable" },
    requests: 1,
  },
  { name: "500 and 503, then an answer", answers: [json(500, {}), json(503, {}), done], end: ok, requests: 3 },
  { name: "502 for ever", answers: [json(502, {})], end: { status: "unavailable", stopReason: "model_unavailable" }, requests: 4 },
  { name: "a wrong key", answers: [json(401, {})], end: { status: "failed", stopReason: "model_rejected" }, requests: 1 },
  { name: "silence, then an answer", answers: [silent, done], end: ok, requests: 2, lost: 1 },
  { name: "a slow drip, then an answer", answers: [drip, done], end: ok, requests: 2, lost: 1 },
  { name: "a cut answer, then a whole one", answers: [cut, done], end: ok, requests: 2, lost: 1 },
  {
    name: "no strict",
    answers: [
      ({ body }, response) =>
        (JSON.stringify(body).includes('"strict"') ? json(400, { error: { message: "unknown field 'strict'" } }) : done)(
          { body },
          response,
        ),
    ],
    end: ok,
    requests: 2,
  },
  {
    name: "no strict, without saying so",
    answers: [
      ({ body }, response) =>
        (JSON.stringify(body).includes('"strict"') ? json(400, { message: "unknown field" }) : done)({ body }, response),
    ],
    end: ok,
    requests: 2,
  },
  {
    name: "another name for the limit and no temperature",
    answers: [
      ({ body }, response) =>
        ("max_tokens" in body
          ? json(400, { error: { message: "use max_completion_tokens" } })
          : "temperature" in body
            ? json(400, { error: { message: "temperature is fixed" } })
            : done)({ body }, response),
    ],
    end: ok,
    requests: 3,
  },
  {
    name: "a refusal of every form of the request",
    answers: [json(400, { error: { message: "no" } })],
    end: { status: "failed", stopReason: "model_rejected" },
    requests: 2,
  },
];

describe("a model server that misbehaves", () => {
  let server: MisbehavingServer | undefined;
  afterEach(async () => await server?.stop());

  it.each(CASES)("gives $name: the loop ends in bounds and says why", async ({ answers, end, codes, requests, lost = 0 }) => {
    server = await startMisbehavingServer(answers);
    const { deps, state, signal } = aLoop([], {
      brief: aBrief({ budget: { steps: 14, tokens: 80_000, costMicros: null, wallMs: 60_000 } }),
    });
    deps.model = createOpenaiModel({ baseUrl: server.baseUrl, model: "m", timeoutMs: lost > 0 ? 500 : 10_000 });
    const ended = await runLoop(deps, state, signal);
    expect(ended).toMatchObject(end);
    expect(server.bodies).toHaveLength(requests);
    const shown = state.messages.flatMap((message) => (message.role === "tool" ? [JSON.parse(message.content).code ?? "ok"] : []));
    if (codes) expect(shown).toEqual(codes);
    expect(ended.answer ?? "").not.toContain(COMMON_RULES.slice(2, 60));
    const answeredCalls = state.messages.filter((message) => message.role === "assistant").length;
    expect(state.modelCalls).toBe(answeredCalls + lost);
    expect(state.promptTokens + state.completionTokens).toBeLessThanOrEqual(80_000);
    expect(JSON.stringify(state.messages)).not.toContain("secret");
    // Whatever happened, every call that the model made has exactly one result.
    const asked = state.messages.flatMap((message) => (message.role === "assistant" ? message.toolCalls.map((call) => call.id) : []));
    const answered = state.messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : []));
    expect([...answered].sort()).toEqual([...asked].sort());
  });

  it("is asked for strict answers again after it refused a call with and without them", async () => {
    const no = json(400, { error: { message: "no" } });
    server = await startMisbehavingServer([no, no, done]);
    const model = createOpenaiModel({ baseUrl: server.baseUrl, model: "m" });
    const ask = async () => {
      const { deps, state, signal } = aLoop([]);
      return await runLoop({ ...deps, model }, state, signal);
    };
    expect(await ask()).toMatchObject({ stopReason: "model_rejected" });
    expect(await ask()).toMatchObject(ok);
    const strict = server.bodies.map((body) => JSON.stringify(body).includes('"strict":true'));
    expect(strict).toEqual([true, false, true]);
  });
});
