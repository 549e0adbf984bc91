import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSDeferredPromise,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import type { SandboxLimits } from "./sandbox-limits.ts";
import type { SandboxResult } from "./sandbox-result.ts";

export interface MachineInput {
  code: string;
  /** Names of the functions that the program may call. */
  names: readonly string[];
  limits: SandboxLimits;
}

/** Carries a call out of the machine: arguments and answer are JSON texts. */
export type CallOut = (name: string, json: string) => Promise<string>;

const PAGE_BYTES = 65_536;
/** What the build of the machine asks for to begin with. */
const FIRST_PAGES = 256;

/** The global that every Node has; the types of this project name none of a browser's globals. */
const { WebAssembly: wasm } = globalThis as unknown as {
  WebAssembly: { Memory: new (size: { initial: number; maximum: number }) => object };
};

interface WaitingCall {
  name: string;
  json: string;
  deferred: QuickJSDeferredPromise;
}

const prelude = (names: readonly string[]): string => `"use strict";
(() => {
  const host = globalThis.__host, parse = JSON.parse, stringify = JSON.stringify;
  delete globalThis.__host;
  for (const name of ${JSON.stringify(names)})
    globalThis[name] = (args) => host(name, stringify(args ?? {}) ?? "null").then((text) => parse(text));
})();`;
const wrap = (code: string): string =>
  `(async () => {\n${code}\n})().then((value) => JSON.stringify(value === undefined ? null : value) ?? "null")`;

function describe(context: QuickJSContext, error: QuickJSHandle): string {
  const value = context.dump(error) as { name?: unknown; message?: unknown } | string | null;
  if (typeof value !== "object" || value === null) return String(value).slice(0, 300);
  return `${String(value.name ?? "Error")}: ${String(value.message ?? "")}`.slice(0, 300);
}

/** One run of one program. The memory goes with the whole machine, so single values are not freed. */
class Run {
  readonly #input: MachineInput;
  readonly #callOut: CallOut;
  readonly #waiting: WaitingCall[] = [];
  #calls = 0;

  constructor(input: MachineInput, callOut: CallOut) {
    this.#input = input;
    this.#callOut = callOut;
  }

  start(runtime: QuickJSRuntime): Promise<SandboxResult> {
    const { limits, names } = this.#input;
    const context = runtime.newContext();
    const host = context.newFunction("host", (nameHandle, jsonHandle) => {
      const name = context.getString(nameHandle);
      this.#calls += 1;
      if (this.#calls > limits.calls || !names.includes(name)) throw new Error(`at most ${limits.calls} calls`);
      const deferred = context.newPromise();
      this.#waiting.push({ name, json: context.getString(jsonHandle), deferred });
      return deferred.handle;
    });
    context.setProp(context.global, "__host", host);
    context.unwrapResult(context.evalCode(prelude(names), "prelude.js"));
    let ticks = 0;
    runtime.setInterruptHandler(() => ++ticks > limits.ticks);
    return this.#drive(context);
  }

  async #drive(context: QuickJSContext): Promise<SandboxResult> {
    const started = context.evalCode(wrap(this.#input.code), "program.js");
    if (started.error) return this.#failed(describe(context, started.error));
    // Every turn answers one call, and the number of calls is limited.
    for (;;) {
      const jobs = context.runtime.executePendingJobs();
      if (jobs.error) return this.#failed(describe(context, jobs.error));
      const state = context.getPromiseState(started.value);
      if (state.type === "rejected") return this.#failed(describe(context, state.error));
      if (state.type === "fulfilled") return this.#returned(context.getString(state.value));
      const next = this.#waiting.shift();
      if (!next) return this.#ended("program_stuck", "the program waits for something that never comes");
      // One call at a time: the next sees what this one found.
      next.deferred.resolve(context.newString(await this.#callOut(next.name, next.json)));
    }
  }

  #ended(code: "program_failed" | "program_limit" | "program_stuck", message: string): SandboxResult {
    return { kind: "failed", code, message, calls: this.#calls };
  }

  #returned(json: string): SandboxResult {
    const { resultChars } = this.#input.limits;
    return json.length > resultChars
      ? this.#ended("program_limit", `the result has more than ${resultChars} characters`)
      : { kind: "returned", json, calls: this.#calls };
  }

  #failed(message: string): SandboxResult {
    const { calls } = this.#input.limits;
    if (/interrupted/.test(message)) return this.#ended("program_limit", "the program computed for too long");
    if (/out of memory|stack overflow/i.test(message)) return this.#ended("program_limit", message);
    if (this.#calls > calls) return this.#ended("program_limit", `the program made more than ${calls} calls`);
    return this.#ended("program_failed", message);
  }
}

/** Runs a program in a QuickJS machine of its own that can compute and call out, and nothing else. */
export async function runMachine(input: MachineInput, callOut: CallOut): Promise<SandboxResult> {
  // The types of the package are those of its other module format; what is imported here is the variant itself.
  const variant = (await import("@jitl/quickjs-wasmfile-release-sync")).default as unknown as QuickJSSyncVariant;
  // QuickJS's own limit counts nothing in WebAssembly (40 MB went through one of 16 MB); a memory that cannot grow holds.
  const wasmMemory = new wasm.Memory({ initial: FIRST_PAGES, maximum: Math.floor(input.limits.memoryBytes / PAGE_BYTES) });
  const machine = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory: wasmMemory as never }));
  const runtime = machine.newRuntime();
  runtime.setMaxStackSize(input.limits.stackBytes);
  return await new Run(input, callOut).start(runtime);
}
