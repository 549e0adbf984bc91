import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

export interface Args {
  seeds: number;
  from: number;
  /** Prints what happened although nothing was violated. */
  trace: boolean;
  /** Processes that share the seeds. */
  workers: number;
}

function whole(name: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} takes a whole number, not ${text}`);
  return Number(text);
}

/** Reads `--seeds N --from S --workers W --trace`. @throws on anything else: a run of no seeds would prove nothing. */
export function readArgs(argv: readonly string[]): Args {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      seeds: { type: "string", default: "1000" },
      from: { type: "string", default: "1" },
      workers: { type: "string", default: String(availableParallelism()) },
      trace: { type: "boolean", default: false },
    },
  });
  const seeds = whole("seeds", values.seeds);
  const workers = whole("workers", values.workers);
  if (seeds === 0 || workers === 0) throw new Error("--seeds and --workers take at least 1");
  return { seeds, from: whole("from", values.from), trace: values.trace, workers };
}
