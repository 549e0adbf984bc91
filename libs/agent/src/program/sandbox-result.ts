/** How a program ended. `calls` counts the functions that it called. */
export type SandboxResult =
  | { kind: "returned"; json: string; calls: number }
  | { kind: "failed"; code: "program_failed" | "program_limit" | "program_stuck"; message: string; calls: number };

/** What a sandbox's thread tells the thread that started it. */
export type FromSandbox = { kind: "call"; name: string; json: string } | { kind: "end"; result: SandboxResult };
