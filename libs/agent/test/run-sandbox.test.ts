import { describe, expect, it } from "vitest";
import { type HostFunction, runSandbox } from "../src/program/run-sandbox.ts";
import { SANDBOX_LIMITS } from "../src/program/sandbox-limits.ts";

const signal = new AbortController().signal;
const echo: HostFunction = async (json) => json;
const run = (code: string, functions: Record<string, HostFunction> = { echo }) => runSandbox({ code, functions, signal });
const returned = async (code: string, functions?: Record<string, HostFunction>): Promise<unknown> => {
  const result = await run(code, functions);
  if (result.kind !== "returned") throw new Error(`${result.code}: ${result.message}`);
  return JSON.parse(result.json);
};

describe("the sandbox of a program", { timeout: 90_000 }, () => {
  it("computes, calls the functions that it was given, in any order and at once, and returns what the program returns", async () => {
    const code = `const all = await Promise.all([1, 2, 3].map((n) => echo({ n })));
      return { sum: all.reduce((sum, one) => sum + one.n, 0), first: all[0] };`;
    expect(await returned(code)).toEqual({ sum: 6, first: { n: 1 } });
    expect(await run(code)).toMatchObject({ calls: 3 });
    expect(await returned("")).toBeNull();
  });

  it("answers one call after the other, so that each sees what the one before found", async () => {
    const seen: string[] = [];
    const slow: HostFunction = async (json) => {
      seen.push(`begin ${json}`);
      await new Promise((resolve) => setImmediate(resolve));
      seen.push(`end ${json}`);
      return "null";
    };
    await returned("await Promise.all([slow(1), slow(2)]);", { slow });
    expect(seen).toEqual(["begin 1", "end 1", "begin 2", "end 2"]);
  });

  it("has nothing of its host: no process, network, timers, files or other machines", async () => {
    const names = ["process", "require", "fetch", "setTimeout", "globalThis.__host", "console", "Deno", "WebAssembly", "XMLHttpRequest"];
    const kinds = await returned(`return [${names.map((name) => `typeof ${name}`).join(", ")}];`);
    expect(kinds).toEqual(names.map(() => "undefined"));
  });

  it("loads no modules and reads no files", async () => {
    expect(await run('const fs = await import("node:fs"); return fs.readFileSync("/etc/hostname");')).toMatchObject({
      kind: "failed",
      code: "program_failed",
    });
  });

  it("shares no object with the host: what a program breaks is broken for itself alone", async () => {
    await returned("Object.prototype.approved = true; JSON.parse = () => ({ approved: true }); return 1;");
    expect(({} as { approved?: boolean }).approved).toBeUndefined();
    expect(await returned("return [({}).approved ?? null, JSON.parse('2')];")).toEqual([null, 2]);
  });

  it.each([
    ["computes for ever", "for (;;) {}", "program_limit", /computed for too long/],
    ["computes for ever in a promise", "await null; for (;;) {}", "program_limit", /computed for too long/],
    ["swallows its own end", "for (;;) { try { for (;;) {} } catch {} }", "program_limit", /computed for too long/],
    ["eats memory", 'const all = []; for (;;) all.push("x".repeat(1000000) + all.length);', "program_limit", /memory|gave up/],
    ["calls itself for ever", "const f = () => f(); return f();", "program_limit", /stack/],
    ["calls too often", "for (let n = 0; n < 100; n++) await echo(n);", "program_limit", /more than 24 calls/],
    ["waits for nothing", "await new Promise(() => {});", "program_stuck", /never comes/],
    ["returns too much", 'return "x".repeat(100000);', "program_limit", /more than 60000 characters/],
    ["throws", 'throw new TypeError("no such row");', "program_failed", /TypeError: no such row/],
    ["is no program", "const = 5;", "program_failed", /SyntaxError/],
  ])("ends a program that %s", async (_what, code, expected, message) => {
    const started = Date.now();
    const result = await run(code);
    expect(result).toMatchObject({ kind: "failed", code: expected });
    expect((result as { message: string }).message).toMatch(message);
    expect(Date.now() - started).toBeLessThan(SANDBOX_LIMITS.wallMs);
  });

  it("ends with the task that it belongs to", async () => {
    const controller = new AbortController();
    const stop: HostFunction = async () => {
      controller.abort(new Error("cancelled"));
      return "null";
    };
    await expect(
      runSandbox({ code: "await stop(); await new Promise(() => {});", functions: { stop }, signal: controller.signal }),
    ).rejects.toThrow("cancelled");
  });

  it("gives a program no more time with its calls than its limit", async () => {
    const late: HostFunction = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return "null";
    };
    const limits = { ...SANDBOX_LIMITS, wallMs: 1 };
    expect(await runSandbox({ code: "await late();", functions: { late }, limits, signal })).toMatchObject({ code: "program_limit" });
  });
});
