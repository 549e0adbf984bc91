import { createSupervisor, type ProcessRecord } from "../child/supervisor.ts";
import type { LauncherArgs } from "../cli/parse-args.ts";
import type { Progress } from "../cli/progress.ts";
import type { LauncherConfig } from "../config.ts";
import { analyzeSeeded } from "../databases/analyze-seeded.ts";
import { homePaths } from "../home/home-paths.ts";
import { identityOf } from "../home/process-identity.ts";
import { baseEnv } from "../processes/base-env.ts";
import { linkParties } from "../processes/link-parties.ts";
import { isLoopback, type PlanContext, planModel } from "../processes/plan-services.ts";
import { planPorts } from "../processes/ports.ts";
import { writeProcessList } from "../processes/process-list.ts";
import { checkSettings, claimHome } from "./claim-home.ts";
import { startFrontDoors } from "./front-doors.ts";
import { writeStackRecord } from "./stack-record.ts";
import { startInfrastructure } from "./start-infrastructure.ts";
import { startProcesses } from "./start-processes.ts";
import { waitAgents } from "./wait-agents.ts";

export interface Stack {
  baseUrl: string;
  approvalsUrl: string;
  model: string;
  stop(): Promise<void>;
}

export interface StackOptions {
  repository: string;
  config: LauncherConfig;
  args: LauncherArgs;
  progress: Progress;
  env: Record<string, string | undefined>;
}

type StopStep = () => Promise<void> | void;

const AGENTS_MS = 30_000;

/**
 * Brings up a whole stack and waits until it serves and every agent was heard.
 * @throws LaunchError naming the first thing that failed; everything that was started is stopped again.
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const stops: StopStep[] = [];
  let stopped: Promise<void> | null = null;
  const stopAll = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  const stop = (): Promise<void> => {
    stopped ??= stopAll();
    return stopped;
  };
  try {
    return { ...(await bringUp(options, stops)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(options: StackOptions, stops: StopStep[]): Promise<Omit<Stack, "stop">> {
  const { repository, args, progress } = options;
  const ports = planPorts(options.config.port);
  const config = args.simulatedParties ? linkParties(options.config, ports) : options.config;
  const paths = homePaths(config.home);
  const host = config.QM_HTTP_HOST;
  checkSettings(config, args);
  const lock = await claimHome(config, args, paths, ports, progress);
  stops.push(() => lock.release());

  const self: ProcessRecord = {
    role: "launcher",
    replica: 0,
    instance: "launcher",
    port: config.port,
    startedAt: new Date().toISOString(),
    ...identityOf(process.pid),
  };
  const supervisor = createSupervisor(() => writeProcessList(paths.processes, [self, ...supervisor.list()]));
  stops.push(() => writeProcessList(paths.processes, []));
  const record = { baseUrl: `http://${host}:${ports.coordinator}`, approvalsUrl: `http://${host}:${ports.approvals}`, port: config.port };
  writeStackRecord(paths, { ...record, ready: false });

  let missing: string | null = "the stack is starting";
  const doors = await startFrontDoors({ host, ports, scale: args.scale, notReadyBecause: () => missing });
  stops.push(() => doors.close());
  const infrastructure = await startInfrastructure({ repository, config, paths, ports, supervisor, progress });
  stops.push(() => infrastructure.stop());

  const { adminUrl, natsUrl, passwords } = infrastructure;
  const context: PlanContext = {
    repository,
    config,
    paths,
    ports,
    scale: args.scale,
    serverUrl: adminUrl,
    natsUrl,
    passwords,
    baseEnv: baseEnv(options.env),
  };
  const processes = startProcesses(supervisor, context, args.only, progress);
  stops.push(() => processes.stop());
  await processes.ready;
  await analyzeSeeded(adminUrl);
  const first = `http://${host}:${ports.coordinatorReplica(0)}`;
  if (args.only === null && isLoopback(host)) await progress.step("agents heard", () => waitAgents(first, args.scale, AGENTS_MS));
  missing = null;
  stops.push(() => {
    missing = "the stack is stopping";
  });
  writeStackRecord(paths, { ...record, ready: true });
  return { ...record, model: planModel(context) ? "quartermaster-offline" : (config.QM_MODEL ?? "the configured model") };
}
