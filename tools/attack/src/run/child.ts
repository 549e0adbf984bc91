import { type ChildProcess, spawn } from "node:child_process";

export interface Child {
  /** Last output, for messages. */
  output(): string;
  stop(): Promise<void>;
}

/** Starts a program of this clone and waits until the address answers 200. @throws Error with its output when it does not */
export async function startChild(options: {
  script: string;
  args: readonly string[];
  cwd: string;
  env: Record<string, string>;
  readyUrl: string;
  limitMs: number;
}): Promise<Child> {
  let output = "";
  const child: ChildProcess = spawn(process.execPath, [options.script, ...options.args], {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (output = (output + chunk).slice(-20_000)));
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async (): Promise<void> => {
    if (child.exitCode === null) child.kill("SIGTERM");
    const limit = setTimeout(() => child.kill("SIGKILL"), 60_000);
    await exited;
    clearTimeout(limit);
  };
  const until = Date.now() + options.limitMs;
  while (Date.now() < until && child.exitCode === null) {
    const ready = await fetch(options.readyUrl, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.status === 200,
      () => false,
    );
    if (ready) return { output: () => output, stop };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await stop();
  throw new Error(`${options.script} did not get ready:\n${output.slice(-4_000)}`);
}
