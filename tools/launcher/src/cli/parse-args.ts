import { LaunchError } from "../launch-error.ts";

/** What may run in more than one copy. A domain's copies are pairs of agent and executor. */
export const SCALABLE = ["coordinator", "approvals", "supply", "transit", "export"] as const;
export type Scalable = (typeof SCALABLE)[number];
export type Scale = Record<Scalable, number>;

export const COMMANDS = ["start", "demo", "nats-server"] as const;
export type Command = (typeof COMMANDS)[number];

export interface LauncherArgs {
  command: Command;
  fresh: boolean;
  /** Customs declarations and bookings go to the simulated customs office and carrier. */
  simulatedParties: boolean;
  scale: Scale;
  /** Services to start; null means all. Postgres, the bus and the seeder always run. */
  only: readonly string[] | null;
}

export const MAX_REPLICAS = 10;

/** "supply=2,approvals=2" or one of them at a time. */
function readScales(text: string, scale: Scale): void {
  for (const part of text.split(",")) readScale(part, scale);
}

function readScale(text: string, scale: Scale): void {
  const [name = "", count = ""] = text.split("=");
  if (!(SCALABLE as readonly string[]).includes(name)) throw new LaunchError(`--scale knows ${SCALABLE.join(", ")}; not "${name}"`);
  const replicas = Number(count);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > MAX_REPLICAS)
    throw new LaunchError(`--scale ${name}= takes a number from 1 to ${MAX_REPLICAS}, not "${count}"`);
  scale[name as Scalable] = replicas;
}

/**
 * Reads the command line: `start [--fresh] [--simulated-parties] [--scale supply=2,approvals=2]… [--only coordinator,supply]`, `demo [--fresh]`, `nats-server`.
 * @throws LaunchError naming the argument that is not understood.
 */
export function parseArgs(argv: readonly string[]): LauncherArgs {
  const [first = "start", ...rest] = argv;
  if (!(COMMANDS as readonly string[]).includes(first))
    throw new LaunchError(`unknown command "${first}"; there are ${COMMANDS.join(", ")}`);
  const args: LauncherArgs = {
    command: first as Command,
    fresh: false,
    simulatedParties: false,
    scale: { coordinator: 1, approvals: 1, supply: 1, transit: 1, export: 1 },
    only: null,
  };
  for (let at = 0; at < rest.length; at++) {
    const [name, inline] = splitOnce(rest[at] ?? "");
    if (name === "--fresh") args.fresh = true;
    else if (name === "--simulated-parties") args.simulatedParties = true;
    else if (name === "--scale") readScales(inline ?? rest[++at] ?? "", args.scale);
    else if (name === "--only") args.only = (inline ?? rest[++at] ?? "").split(",").filter(Boolean);
    else
      throw new LaunchError(
        `unknown option "${rest[at]}"; there are --fresh, --simulated-parties, --scale <service>=<replicas> and --only <service,…>; --help tells all`,
      );
  }
  return args;
}

function splitOnce(text: string): [string, string | undefined] {
  const at = text.startsWith("--") ? text.indexOf("=") : -1;
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
