import { createServer } from "node:net";
import { LaunchError } from "../launch-error.ts";

/** True when nothing listens on the port. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

async function becomesFree(port: number, host: string, patienceMs: number): Promise<boolean> {
  for (const end = Date.now() + patienceMs; ; ) {
    if (await isPortFree(port, host)) return true;
    if (Date.now() >= end) return false;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Checks every port of a start before anything runs.
 * @param patienceMs how long a port may still be held by a process that was just ended.
 * @throws LaunchError naming the first taken port, what needs it, and the variable that moves all of them.
 */
export async function checkPorts(
  list: readonly { port: number; use: string }[],
  first: number,
  host: string,
  patienceMs = 0,
): Promise<void> {
  for (const { port, use } of list) {
    if (port > 65_535) throw new LaunchError(`QM_HTTP_PORT=${first} is too high: ${use} would need port ${port}`);
    if (await becomesFree(port, host, patienceMs)) continue;
    throw new LaunchError(
      `port ${port}, which ${use} needs, is taken by another program. Set QM_HTTP_PORT to move all ports (now ${first}), for example QM_HTTP_PORT=${first + 1000}; a second clone needs a number of its own.`,
    );
  }
}

/** First number from the candidates whose whole block is free; null when none is. */
export async function findFreeBlock(
  candidates: readonly number[],
  blockOf: (first: number) => readonly { port: number }[],
  host: string,
): Promise<number | null> {
  for (const first of candidates) {
    const free = await Promise.all(blockOf(first).map(({ port }) => isPortFree(port, host)));
    if (free.every(Boolean)) return first;
  }
  return null;
}
