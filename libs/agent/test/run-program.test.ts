import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../src/agent/model.ts";
import { createPromptSize } from "../src/agent/prompt-size.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import type { ScriptedStep } from "../src/agent/scripted-model.ts";
import { applyEntry, emptyState } from "../src/agent/task-state.ts";
import { ESTIMATE } from "../src/agent/tokenizer.ts";
import { toolSignature } from "../src/program/tool-signature.ts";
import { aBrief, aLoop, findCall, transferCall } from "./fixtures.ts";

const program = (code: string) => ({ calls: [{ name: "run_program", args: { code } }] });
const aProgrammer = (script: readonly ScriptedStep[], brief = aBrief()) => {
  const made = aLoop(script, { brief });
  return { ...made, deps: { ...made.deps, programs: true } };
};

describe("a program that calls the tools", { timeout: 90_000 }, () => {
  it("has every call checked and written down like any other, and shows the model its result alone", async () => {
    const code = `const found = [];
      for (const sku of ["VLV-050", "VLV-080"]) found.push(await find_stock({ sku }));
      return found.map((one) => one.result.rows[0].available);`;
    const { deps, state, model, journal, ports, signal } = aProgrammer([program(code), "720 in all."]);
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "ok", answer: "720 in all." });
    expect(ports.reads).toEqual(["VLV-050", "VLV-080"]);
    expect(state.reads.map((read) => read.tool)).toEqual(["find_stock", "find_stock"]);
    const entries = [...journal.flat(), ...deps.recorder.take()];
    expect(entries.map((entry) => (entry.kind === "tool" ? [entry.tool, entry.parent ?? null] : entry.kind))).toEqual([
      "model",
      ["find_stock", "call_1_0"],
      ["find_stock", "call_1_0"],
      ["run_program", null],
      "model",
    ]);
    const shown = model.requests[1]?.messages.filter((message) => message.role === "tool");
    expect(shown).toEqual([
      { role: "tool", toolCallId: "call_1_0", content: JSON.stringify({ ok: true, calls: 2, result: ["360", "360"] }) },
    ]);
  });

  it("proposes within the intent and is told what lies outside", async () => {
    const code = `const move = await transfer_stock({ sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60" });
      return { move, others: typeof adjust_stock, wrong: await find_stock({ colour: "red" }) };`;
    const { deps, state, model, signal } = aProgrammer([program(code), "Proposed."]);
    await runLoop(deps, state, signal);
    expect(state.proposals).toHaveLength(1);
    const output = JSON.parse(String(model.requests[1]?.messages.at(-1)?.content)) as { result: Record<string, unknown> };
    expect(output.result).toMatchObject({
      move: { ok: true, proposed: true },
      others: "undefined",
      wrong: { ok: false, code: "invalid_arguments" },
    });
  });

  it("runs after the reads of its turn and in its place among proposals, since it may propose", async () => {
    const turn = { calls: [...program("return 1;").calls, transferCall(), findCall()] };
    const { deps, state, journal, signal } = aProgrammer([turn, "Done."]);
    await runLoop(deps, state, signal);
    const tools = [...journal.flat(), ...deps.recorder.take()].flatMap((entry) => (entry.kind === "tool" ? [entry.tool] : []));
    expect(tools).toEqual(["find_stock", "run_program", "transfer_stock"]);
  });

  it("cannot launder a value from a free text", async () => {
    const code = `const stock = await find_stock({ sku: "VLV-050" });
      const note = await read_text({ handle: stock.result.rows[0].note.$text });
      const place = /LOC-EVIL/.exec(note.untrustedText)[0];
      return await transfer_stock({ sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: place, quantity: "60" });`;
    const { deps, state, model, signal } = aProgrammer([program(code), "No."]);
    await runLoop(deps, state, signal);
    expect(state.proposals).toEqual([]);
    expect(state.taintSources).toEqual(["STK-001#note"]);
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain("untrusted_value");
  });

  it("that fails is a result which the model can act on", async () => {
    const { deps, state, model, signal } = aProgrammer([program("for (;;) {}"), program("throw new Error('x')"), "I give up."]);
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "ok" });
    const results = model.requests[2]?.messages.filter((message) => message.role === "tool").map((message) => String(message.content));
    expect(results?.[0]).toContain("program_limit");
    expect(results?.[1]).toContain("program_failed");
  });

  it("replays from its journal to the same state", async () => {
    const { deps, state, journal, signal } = aProgrammer([program('return await find_stock({ sku: "VLV-050" });'), "Done."]);
    await runLoop(deps, state, signal);
    const again = emptyState();
    for (const entry of [...journal.flat(), ...deps.recorder.take()]) applyEntry(again, entry);
    expect(again).toEqual(state);
  });

  it("is not known to an agent that calls its tools one by one", async () => {
    const { deps, state, model, signal } = aLoop([program("return 1;"), "Well."]);
    await runLoop(deps, state, signal);
    expect(model.requests[0]?.tools.map((tool) => tool.name)).not.toContain("run_program");
    expect(String(model.requests[1]?.messages.at(-1)?.content)).toContain("unknown_tool");
  });

  it("costs fewer steps and tokens than the same calls one by one", async () => {
    const size = createPromptSize(ESTIMATE);
    const tokens = (requests: readonly ModelRequest[]) =>
      requests.reduce((sum, one) => sum + size.messages(one.messages) + size.tools(one.tools), 0);
    const budget = { steps: 40, tokens: 2_000_000, costMicros: null, wallMs: 60_000 };
    for (const count of [1, 5, 10, 20]) {
      const skus = Array.from({ length: count }, (_, index) => `SKU-${index}`);
      const plain = aLoop([...skus.map((sku) => ({ calls: [findCall(sku)] })), "Done."], { brief: aBrief({ budget }) });
      await runLoop(plain.deps, plain.state, plain.signal);
      const code = `const rows = []; for (const sku of ${JSON.stringify(skus)}) rows.push((await find_stock({ sku })).result.rows[0].available); return rows;`;
      const coded = aProgrammer([program(code), "Done."], aBrief({ budget }));
      await runLoop(coded.deps, coded.state, coded.signal);
      expect(coded.state.reads.map((read) => read.args)).toEqual(plain.state.reads.map((read) => read.args));
      expect(coded.model.requests).toHaveLength(2);
      expect(plain.model.requests).toHaveLength(count + 1);
      if (count > 1) expect(tokens(coded.model.requests)).toBeLessThan(tokens(plain.model.requests));
      if (process.env.QM_PRINT === "1")
        process.stdout.write(
          `${count} plain ${plain.model.requests.length} ${tokens(plain.model.requests)} program ${coded.model.requests.length} ${tokens(coded.model.requests)}\n`,
        );
    }
  });
});

describe("toolSignature", () => {
  it("says a tool in one line: members, choices, lists and what they mean", () => {
    const schema = {
      type: "object",
      properties: {
        sku: { type: "string", description: "Item" },
        state: { enum: ["open", "shut"] },
        lines: { type: "array", items: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] } },
      },
      required: ["sku"],
    };
    expect(toolSignature("find", "Finds. Not for more.", schema)).toBe(
      'find({ sku: string /* Item */, state?: "open" | "shut", lines?: ({ n: number })[] }) // Finds. Not for more.',
    );
  });
});
