import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";

const START_MS = 300_000;

export interface Stack {
  baseUrl: string;
  stop(): Promise<void>;
}

function recordedUrl(home: string): string | null {
  try {
    const record = JSON.parse(readFileSync(join(home, "run", "stack.json"), "utf8")) as { baseUrl?: unknown; ready?: unknown };
    return typeof record.baseUrl === "string" && record.ready === true ? record.baseUrl : null;
  } catch {
    return null;
  }
}

const isReady = (url: string): Promise<boolean> =>
  request(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => {
      await response.body.dump();
      return response.statusCode === 200;
    },
    () => false,
  );

/** The stack of this data folder: the one that runs, else one that is started and stopped again. */
export async function useStack(repository: string, home: string, env: NodeJS.ProcessEnv): Promise<Stack> {
  const running = recordedUrl(home);
  if (running !== null && (await isReady(running))) return { baseUrl: running, stop: async () => {} };
  const child = spawn(process.execPath, [join(repository, "tools/launcher/dist/main.js"), "start"], {
    cwd: repository,
    env: { ...env, QM_HOME: home },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = new Promise<never>((_resolve, reject) => child.once("exit", (code) => reject(new Error(`the stack ended with ${code}`))));
  ended.catch(() => {});
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (child.exitCode !== null) return resolve();
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  for (const end = Date.now() + START_MS; Date.now() < end; ) {
    const url = recordedUrl(home);
    if (url !== null && (await Promise.race([isReady(url), ended]))) return { baseUrl: url, stop };
    await Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), ended]);
  }
  await stop();
  throw new Error("the stack did not become ready");
}
