/** Start-up progress for a person: one line per thing that became ready, with how long it took. */
export interface Progress {
  say(line: string): void;
  /** Runs one part of the start and reports it; a failure passes through. `work` may return a detail for the line. */
  step<T>(name: string, work: () => Promise<T>, detail?: (result: T) => string): Promise<T>;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Prints to the terminal; `quiet` keeps only what `say` prints. */
export function createProgress(write: (line: string) => void = console.log): Progress {
  return {
    say: write,
    async step(name, work, detail) {
      const started = Date.now();
      const reminder = setInterval(() => write(`  ${name}: still at it after ${seconds(Date.now() - started)}`), 10_000);
      try {
        const result = await work();
        const extra = detail?.(result);
        write(`  ${name.padEnd(22)} ${seconds(Date.now() - started).padStart(6)}${extra ? `  ${extra}` : ""}`);
        return result;
      } finally {
        clearInterval(reminder);
      }
    },
  };
}
