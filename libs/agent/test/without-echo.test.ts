import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../src/agent/model.ts";
import { runLoop } from "../src/agent/run-loop.ts";
import { withoutEcho } from "../src/agent/without-echo.ts";
import { aLoop, findCall } from "./fixtures.ts";

const sent: ChatMessage[] = [
  { role: "system", content: "You are the supply agent. Read before you propose." },
  { role: "user", content: "How much VLV-050 is in Hamburg?\n\nFacts (JSON):\n{}" },
];
const plain = sent.map((message) => message.content).join("\n");

describe("an answer after an echo of the prompt", () => {
  it.each([
    ["the prompt as one text", `${plain}\n480 (STK-001).`],
    ["with names before the turns", `system: ${sent[0]?.content}\nuser: ${sent[1]?.content}\nassistant: 480 (STK-001).`],
    ["in a chat format", `<|system|>\n${sent[0]?.content}<|user|>\n${sent[1]?.content}<|assistant|>\n480 (STK-001).`],
    ["the last turn alone", `${sent[1]?.content}\n\n480 (STK-001).`],
  ])("is what is left of it: %s", (_form, text) => {
    expect(withoutEcho(text, sent)).toBe("480 (STK-001).");
  });

  it("stays as it is when it only sounds like the prompt", () => {
    expect(withoutEcho("In Hamburg: 480 (STK-001).", sent)).toBe("In Hamburg: 480 (STK-001).");
    expect(withoutEcho("assistant: 480", sent)).toBe("assistant: 480");
    expect(withoutEcho("yes", [{ role: "user", content: "yes" }])).toBe("yes");
  });

  it("is all that the journal keeps of a turn", async () => {
    const { deps, state, journal, signal } = aLoop([
      { calls: [findCall()] },
      (request) => ({ turn: { content: `${request.messages.map((message) => message.content ?? "").join("\n")}\n480 (STK-001).` } }),
    ]);
    expect(await runLoop(deps, state, signal)).toMatchObject({ status: "ok", answer: "480 (STK-001)." });
    expect(JSON.stringify([journal, deps.recorder.take()])).not.toContain("Rules of the runtime");
    expect(state.messages.at(-1)).toMatchObject({ role: "assistant", content: "480 (STK-001)." });
  });
});
