/** What one program may take. */
export interface SandboxLimits {
  /** The machine with everything in it; 16 MiB of it are taken from the start. */
  memoryBytes: number;
  stackBytes: number;
  /** Times that the machine asks whether to go on, about every 10 000 operations: the same on a fast and on a busy machine. */
  ticks: number;
  /** Time between two calls; a single operation of the machine may be long and cannot be asked. */
  computeMs: number;
  /** Time with the calls. */
  wallMs: number;
  calls: number;
  resultChars: number;
}

export const SANDBOX_LIMITS: SandboxLimits = {
  memoryBytes: 40 * 1_048_576,
  stackBytes: 256 * 1024,
  ticks: 2_000,
  computeMs: 10_000,
  wallMs: 60_000,
  calls: 24,
  resultChars: 60_000,
};
