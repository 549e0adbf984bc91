import { Worker } from "node:worker_threads";
import { SANDBOX_LIMITS, type SandboxLimits } from "./sandbox-limits.ts";
import type { MachineInput } from "./sandbox-machine.ts";
import type { FromSandbox, SandboxResult } from "./sandbox-result.ts";

/** A function of the host. Takes and gives JSON texts, so that no object is ever shared with the program. */
export type HostFunction = (json: string) => Promise<string>;

export interface SandboxInput {
  /** Body of an async function. */
  code: string;
  functions: Readonly<Record<string, HostFunction>>;
  limits?: SandboxLimits;
  signal: AbortSignal;
}

// A thread starts from a built file; from the sources the way to it is the same.
const THREAD = new URL("../../dist/program/sandbox-worker.js", import.meta.url);
const THREAD_MEMORY_MB = 64;
const START_MS = 20_000;

/**
 * Runs a JavaScript program that can compute and call the given functions, and nothing else: no files, network, timers, modules
 * or clock. It runs in a machine (QuickJS as WebAssembly) in a thread of its own: a program beyond a limit is ended, whatever it
 * does, and the process goes on meanwhile.
 * @throws the signal's reason when aborted, and whatever a host function throws.
 */
export async function runSandbox({ code, functions, limits = SANDBOX_LIMITS, signal }: SandboxInput): Promise<SandboxResult> {
  signal.throwIfAborted();
  const data: MachineInput = { code, names: Object.keys(functions), limits };
  const thread = new Worker(THREAD, {
    workerData: data,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: THREAD_MEMORY_MB },
  });
  let calls = 0;
  let watch: NodeJS.Timeout | undefined;
  let whole: NodeJS.Timeout | undefined;
  let onAbort = (): void => {};
  try {
    return await new Promise<SandboxResult>((resolve, reject) => {
      const end = (message: string): void => resolve({ kind: "failed", code: "program_limit", message, calls });
      const expect = (ms: number, message: string): void => {
        clearTimeout(watch);
        watch = setTimeout(() => end(message), ms);
      };
      const answer = async (name: string, json: string): Promise<void> => {
        clearTimeout(watch);
        calls += 1;
        const text = await (functions[name] as HostFunction)(json);
        expect(limits.computeMs, "the program computed for too long");
        thread.postMessage(text);
      };
      whole = setTimeout(() => end(`the program took longer than ${limits.wallMs} ms`), limits.wallMs);
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
      expect(START_MS + limits.computeMs, "the program computed for too long");
      thread.on("message", (message: FromSandbox) => {
        if (message.kind === "end") resolve(message.result);
        else answer(message.name, message.json).catch(reject);
      });
      // The thread itself fails when the program takes more memory than the machine's own limit accounts for.
      thread.on("error", (error) => end(`the machine gave up: ${error.message.slice(0, 200)}`));
      thread.on("exit", () => end("the machine gave up"));
    });
  } finally {
    clearTimeout(watch);
    clearTimeout(whole);
    signal.removeEventListener("abort", onAbort);
    await thread.terminate();
  }
}
