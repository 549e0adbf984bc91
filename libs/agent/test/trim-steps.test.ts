import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../src/agent/model.ts";
import { trimSteps } from "../src/agent/transcript.ts";

const opening: ChatMessage[] = [
  { role: "system", content: "system" },
  { role: "user", content: "brief" },
];
const step = (n: number): ChatMessage[] => [
  { role: "assistant", content: null, toolCalls: [{ id: `c${n}`, name: "find_stock", arguments: "{}" }] },
  { role: "tool", toolCallId: `c${n}`, content: "x".repeat(300) },
];

describe("trimming", () => {
  it("keeps the opening and the newest step, and never parts a result from its call", () => {
    const kept = trimSteps(opening, [1, 2, 3, 4].flatMap(step), 260);
    expect(kept.slice(0, 2)).toEqual(opening);
    expect(kept[2]).toMatchObject({ role: "user", content: expect.stringContaining("find_stock({}) → ok") });
    expect(JSON.stringify(kept[2])).not.toContain("xxx");
    expect(kept[3]?.role).toBe("assistant");
    expect(kept.slice(-2)).toEqual(step(4));
  });

  it("keeps the newest step even when it alone is too large", () => {
    expect(trimSteps(opening, step(1), 10)).toEqual([...opening, ...step(1)]);
  });
});
