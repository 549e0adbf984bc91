import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ThreadMessage, trimThread } from "../src/agent/trim-thread.ts";

type Sized = ThreadMessage & { tokens: number };
const message = (role: ThreadMessage["role"], tokens: number, text = ""): Sized => ({ role, tokens, text });
const count = (one: Sized) => one.tokens;

describe("trimming a thread", () => {
  it("keeps the system instruction and the last three messages, 32 tokens, of a thread that exceeds 52", () => {
    const thread = [
      message("system", 10),
      message("user", 6),
      message("assistant", 5),
      message("user", 12),
      message("assistant", 20),
      message("user", 7),
      message("assistant", 9),
      message("user", 6),
    ];
    const { kept, tokens, dropped } = trimThread(thread, 52, count);
    expect(kept).toEqual([thread[0], ...thread.slice(-3)]);
    expect(tokens).toBe(32);
    expect(dropped).toEqual(thread.slice(1, 5));
  });

  it("keeps everything that fits, and only the instruction when nothing does", () => {
    const thread = [message("system", 10), message("user", 30)];
    expect(trimThread(thread, 40, count).kept).toEqual(thread);
    expect(trimThread(thread, 39, count)).toMatchObject({ kept: [thread[0]], tokens: 10 });
  });

  const size = fc.integer({ min: 1, max: 40 });
  const turn = fc.record({ role: fc.constantFrom("user" as const, "assistant" as const), tokens: size, text: fc.string() });
  const thread = fc.tuple(size, fc.array(turn, { maxLength: 30 })).map(([system, turns]) => [message("system", system), ...turns]);

  it("never splits, never reorders, never starts on an answer, never exceeds the budget", () => {
    fc.assert(
      fc.property(thread, fc.integer({ min: 40, max: 400 }), (messages, budget) => {
        const { kept, dropped, tokens } = trimThread(messages, budget, count);
        const turns = kept.slice(1);
        expect(kept[0]).toBe(messages[0]);
        expect([...dropped, ...turns]).toEqual(messages.slice(1));
        expect(turns[0]?.role ?? "user").toBe("user");
        expect(tokens).toBe(kept.reduce((sum, one) => sum + one.tokens, 0));
        expect(tokens).toBeLessThanOrEqual(budget);
      }),
    );
  });

  it("keeps as much as the rules allow", () => {
    fc.assert(
      fc.property(thread, fc.integer({ min: 40, max: 400 }), (messages, budget) => {
        const { kept, dropped } = trimThread(messages, budget, count);
        const earlierStarts = dropped.flatMap((one, index) => (one.role === "user" ? [index] : []));
        for (const index of earlierStarts) {
          const longer = [...dropped.slice(index), ...kept].reduce((sum, one) => sum + one.tokens, 0);
          expect(longer).toBeGreaterThan(budget);
        }
      }),
    );
  });
});
