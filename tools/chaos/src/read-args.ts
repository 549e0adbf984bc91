import { parseArgs } from "node:util";

export interface ChaosArgs {
  requests: number;
  seed: number;
  /** Faults go on for at least this long; null ends them with the last request. */
  minutes: number | null;
  /** Where the result is written too. */
  json: string | null;
}

const MOST_REQUESTS = 10_000;

function numberOf(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value < least || value > most)
    throw new Error(`--${name} takes a number from ${least} to ${most}, not "${text}"`);
  return value;
}

/** Reads `--requests N --seed S [--minutes M] [--json OUT]`. @throws Error naming the option that is not understood. */
export function readArgs(argv: readonly string[]): ChaosArgs {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      requests: { type: "string", default: "50" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string" },
      json: { type: "string" },
    },
  });
  return {
    requests: Math.trunc(numberOf("requests", values.requests, 1, MOST_REQUESTS)),
    seed: Math.trunc(numberOf("seed", values.seed, 0, 2 ** 31)),
    minutes: values.minutes === undefined ? null : numberOf("minutes", values.minutes, 0, 24 * 60),
    json: values.json ?? null,
  };
}
