/** A failure that the person who started the launcher can act on: plain words, and where the details are. */
export class LaunchError extends Error {
  readonly logFile: string | undefined;
  constructor(message: string, options: { logFile?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "LaunchError";
    this.logFile = options.logFile;
  }
}

/** What went wrong, as one line. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
