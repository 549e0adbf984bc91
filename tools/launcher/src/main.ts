import { logTail } from "./cli/log-tail.ts";
import { type LauncherArgs, parseArgs } from "./cli/parse-args.ts";
import { createProgress } from "./cli/progress.ts";
import { repositoryFolder } from "./cli/repository.ts";
import { summary } from "./cli/summary.ts";
import { readConfig } from "./config.ts";
import { DemoFailure } from "./demo/demo-failure.ts";
import { runDemo } from "./demo/run-demo.ts";
import { homePaths } from "./home/home-paths.ts";
import { LaunchError, reasonOf } from "./launch-error.ts";
import { findNatsServer } from "./nats/find-nats-server.ts";
import { startStack } from "./stack/start-stack.ts";

function fail(error: unknown): never {
  const title = error instanceof DemoFailure ? "The demo failed" : "Quartermaster could not start";
  console.error(`\n${title}: ${reasonOf(error)}`);
  if (error instanceof LaunchError) {
    if (error.logFile) {
      console.error(`Last lines of ${error.logFile}:`);
      for (const line of logTail(error.logFile)) console.error(`  ${line}`);
    }
  } else if (process.env.QM_TEST) console.error(error);
  process.exit(1);
}

/** Runs `stop` on the first Ctrl-C or SIGTERM; a second one ends at once. */
function onSignals(stop: (signal: string) => void): void {
  let asked = false;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (asked) process.exit(130);
      asked = true;
      stop(signal);
    });
  }
}

async function start(args: LauncherArgs): Promise<void> {
  const repository = repositoryFolder();
  const began = Date.now();
  const config = readConfig(process.env, repository);
  const progress = createProgress();
  progress.say(`Starting Quartermaster from ${config.home}`);
  let interrupted = false;
  let stop: (() => Promise<void>) | null = null;
  onSignals(() => {
    interrupted = true;
    if (!stop) return console.log("\nStopping when the current step is done …");
    console.log("\nStopping …");
    void stop().then(() => {
      console.log("Stopped.");
      process.exit(0);
    }, fail);
  });
  const stack = await startStack({ repository, config, args, progress, env: process.env });
  stop = stack.stop;
  if (interrupted) {
    await stack.stop();
    process.exit(0);
  }
  for (const line of summary(stack, repository, `${((Date.now() - began) / 1000).toFixed(0)} s`)) progress.say(line);
}

/** Prints the path of a usable nats-server, installing one when needed; for the tests. */
async function natsServer(): Promise<void> {
  const config = readConfig(process.env, repositoryFolder());
  const server = await findNatsServer({
    cacheFolder: homePaths(config.home).bin,
    download: config.QM_DOWNLOAD,
    say: (line) => console.error(line),
  });
  console.log(server.path);
}

try {
  const args = parseArgs(process.argv.slice(2));
  if (args.command === "nats-server") await natsServer();
  else if (args.command === "start") await start(args);
  else {
    await runDemo(args);
    process.exit(0);
  }
} catch (error) {
  fail(error);
}
