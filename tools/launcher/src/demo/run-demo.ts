import { readFileSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import type { LauncherArgs } from "../cli/parse-args.ts";
import { createProgress, type Progress } from "../cli/progress.ts";
import { repositoryFolder } from "../cli/repository.ts";
import { DEFAULT_PORT, type LauncherConfig, readConfig } from "../config.ts";
import { homePaths } from "../home/home-paths.ts";
import { LaunchError } from "../launch-error.ts";
import { findFreeBlock } from "../processes/check-ports.ts";
import { planPorts, portsInUse } from "../processes/ports.ts";
import { runningStack } from "../stack/stack-record.ts";
import { startStack } from "../stack/start-stack.ts";
import type { DemoUser } from "./approve-pending.ts";
import { runMainJob } from "./main-job.ts";

const OTHER_PORTS = [18_080, 18_280, 18_480, 18_680, 28_080, 28_280];

/** A number that was not asked for may be replaced: the demo must not fail because 8080 is taken. */
async function withFreePorts(config: LauncherConfig, args: LauncherArgs): Promise<LauncherConfig> {
  if (config.portGiven) return config;
  const blockOf = (first: number) => portsInUse(planPorts(first), args.scale, { postgres: false, nats: false, model: false });
  const free = await findFreeBlock([DEFAULT_PORT, ...OTHER_PORTS], blockOf, config.QM_HTTP_HOST);
  return free === null ? config : { ...config, port: free };
}

async function waitForStack(baseUrl: string): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    const status = await request(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      async (response) => {
        await response.body.dump();
        return response.statusCode;
      },
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new LaunchError(`the stack that runs at ${baseUrl} does not become ready`);
}

async function ownStack(
  config: LauncherConfig,
  args: LauncherArgs,
  progress: Progress,
  repository: string,
): Promise<{ baseUrl: string; stop(): Promise<void> }> {
  const running = runningStack(homePaths(config.home));
  if (running) {
    progress.say(`Using the Quartermaster that runs at ${running.baseUrl}`);
    await waitForStack(running.baseUrl);
    return { baseUrl: running.baseUrl, stop: async () => {} };
  }
  const own = await withFreePorts(config, args);
  progress.say(`Starting Quartermaster from ${own.home}`);
  const began = Date.now();
  const stack = await startStack({ repository, config: own, args, progress, env: process.env });
  progress.say(`  everything runs on ports from ${own.port}, after ${((Date.now() - began) / 1000).toFixed(0)} s`);
  return stack;
}

/** `npm run demo`: the main job once, on the stack that runs here or on one of its own, which it stops again. */
export async function runDemo(args: LauncherArgs): Promise<void> {
  const repository = repositoryFolder();
  const config = readConfig(process.env, repository);
  // The demo tells the job's story; `npm start` tells every part and its port.
  const progress = createProgress({ steps: false });
  const began = Date.now();
  const { users } = JSON.parse(readFileSync(join(repository, "data/seed-world.json"), "utf8")) as { users: DemoUser[] };
  const stack = await ownStack(config, args, progress, repository);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stack.stop().finally(() => process.exit(130)));
  try {
    await runMainJob({ baseUrl: stack.baseUrl, users, say: progress.say });
    progress.say(`The demo took ${((Date.now() - began) / 1000).toFixed(0)} s.`);
  } finally {
    await stack.stop();
  }
}
