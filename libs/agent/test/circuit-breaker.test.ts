import { describe, expect, it } from "vitest";
import { createCircuitBreaker } from "../src/agent/circuit-breaker.ts";
import { type AssistantTurn, type Model, ModelError, type ModelRequest } from "../src/agent/model.ts";

const answer: AssistantTurn = { content: "Done.", toolCalls: [], finishReason: "stop", refusal: null, usage: null };
const request: ModelRequest = { messages: [], tools: [], maxTokens: 10, signal: new AbortController().signal };

function aServer() {
  const server = { state: "up" as "up" | "down" | "refuses" | "hangs", calls: 0, clock: 0, giveUp: () => {} };
  const model: Model = {
    name: "m",
    async complete() {
      server.calls += 1;
      if (server.state === "hangs") {
        await new Promise<void>((resolve) => {
          server.giveUp = resolve;
        });
        throw new ModelError("unavailable", "too late");
      }
      if (server.state === "down") throw new ModelError("unavailable", "down");
      if (server.state === "refuses") throw new ModelError("rejected", "no");
      return answer;
    },
  };
  return { server, breaker: createCircuitBreaker(model, { failures: 3, openMs: 10_000, now: () => server.clock }) };
}
const unavailable = { name: "ModelError", kind: "unavailable" };

describe("the circuit breaker before a model server", () => {
  it("asks no more after three calls in a row without an answer, and lets one through after a while", async () => {
    const { server, breaker } = aServer();
    server.state = "down";
    for (let n = 0; n < 6; n++) await expect(breaker.complete(request)).rejects.toMatchObject(unavailable);
    expect([server.calls, breaker.open]).toEqual([3, true]);
    server.clock = 10_001;
    const both = await Promise.allSettled([breaker.complete(request), breaker.complete(request)]);
    expect(both.map((one) => one.status)).toEqual(["rejected", "rejected"]);
    expect(server.calls).toBe(4);
    server.clock = 20_002;
    server.state = "up";
    await expect(breaker.complete(request)).resolves.toBe(answer);
    await expect(breaker.complete(request)).resolves.toBe(answer);
    expect([server.calls, breaker.open]).toEqual([6, false]);
  });

  it("lets another call look when the one that looks hangs, so that a server that is back is soon seen", async () => {
    const { server, breaker } = aServer();
    server.state = "down";
    for (let n = 0; n < 3; n++) await expect(breaker.complete(request)).rejects.toMatchObject(unavailable);
    server.clock = 10_001;
    server.state = "hangs";
    const hanging = breaker.complete(request);
    await expect(breaker.complete(request)).rejects.toMatchObject(unavailable);
    server.state = "up";
    server.clock = 20_002;
    await expect(breaker.complete(request)).resolves.toBe(answer);
    expect(breaker.open).toBe(false);
    // The hanging one ends late; what it says is one call's word.
    server.giveUp();
    await expect(hanging).rejects.toMatchObject(unavailable);
    expect(breaker.open).toBe(false);
  });

  it("does not hold a refusal or an aborted task against the server", async () => {
    const { server, breaker } = aServer();
    server.state = "down";
    for (let n = 0; n < 2; n++) await expect(breaker.complete(request)).rejects.toMatchObject(unavailable);
    server.state = "refuses";
    await expect(breaker.complete(request)).rejects.toMatchObject({ kind: "rejected" });
    server.state = "down";
    for (let n = 0; n < 2; n++) await expect(breaker.complete(request)).rejects.toMatchObject(unavailable);
    expect(breaker.open).toBe(false);
  });
});
