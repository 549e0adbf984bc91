import { mkdirSync } from "node:fs";
import type { LauncherArgs } from "../cli/parse-args.ts";
import type { Progress } from "../cli/progress.ts";
import type { LauncherConfig } from "../config.ts";
import { endLeftovers } from "../home/end-leftovers.ts";
import { freshStart } from "../home/fresh-start.ts";
import { type HomeLock, lockHome } from "../home/home-lock.ts";
import type { HomePaths } from "../home/home-paths.ts";
import { LaunchError } from "../launch-error.ts";
import { elsewhere } from "../postgres/place-postgres.ts";
import { checkPorts } from "../processes/check-ports.ts";
import { isLoopback } from "../processes/plan-services.ts";
import { type Ports, portsInUse } from "../processes/ports.ts";

/** @throws LaunchError for settings that do not go together. */
export function checkSettings(config: LauncherConfig, args: LauncherArgs): void {
  const host = config.QM_HTTP_HOST;
  if (!isLoopback(host) && config.QM_OIDC_ISSUER === undefined) {
    throw new LaunchError(
      `QM_HTTP_HOST=${host} can be reached from outside, where demo users are not allowed: set QM_OIDC_ISSUER, or use 127.0.0.1`,
    );
  }
  if (config.QM_MODEL === undefined && (config.OPENAI_API_KEY !== undefined || config.QM_MODEL_BASE_URL !== undefined)) {
    throw new LaunchError(
      "a model server is set (OPENAI_API_KEY or QM_MODEL_BASE_URL) but not which model: set QM_MODEL, or unset both to use the offline model",
    );
  }
  const model = (["QM_MODEL", "QM_ROUTER_MODEL"] as const).find((name) => config[name] !== undefined);
  if (model !== undefined && config.OPENAI_API_KEY === undefined && config.QM_MODEL_BASE_URL === undefined) {
    throw new LaunchError(
      `${model}=${config[model]} names a model, but nothing says which server has it: set QM_MODEL_BASE_URL or OPENAI_API_KEY, or unset ${model} to use the offline model`,
    );
  }
  if (args.fresh && config.QM_DATABASE_URL !== undefined) {
    throw new LaunchError("--fresh does not touch the server of QM_DATABASE_URL: drop its qm_* databases yourself");
  }
}

/**
 * Takes the data folder and the ports for this start: the lock first, then what an earlier start left behind, then the
 * ports, then the data if a fresh start was asked for.
 * @throws LaunchError when the folder or a port is taken.
 */
export async function claimHome(
  config: LauncherConfig,
  args: LauncherArgs,
  paths: HomePaths,
  ports: Ports,
  progress: Progress,
): Promise<HomeLock> {
  const lock = lockHome(paths.lock, config.port);
  try {
    const ended = await endLeftovers(paths.processes);
    if (ended > 0) progress.say(`  ended ${ended} processes that an earlier start left behind`);
    const skip = {
      postgres: config.QM_DATABASE_URL !== undefined,
      nats: config.QM_NATS_URL !== undefined,
      model: config.QM_MODEL_BASE_URL !== undefined || config.OPENAI_API_KEY !== undefined,
    };
    await checkPorts(portsInUse(ports, args.scale, skip), config.port, config.QM_HTTP_HOST, ended > 0 ? 10_000 : 2_000);
    if (args.fresh) freshStart(paths, [elsewhere(config.home)]);
    mkdirSync(paths.run, { recursive: true });
    return lock;
  } catch (error) {
    lock.release();
    throw error;
  }
}
