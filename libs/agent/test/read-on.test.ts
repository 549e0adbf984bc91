import type { JsonValue } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { cutResult, RESULT_CHARS } from "../src/agent/cut-result.ts";
import { cutWithHandles, type MoreHandle, openHandles, readOn } from "../src/agent/more-handles.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { runRuntimeTool } from "../src/agent/run-runtime-tool.ts";
import { emptyState } from "../src/agent/task-state.ts";
import { defineReadTool } from "../src/agent/tool.ts";
import { createToolRegistry } from "../src/agent/tool-registry.ts";
import { aBrief, aLoop, type ShelfPorts } from "./fixtures.ts";

const isMark = (value: unknown): value is { leftOut: number; more: string } =>
  typeof value === "object" && value !== null && "leftOut" in value;

/** Reads a list to its end as a model would: page after page, following the mark at the end of each. */
function readAll(result: JsonValue[]): JsonValue[] {
  const known: MoreHandle[] = [];
  let page = cutWithHandles(result, known);
  known.push(...openHandles(page.more, result, known));
  const seen: JsonValue[] = [];
  for (let pages = 0; pages < 1_000; pages++) {
    const shown = page.shown as JsonValue[];
    const mark = shown.at(-1);
    if (!isMark(mark)) return [...seen, ...shown];
    seen.push(...shown.slice(0, -1));
    const handle = known.find((one) => one.handle === mark.more);
    if (!handle) throw new Error(`nothing is behind ${mark.more}`);
    expect(handle.value.length - handle.from).toBe(mark.leftOut);
    page = readOn(handle, known);
    known.push(...openHandles(page.more, null, known));
  }
  throw new Error("reading on never ended");
}

const rows = (count: number, chars = 90): JsonValue[] =>
  Array.from({ length: count }, (_, n) => ({ record: `STK-${n}`, note: "x".repeat(chars) }));

describe("a result that is too long", () => {
  it("is shown as it is when it fits", () => {
    expect(cutResult(rows(3), () => "more_1")).toEqual({ shown: rows(3), parts: [] });
  });

  it("can be read to its end, in pages that each fit, with nothing twice and nothing missing", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 1, max: 200 }), (count, chars) => {
        expect(readAll(rows(count, chars))).toEqual(rows(count, chars));
      }),
      { numRuns: 12 },
    );
  }, 30_000);

  it("gives each cut place a handle of its own", () => {
    const result = { stock: rows(400), lots: rows(300), total: "700" };
    const { shown, more } = cutWithHandles(result, []);
    const view = shown as { stock: JsonValue[]; lots: JsonValue[]; total: string };
    expect(view.total).toBe("700");
    expect(more.map((part) => part.path)).toEqual(expect.arrayContaining([["stock"], ["lots"]]));
    for (const list of [view.stock, view.lots]) expect(isMark(list.at(-1))).toBe(true);
    expect(JSON.stringify(shown).length).toBeLessThan(RESULT_CHARS + 400);
  });

  it("reads on in an object without lists as in a text", () => {
    const result = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`field${n}`, "y".repeat(60)]));
    const known: MoreHandle[] = [];
    let page = cutWithHandles(result, known);
    let text = "";
    for (;;) {
      known.push(...openHandles(page.more, result, known));
      const { shown } = page;
      const view = shown as { beginning?: string; more?: string };
      text += view.beginning ?? (shown as string);
      if (view.more === undefined) break;
      page = readOn(known.find((one) => one.handle === view.more) as MoreHandle, known);
    }
    expect(JSON.parse(text)).toEqual(result);
  });
});

describe("read_more in the loop", () => {
  const longList = defineReadTool({
    name: "list_stock",
    version: 1,
    effect: "read",
    description: "Lists stock. Not for shipments.",
    schema: z.strictObject({}),
    run: async () => ({ ok: true as const, result: { rows: rows(600) } as never, records: [] }),
  });

  it("is offered once something was cut, and goes on where the result ended", async () => {
    const state = emptyState();
    const { deps, model, signal } = aLoop(
      [
        { calls: [{ name: "list_stock", args: {} }] },
        (request) => {
          expect(request.tools.map((tool) => tool.name)).toContain("read_more");
          return {
            calls: [
              { name: "read_more", args: { handle: "more_1" } },
              { name: "read_more", args: { handle: "more_9" } },
            ],
          };
        },
        "Read.",
      ],
      { state },
    );
    deps.registry = createToolRegistry<ShelfPorts>("supply", [longList as never]);
    await runLoop(deps, state, signal);
    model.assertFinished();
    expect(model.requests[0]?.tools.map((tool) => tool.name)).not.toContain("read_more");
    const [first, second, unknown] = state.messages.flatMap((message) => (message.role === "tool" ? [JSON.parse(message.content)] : []));
    const shown = first.result.rows.length - 1;
    expect(second.result[0]).toEqual(rows(600)[shown]);
    expect(unknown).toMatchObject({ ok: false, code: "unknown_handle" });
  });
});

describe("read_text on a long text", () => {
  const value = `${"a".repeat(RESULT_CHARS - 1)}\u{1F69A}${"b".repeat(20_000)}`;

  it("shows it to its end in parts, none of which splits a character", () => {
    const state = emptyState();
    state.texts.push({ handle: "txt_1", record: "SHP-1", field: "remark", value });
    let from: number | undefined = 0;
    let seen = "";
    for (let parts = 0; from !== undefined && parts < 10; parts++) {
      const { output, taint } = runRuntimeTool("read_text", { handle: "txt_1", from }, state, aBrief());
      const part = output as { untrustedText: string; handle?: string; next?: number };
      expect(taint).toEqual(["SHP-1#remark"]);
      expect(part.untrustedText).not.toMatch(/[\uD800-\uDBFF]$/);
      seen += part.untrustedText;
      from = part.next;
    }
    expect(seen).toBe(value);
    expect(runRuntimeTool("read_text", { handle: "txt_1", from: value.length }, state, aBrief())).toMatchObject({
      ok: false,
      code: "end_of_text",
    });
  });
});
