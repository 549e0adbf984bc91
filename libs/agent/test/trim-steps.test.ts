import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../src/agent/model.ts";
import { createPromptSize } from "../src/agent/prompt-size.ts";
import { ESTIMATE } from "../src/agent/tokenizer.ts";
import { trimSteps } from "../src/agent/trim-steps.ts";

const size = createPromptSize(ESTIMATE);
const opening: ChatMessage[] = [
  { role: "system", content: "system" },
  { role: "user", content: "brief" },
];
const step = (n: number, chars = 300, calls = 1): ChatMessage[] => {
  const ids = Array.from({ length: calls }, (_, index) => `c${n}_${index}`);
  return [
    { role: "assistant", content: null, toolCalls: ids.map((id) => ({ id, name: "find_stock", arguments: "{}" })) },
    ...ids.map((toolCallId): ChatMessage => ({ role: "tool", toolCallId, content: "x".repeat(chars) })),
  ];
};
const kept = (steps: readonly ChatMessage[], budget: number): ChatMessage[] => {
  const trimmed = trimSteps(opening, steps, budget, size);
  if (!trimmed) throw new Error("the opening and the newest step do not fit");
  return trimmed.messages;
};

describe("trimming the steps of a task", () => {
  it("keeps the opening and the newest steps, and leaves a summary without anybody's prose", () => {
    const messages = kept(
      [1, 2, 3, 4].flatMap((n) => step(n)),
      400,
    );
    expect(messages.slice(0, 2)).toEqual(opening);
    expect(messages[2]).toMatchObject({ role: "user", content: expect.stringContaining("find_stock({}) → ok") });
    expect(JSON.stringify(messages[2])).not.toContain("xxx");
    expect(messages.slice(-2)).toEqual(step(4));
  });

  it("leaves out the largest results of a turn that no prompt could hold, and says how to go on", () => {
    const large = step(1, 1_500, 3);
    const small: ChatMessage = { role: "tool", toolCallId: "c1_3", content: '{"ok":true,"result":{"more":"more_7"}}' };
    const messages = kept([...large, small], 1_400);
    expect(size.messages(messages)).toBeLessThanOrEqual(1_400);
    const shown = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
    expect(shown.filter((content) => content.includes("leftOut")).length).toBeGreaterThan(0);
    expect(shown.at(-1)).toBe(small.content);
  });

  it("says so when not even the opening fits", () => {
    expect(trimSteps(opening, step(1), 10, size)).toBeNull();
  });

  const piece = fc.oneof(
    fc.record({ chars: fc.integer({ min: 0, max: 4_000 }), calls: fc.integer({ min: 1, max: 4 }) }),
    fc.constant("note" as const),
  );
  const history = fc
    .array(piece, { maxLength: 25 })
    .map((pieces) =>
      pieces.flatMap((one, n): ChatMessage[] =>
        one === "note" ? [{ role: "user", content: `Note ${n}` }] : step(n, one.chars, one.calls),
      ),
    );

  it("never parts a result from its call, never starts on an answer, never exceeds the budget", () => {
    fc.assert(
      fc.property(history, fc.integer({ min: 600, max: 6_000 }), (steps, budget) => {
        const trimmed = trimSteps(opening, steps, budget, size);
        if (!trimmed) return;
        const { messages, tokens } = trimmed;
        expect(tokens).toBe(size.messages(messages));
        expect(tokens).toBeLessThanOrEqual(budget);
        expect(messages.slice(0, 2)).toEqual(opening);
        const asked = messages.flatMap((message) => (message.role === "assistant" ? message.toolCalls.map((call) => call.id) : []));
        const answered = messages.flatMap((message) => (message.role === "tool" ? [message.toolCallId] : []));
        expect(answered).toEqual(asked);
        // What is kept is the end of the steps, each message whole or left out as a whole.
        const tail = messages.filter((message) => message.role !== "user").slice(1);
        const last = steps.filter((message) => message.role !== "user").slice(-tail.length || steps.length);
        for (const [index, message] of tail.entries()) {
          if (message.role === "tool" && message.content.includes("leftOut")) continue;
          expect(message).toEqual(last[index]);
        }
      }),
    );
  });

  it("cuts at the same place for many calls, so that prompts share their beginning", () => {
    const all = Array.from({ length: 60 }, (_, n) => step(n, 900)).map((one) => one);
    let changes = 0;
    let before: ChatMessage[] | undefined;
    for (let n = 1; n <= all.length; n++) {
      const messages = kept(all.slice(0, n).flat(), 6_000);
      if (before && JSON.stringify(messages.slice(0, before.length)) !== JSON.stringify(before)) changes += 1;
      before = messages;
    }
    // About eight of these steps fit between a cut and the next.
    expect(changes).toBeGreaterThan(2);
    expect(changes).toBeLessThanOrEqual(8);
  });
});
