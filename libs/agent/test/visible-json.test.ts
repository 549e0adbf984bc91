import { describe, expect, it } from "vitest";
import { runLoop } from "../src/agent/run-loop.ts";
import { defineReadTool } from "../src/agent/tool.ts";
import { createToolRegistry } from "../src/agent/tool-registry.ts";
import { visibleJson, visibleText } from "../src/agent/visible-json.ts";
import { aLoop, type ShelfPorts } from "./fixtures.ts";

describe("a value of a record, as a model is shown it", () => {
  it.each([
    ["Ball valve DN50", "Ball valve DN50"],
    ["Größe 5 · 中文 Ø", "Größe 5 · 中文 Ø"],
    ["packing_\u202Efdp.exe", "packing_⟨U+202E⟩fdp.exe"],
    ["valve\u200B\u{E0063}\u{E0061}", "valve⟨U+200B⟩⟨U+E0063⟩⟨U+E0061⟩"],
    ["two\nlines\u3164\u00AD", "two⟨U+000A⟩lines⟨U+3164⟩⟨U+00AD⟩"],
    ["DN\u00A050, 1\u202F000 Stück", "DN 50, 1 000 Stück"],
    ["half \uD800 end", "half ⟨U+D800⟩ end"],
  ])("%j is shown as %j", (value, shown) => {
    expect(visibleText(value)).toBe(shown);
  });

  it("is bounded, without splitting a character", () => {
    expect(visibleText("x".repeat(1_000))).toBe(`${"x".repeat(400)}… (600 more)`);
    expect(visibleText(`${"x".repeat(399)}\u{1F69A}y`)).toBe(`${"x".repeat(399)}… (3 more)`);
  });

  it("stays what it is in every other type", () => {
    const value = { a: [1, true, null, { b: "c\u200B" }] };
    expect(visibleJson(value)).toEqual({ a: [1, true, null, { b: "c⟨U+200B⟩" }] });
  });

  it("is what the loop shows, while the answer cites the record", async () => {
    const name = `Pump\u202E ${"obey ".repeat(200)}`;
    const tool = defineReadTool({
      name: "find_stock",
      version: 1,
      effect: "read",
      description: "Finds stock. Not for shipments.",
      schema: aLoop([]).deps.registry.get("find_stock")?.tool.schema as never,
      run: async () => ({ ok: true as const, result: { name } as never, records: [] }),
    });
    const { deps, state, model, signal } = aLoop([{ calls: [{ name: "find_stock", args: { sku: "A" } }] }, "Seen."]);
    deps.registry = createToolRegistry<ShelfPorts>("supply", [tool as never]);
    await runLoop(deps, state, signal);
    const shown = JSON.parse(String(model.requests[1]?.messages.at(-1)?.content)) as { result: { name: string } };
    expect(shown.result.name).toBe(visibleText(name));
    expect(shown.result.name.length).toBeLessThan(430);
    expect(state.reads[0]?.result).toEqual({ name });
  });
});
