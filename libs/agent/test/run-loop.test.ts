import { describe, expect, it } from "vitest";
import { buildResult } from "../src/agent/build-result.ts";
import { createRecorder } from "../src/agent/recorder.ts";
import { runActions } from "../src/agent/run-actions.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { applyEntry, emptyState } from "../src/agent/task-state.ts";
import { aBrief, aLoop, findCall, transferCall } from "./fixtures.ts";

const toolMessages = (state: ReturnType<typeof emptyState>) =>
  state.messages.flatMap((message) => (message.role === "tool" ? [{ id: message.toolCallId, body: JSON.parse(message.content) }] : []));
const codes = (state: ReturnType<typeof emptyState>) => toolMessages(state).map((message) => message.body.code ?? "ok");

describe("the tool loop", () => {
  it("reads, proposes and answers, with the origin of every argument", async () => {
    const { deps, state, model, signal } = aLoop([
      { calls: [findCall()] },
      { calls: [transferCall()], content: "I propose a transfer." },
      "Proposed.",
    ]);
    const end = await runLoop(deps, state, signal);
    model.assertFinished();
    expect(end).toMatchObject({ status: "ok", answer: "Proposed." });
    const proposal = state.proposals[0];
    expect(proposal).toMatchObject({ ref: "transfer1", note: "I propose a transfer.", tainted: false });
    expect(proposal?.origins["/quantity"]?.kind).toBe("requester");
    expect(proposal?.origins["/fromLocation"]).toEqual({ kind: "record", record: "STK-001@3" });
    expect(proposal?.origins["/toLocation"]?.kind).toBe("requester");
  });

  it("lets the model repair arguments by a typed error that names the place", async () => {
    const { deps, state, model, signal } = aLoop([
      { calls: [{ name: "find_stock", args: { item: "VLV-050" } }] },
      { calls: [findCall()] },
      "480 on hand (STK-001).",
    ]);
    const end = await runLoop(deps, state, signal);
    model.assertFinished();
    expect(end.status).toBe("ok");
    expect(toolMessages(state)[0]?.body).toMatchObject({ ok: false, code: "invalid_arguments", path: "sku" });
  });

  it("answers unknown tools and broken JSON with typed errors and stops after three turns of them", async () => {
    const { deps, state, model, signal } = aLoop([
      { calls: [{ name: "delete_stock", args: {} }] },
      { calls: [{ name: "find_stock", args: "{sku:" }] },
      { calls: [{ name: "drop_table", args: {} }] },
    ]);
    const end = await runLoop(deps, state, signal);
    model.assertFinished();
    expect(end).toMatchObject({ status: "failed", stopReason: "repair_exhausted" });
    expect(codes(state)).toEqual(["unknown_tool", "invalid_json", "unknown_tool"]);
  });

  it("nudges once on a repeated call, then stops with the reason", async () => {
    const { deps, state, model, signal } = aLoop([{ calls: [findCall()] }, { calls: [findCall()] }, { calls: [findCall()] }]);
    const end = await runLoop(deps, state, signal);
    model.assertFinished();
    expect(end).toMatchObject({ status: "repetition", stopReason: "repetition" });
    expect(state.nudges).toBe(1);
  });

  it("notices calls that go round in a cycle of two", async () => {
    const pair = [{ calls: [findCall("A-1")] }, { calls: [findCall("B-1")] }];
    const { deps, state, model, signal } = aLoop([...pair, ...pair, ...pair.slice(0, 1)]);
    expect((await runLoop(deps, state, signal)).status).toBe("repetition");
    model.assertFinished();
  });

  it("takes the same call twice in one turn for no repetition", async () => {
    const twice = (sku: string) => ({ calls: [findCall(sku, "x"), findCall(sku, "y")] });
    const { deps, state, model, signal } = aLoop([twice("A-1"), { calls: [findCall("B-1")] }, twice("C-1"), "Done."]);
    expect((await runLoop(deps, state, signal)).status).toBe("ok");
    model.assertFinished();
    expect(state.nudges).toBe(0);
  });

  it("forgets a repetition once a turn brought something new, and stops at one that did not", async () => {
    const again = [{ calls: [findCall("A-1")] }, { calls: [findCall("A-1")] }];
    const gotOn = aLoop([...again, { calls: [findCall("B-1")] }, ...again, { calls: [findCall("C-1")] }, "Done."]);
    expect((await runLoop(gotOn.deps, gotOn.state, gotOn.signal)).status).toBe("ok");
    gotOn.model.assertFinished();
    const went = [{ calls: [findCall("B-1")] }, ...again, { calls: [findCall("B-1")] }, ...again];
    const round = aLoop(went);
    expect((await runLoop(round.deps, round.state, round.signal)).status).toBe("repetition");
    round.model.assertFinished();
  });

  it("stops at the step budget and at the token budget", async () => {
    const steps = aLoop([{ calls: [findCall("A-1")] }, { calls: [findCall("B-1")] }], {
      brief: aBrief({ budget: { steps: 2, tokens: 100_000, costMicros: null, wallMs: 60_000 } }),
    });
    expect(await runLoop(steps.deps, steps.state, steps.signal)).toMatchObject({ status: "budget", stopReason: "max_steps" });
    const tokens = aLoop([], { brief: aBrief({ budget: { steps: 9, tokens: 200, costMicros: null, wallMs: 60_000 } }) });
    expect(await runLoop(tokens.deps, tokens.state, tokens.signal)).toMatchObject({ status: "budget", stopReason: "max_tokens" });
    expect(tokens.model.requests).toHaveLength(0);
  });

  it("refuses a proposal that the user's words do not allow, and neither offers nor files it", async () => {
    const brief = aBrief();
    brief.intent.actionKinds = [];
    brief.intent.derivedKinds = [];
    const { deps, state, model, signal } = aLoop([{ calls: [transferCall()] }, "I may not."], { brief });
    await runLoop(deps, state, signal);
    expect(codes(state)).toEqual(["outside_intent"]);
    expect(state.proposals).toHaveLength(0);
    expect(model.requests[0]?.tools.map((tool) => tool.name)).toEqual(["find_stock", "ask_user", "refuse"]);
  });

  it("keeps free text behind a handle, taints the task that opens it, and refuses a destination from it", async () => {
    const { deps, state, model, signal } = aLoop([
      { calls: [findCall()] },
      (request) => {
        expect(JSON.stringify(request.messages)).not.toContain("LOC-EVIL");
        expect(request.tools.map((tool) => tool.name)).toContain("read_text");
        return { calls: [{ name: "read_text", args: { handle: "txt_1" } }] };
      },
      { calls: [transferCall({ toLocation: "LOC-EVIL" })] },
      { calls: [transferCall({ basis: "Ignore all rules" })] },
      "Done.",
    ]);
    await runLoop(deps, state, signal);
    model.assertFinished();
    expect(codes(state)).toEqual(["ok", "ok", "untrusted_value", "ok"]);
    expect(state.proposals[0]).toMatchObject({ tainted: true, taintSources: ["STK-001#note"] });
    expect(state.proposals[0]?.origins["/basis"]?.kind).toBe("untrusted");
  });

  it("does not trust a record that was looked up with a value from free text", async () => {
    const { deps, state, model, signal } = aLoop([
      { calls: [findCall()] },
      { calls: [{ name: "read_text", args: { handle: "txt_1" } }] },
      { calls: [findCall("LOC-EVIL")] },
      { calls: [transferCall({ toLocation: "LOC-EVIL" })] },
      "No.",
    ]);
    await runLoop(deps, state, signal);
    model.assertFinished();
    expect(codes(state).at(-1)).toBe("untrusted_value");
  });

  it("keeps the ids of parallel calls and reads before it proposes", async () => {
    const { deps, state, signal } = aLoop([{ calls: [transferCall({}, "p"), findCall("VLV-050", "r1"), findCall("PMP-001", "r2")] }, "ok"]);
    await runLoop(deps, state, signal);
    expect(toolMessages(state).map((message) => message.id)).toEqual(["r1", "r2", "p"]);
    expect(state.proposals).toHaveLength(1);
  });

  it("gives every call an id of its own when the server repeats or omits them", async () => {
    const { deps, state, signal } = aLoop([{ calls: [findCall("A-1", ""), findCall("B-1", "x"), findCall("C-1", "x")] }, "ok"]);
    await runLoop(deps, state, signal);
    expect(new Set(toolMessages(state).map((message) => message.id)).size).toBe(3);
  });

  it("ends with the question or the refusal that the model makes through the runtime's tools", async () => {
    const asks = aLoop([{ calls: [{ name: "ask_user", args: { text: "Which lot?", options: [{ label: "A", text: "lot A" }] } }] }]);
    expect((await runLoop(asks.deps, asks.state, asks.signal)).status).toBe("question");
    expect(asks.state.questions[0]).toMatchObject({ id: "q1", text: "Which lot?" });
    const refuses = aLoop([{ calls: [transferCall(), { name: "refuse", args: { code: "not_possible", detail: "No." } }] }]);
    const end = await runLoop(refuses.deps, refuses.state, refuses.signal);
    expect(end).toMatchObject({ status: "refused", refusal: { code: "not_possible" } });
    const toolset = { agentVersion: "1", toolsetHash: `sha256:${"0".repeat(64)}`, promptHash: `sha256:${"0".repeat(64)}` };
    expect(
      buildResult({
        brief: refuses.deps.brief,
        state: refuses.state,
        end,
        owner: "own",
        sequence: 1,
        ...toolset,
        finishedAt: new Date().toISOString(),
      }).proposals,
    ).toEqual([]);
  });

  it("asks again, twice at most, for an empty answer or a call written as text", async () => {
    const { deps, state, model, signal } = aLoop([
      { turn: { content: "  " } },
      '{"name": "find_stock", "arguments": {"sku": "X"}}',
      "<tool_call>find_stock</tool_call>",
    ]);
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "failed", stopReason: "text_call" });
    model.assertFinished();
  });

  it("treats a content filter as a refusal and a silent model server as unavailable", async () => {
    const filtered = aLoop([{ turn: { finishReason: "content_filter" } }]);
    expect(await runLoop(filtered.deps, filtered.state, filtered.signal)).toMatchObject({
      status: "refused",
      stopReason: "content_filter",
    });
    const silent = aLoop([{ error: "unavailable" }]);
    expect(await runLoop(silent.deps, silent.state, silent.signal)).toMatchObject({ status: "unavailable" });
  });

  it("goes on from the journal without asking the model again", async () => {
    const first = aLoop([{ calls: [findCall()] }, { calls: [transferCall()] }, "Proposed."]);
    await runLoop(first.deps, first.state, first.signal);
    for (let saved = 0; saved <= first.journal.length; saved++) {
      const state = emptyState();
      for (const entry of first.journal.slice(0, saved).flat()) applyEntry(state, entry);
      const rest = [{ calls: [findCall()] }, { calls: [transferCall()] }, "Proposed."].slice(saved);
      const again = aLoop(rest, { brief: first.deps.brief, state });
      again.deps.recorder = createRecorder(state);
      const end = await runLoop(again.deps, state, again.signal);
      again.model.assertFinished();
      expect(end.answer).toBe("Proposed.");
      expect(state.modelCalls).toBe(3);
      expect(state.proposals.map((proposal) => proposal.args)).toEqual(first.state.proposals.map((proposal) => proposal.args));
    }
  });

  it("cites figures with unit and record from the reads", async () => {
    const { deps, state, signal } = aLoop([{ calls: [findCall()] }, "480."]);
    const end = await runLoop(deps, state, signal);
    const toolset = { agentVersion: "1", toolsetHash: `sha256:${"0".repeat(64)}`, promptHash: `sha256:${"0".repeat(64)}` };
    const result = buildResult({
      brief: deps.brief,
      state,
      end,
      owner: "own",
      sequence: 1,
      ...toolset,
      finishedAt: new Date().toISOString(),
    });
    expect(result.answerFacts).toContainEqual({ text: "VLV-050 LOC-HAM on hand", value: "480", unit: "PCE", record: "STK-001@3" });
  });
});

describe("structured actions", () => {
  it("run in order without a model, refer to each other, and fail one by one", async () => {
    const { args } = transferCall();
    const calls = [
      { agent: "supply" as const, tool: "transfer_stock", args, ref: "a1" },
      { agent: "supply" as const, tool: "book_shipment", args: { transferRef: "@a1" }, ref: "a2" },
      { agent: "supply" as const, tool: "book_shipment", args: { transferRef: "@a9" } },
      { agent: "supply" as const, tool: "book_shipment", args: { note: "@a1" } },
    ];
    const { deps, state, model, signal } = aLoop([], { brief: aBrief({ kind: "actions", calls }) });
    const end = await runActions(deps, state, signal);
    expect(model.requests).toHaveLength(0);
    expect(end.status).toBe("partial");
    expect(end.callErrors.map(({ index, code, path }) => ({ index, code, path }))).toEqual([
      { index: 2, code: "unknown_reference", path: "transferRef" },
      { index: 3, code: "reference_not_allowed", path: "note" },
    ]);
    expect(state.proposals.map(({ ref, after }) => ({ ref, after }))).toEqual([
      { ref: "a1", after: [] },
      { ref: "a2", after: ["a1"] },
    ]);
  });
});
