import { describe, expect, it } from "vitest";
import type { SeenRequest } from "../src/adversary/conversation.ts";
import { programOf, withoutPrograms, withPrograms } from "../src/adversary/through-programs.ts";

const known = ["find_stock", "transfer_stock"].map((name) => ({ name, description: `${name}.`, parameters: { type: "object" } }));
const runProgram = {
  function: { name: "run_program", description: "Runs.\nfind_stock({ sku: string }) // Finds.\nread_text({ handle: string }) // Opens." },
};
const calls = [
  { name: "find_stock", args: { sku: "A" } },
  { name: "find_stock", args: { sku: "B" } },
];
const program = {
  id: "call_1",
  type: "function",
  function: { name: "run_program", arguments: JSON.stringify({ code: programOf(calls) }) },
};
const asked = {
  messages: [
    { role: "user", content: "How much?" },
    { role: "assistant", content: null, tool_calls: [program] },
    {
      role: "tool",
      tool_call_id: "call_1",
      content: JSON.stringify({
        ok: true,
        calls: 2,
        result: [
          { ok: true, result: 1 },
          { ok: true, result: 2 },
        ],
      }),
    },
  ],
  tools: [runProgram, { function: { name: "refuse" } }],
} as unknown as SeenRequest;

describe("a conversation through programs", () => {
  it("reads as one call after the other, with the tools that its functions are", () => {
    const plain = withoutPrograms(asked, known);
    expect(plain.tools?.map((tool) => tool.function.name)).toEqual(["find_stock", "refuse"]);
    expect(plain.messages[1]?.tool_calls?.map((call) => call.function?.arguments)).toEqual(['{"sku":"A"}', '{"sku":"B"}']);
    expect(plain.messages.slice(2)).toMatchObject([
      { tool_call_id: "call_1_0", content: '{"ok":true,"result":1}' },
      { tool_call_id: "call_1_1", content: '{"ok":true,"result":2}' },
    ]);
  });

  it("is left as it is where no programs are offered", () => {
    const plain = { messages: asked.messages.slice(0, 1), tools: [] };
    expect(withoutPrograms(plain, known)).toBe(plain);
    const turn = { content: null, calls };
    expect(withPrograms(turn, plain, known, true)).toBe(turn);
  });

  it("is answered with one program, and by an attacker with the plain calls too", () => {
    const turn = { content: null, calls: [...calls, { name: "refuse", args: { code: "x" } }] };
    const names = (direct: boolean) => withPrograms(turn, asked, known, direct).calls.map((call) => call.name);
    expect(names(false)).toEqual(["refuse", "run_program"]);
    expect(names(true)).toEqual(["find_stock", "find_stock", "refuse", "run_program"]);
  });
});
