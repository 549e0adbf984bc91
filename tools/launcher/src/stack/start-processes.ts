import { existsSync } from "node:fs";
import type { ProcessSpec, Supervised, Supervisor } from "../child/supervisor.ts";
import type { Progress } from "../cli/progress.ts";
import { LaunchError } from "../launch-error.ts";
import { planParties } from "../processes/plan-parties.ts";
import { type PlanContext, planModel, planSeeder, planServices } from "../processes/plan-services.ts";
import { nameOf, waitReady } from "./wait-ready.ts";

const READY_MS = 150_000;

export interface RunningProcesses {
  /** Resolves when every process says that it can serve; rejects at the first that cannot. */
  ready: Promise<void>;
  /** Stops the services at the same time, because drains of 25 s each must not add up; then what they stood on. */
  stop(): Promise<void>;
}

function assertBuilt(specs: readonly ProcessSpec[]): void {
  for (const spec of specs) {
    if (spec.run.kind !== "node" || existsSync(spec.run.entry)) continue;
    throw new LaunchError(`the ${nameOf(spec.role, spec.replica)} is not built (${spec.run.entry} is missing); run \`npm run setup\``);
  }
}

/** The services that `--only` names; a domain's name stands for its agent and its executor. */
export function chosenServices(specs: readonly ProcessSpec[], only: readonly string[] | null): ProcessSpec[] {
  return specs.filter((spec) => only === null || only.includes(spec.role) || only.includes(spec.role.replace(/^x_/, "")));
}

/** Starts the seeder, the offline model, the simulated parties and the services of a stack. */
export function startProcesses(
  supervisor: Supervisor,
  context: PlanContext,
  only: readonly string[] | null,
  progress: Progress,
): RunningProcesses {
  const optional = [planModel(context), planParties(context)].filter((spec) => spec !== null);
  const base = [planSeeder(context), ...optional.filter((spec) => only === null || only.includes(spec.role))];
  const services = chosenServices(planServices(context), only);
  assertBuilt([...base, ...services]);
  const start = (spec: ProcessSpec): Supervised => supervisor.start(spec);
  const first = base.map(start);
  const second = services.map(start);
  const wait = (one: Supervised): Promise<void> => {
    const host = one.spec.env.QM_HTTP_HOST ?? "127.0.0.1";
    const name = nameOf(one.spec.role, one.spec.replica);
    return progress.step(
      name,
      () => waitReady(one, host, READY_MS),
      () => `port ${one.spec.port}`,
    );
  };
  return {
    ready: Promise.all([...first, ...second].map(wait)).then(() => {}),
    async stop() {
      await Promise.all(second.map((one) => one.stop()));
      await Promise.all(first.map((one) => one.stop()));
    },
  };
}
