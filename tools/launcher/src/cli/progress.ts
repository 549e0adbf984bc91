/** Start-up progress for a person: one line per thing that became ready, with how long it took. */
export interface Progress {
  say(line: string): void;
  /** Runs one part of the start and reports it; a failure passes through. `detail` may add words to the line. */
  step<T>(name: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>;
}

const REMIND_MS = 15_000;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export interface ProgressOptions {
  /** False leaves out the line per finished step. */
  steps?: boolean;
  write?: (line: string) => void;
}

/** Prints a line per finished step, and now and then what is still awaited. */
export function createProgress({ steps = true, write = console.log }: ProgressOptions = {}): Progress {
  const awaited = new Set<string>();
  let reminder: NodeJS.Timeout | undefined;
  const begin = (name: string): void => {
    awaited.add(name);
    reminder ??= setInterval(() => write(`  still waiting for: ${[...awaited].join(", ")}`), REMIND_MS);
  };
  const end = (name: string): void => {
    awaited.delete(name);
    if (awaited.size > 0) return;
    clearInterval(reminder);
    reminder = undefined;
  };
  return {
    say: write,
    async step(name, work, detail) {
      const started = Date.now();
      begin(name);
      try {
        const result = await work();
        const extra = detail?.(result);
        if (steps) write(`  ${name.padEnd(22)} ${seconds(Date.now() - started).padStart(6)}${extra ? `  ${extra}` : ""}`);
        return result;
      } finally {
        end(name);
      }
    },
  };
}
