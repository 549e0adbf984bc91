import { existsSync, mkdirSync } from "node:fs";
import { createSupervisor, type ProcessRecord, type ProcessSpec, type Supervised } from "../child/supervisor.ts";
import type { LauncherArgs } from "../cli/parse-args.ts";
import type { Progress } from "../cli/progress.ts";
import type { LauncherConfig } from "../config.ts";
import { analyzeSeeded } from "../databases/analyze-seeded.ts";
import { endLeftovers } from "../home/end-leftovers.ts";
import { freshStart } from "../home/fresh-start.ts";
import { lockHome } from "../home/home-lock.ts";
import { homePaths } from "../home/home-paths.ts";
import { identityOf } from "../home/process-identity.ts";
import { LaunchError } from "../launch-error.ts";
import { elsewhere } from "../postgres/place-postgres.ts";
import { baseEnv } from "../processes/base-env.ts";
import { checkPorts } from "../processes/check-ports.ts";
import { isLoopback, type PlanContext, planModel, planSeeder, planServices } from "../processes/plan-services.ts";
import { planPorts, portsInUse } from "../processes/ports.ts";
import { writeProcessList } from "../processes/process-list.ts";
import { startFrontDoors } from "./front-doors.ts";
import { writeStackRecord } from "./stack-record.ts";
import { startInfrastructure } from "./start-infrastructure.ts";
import { waitAgents } from "./wait-agents.ts";
import { nameOf, waitReady } from "./wait-ready.ts";

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
const READY_MS = 90_000;

function assertBuilt(specs: readonly ProcessSpec[]): void {
  for (const spec of specs) {
    if (spec.run.kind === "node" && !existsSync(spec.run.entry)) throw new LaunchError(`the ${nameOf(spec.role, spec.replica)} is not built (${spec.run.entry} is missing); run \`npm run setup\``);
  }
}

function chosen(specs: readonly ProcessSpec[], only: readonly string[] | null): ProcessSpec[] {
  return specs.filter((spec) => only === null || only.includes(spec.role) || only.includes(spec.role.replace(/^x_/, "")));
}

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
    return await bringUp(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function bringUp(options: StackOptions, stops: StopStep[], stop: () => Promise<void>): Promise<Stack> {
  const { repository, config, args, progress } = options;
  const paths = homePaths(config.home);
  const ports = planPorts(config.port);
  const host = config.QM_HTTP_HOST;
  if (!isLoopback(host) && config.QM_OIDC_ISSUER === undefined) throw new LaunchError(`QM_HTTP_HOST=${host} can be reached from outside, where demo users are not allowed: set QM_OIDC_ISSUER, or use 127.0.0.1`);
  if (args.fresh && config.QM_DATABASE_URL !== undefined) throw new LaunchError("--fresh does not touch the server of QM_DATABASE_URL: drop its qm_* databases yourself");

  const lock = lockHome(paths.lock, config.port);
  stops.push(() => lock.release());
  const ended = await endLeftovers(paths.processes);
  if (ended > 0) progress.say(`  ended ${ended} processes that an earlier start left behind`);
  await checkPorts(portsInUse(ports, args.scale, { postgres: config.QM_DATABASE_URL !== undefined, nats: config.QM_NATS_URL !== undefined, model: config.QM_MODEL_BASE_URL !== undefined || config.OPENAI_API_KEY !== undefined }), config.port, host);
  if (args.fresh) freshStart(paths, [elsewhere(config.home)]);
  mkdirSync(paths.run, { recursive: true });

  const self: ProcessRecord = { role: "launcher", replica: 0, instance: "launcher", port: config.port, startedAt: new Date().toISOString(), ...identityOf(process.pid) };
  const supervisor = createSupervisor(() => writeProcessList(paths.processes, [self, ...supervisor.list()]));
  stops.push(() => writeProcessList(paths.processes, []));
  const record = { baseUrl: `http://${host}:${ports.coordinator}`, approvalsUrl: `http://${host}:${ports.approvals}`, port: config.port };
  writeStackRecord(paths, { ...record, ready: false });

  let missing: string | null = "the stack is starting";
  const doors = await startFrontDoors({ host, ports, scale: args.scale, notReadyBecause: () => missing });
  stops.push(() => doors.close());

  const infrastructure = await startInfrastructure({ repository, config, paths, ports, supervisor, progress });
  stops.push(() => infrastructure.stop());

  const context: PlanContext = { repository, config, paths, ports, scale: args.scale, serverUrl: infrastructure.adminUrl, natsUrl: infrastructure.natsUrl, passwords: infrastructure.passwords, baseEnv: baseEnv(options.env) };
  const model = planModel(context);
  const services = chosen(planServices(context), args.only);
  const seeder = planSeeder(context);
  assertBuilt([...(model && args.only === null ? [model] : []), ...services, seeder]);
  const start = (spec: ProcessSpec): Supervised => {
    const one = supervisor.start(spec);
    stops.push(() => one.stop());
    return one;
  };
  const started: { one: Supervised; at: string }[] = [{ one: start(seeder), at: "127.0.0.1" }];
  if (model && existsSync(model.run.kind === "node" ? model.run.entry : "")) started.push({ one: start(model), at: "127.0.0.1" });
  // All of them stop at the same time: a drain of 25 s each must not add up.
  const running = services.map((spec) => supervisor.start(spec));
  stops.push(async () => {
    await Promise.all(running.map((one) => one.stop()));
  });
  started.push(...running.map((one) => ({ one, at: host })));
  await Promise.all(started.map(({ one, at }) => progress.step(nameOf(one.spec.role, one.spec.replica), () => waitReady(one, at, READY_MS), () => `port ${one.spec.port}`)));
  await analyzeSeeded(infrastructure.adminUrl);
  if (args.only === null && isLoopback(host)) await progress.step("agents heard", () => waitAgents(`http://${host}:${ports.coordinatorReplica(0)}`, args.scale, 30_000));
  missing = null;
  writeStackRecord(paths, { ...record, ready: true });
  stops.push(() => {
    missing = "the stack is stopping";
  });
  return { ...record, model: model ? "quartermaster-offline" : (config.QM_MODEL ?? "the configured model"), stop };
}
