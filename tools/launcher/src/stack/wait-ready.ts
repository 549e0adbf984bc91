import { request } from "undici";
import type { Supervised } from "../child/supervisor.ts";
import { LaunchError } from "../launch-error.ts";

const MAX_CRASHES = 4;
const POLL_MS = 100;

interface Readiness {
  ready: boolean;
  because: string;
}

async function ask(url: string): Promise<Readiness> {
  try {
    const response = await request(url, { headersTimeout: 3_000, bodyTimeout: 3_000, signal: AbortSignal.timeout(4_000) });
    const text = await response.body.text();
    if (response.statusCode === 200) return { ready: true, because: "" };
    const detail = (JSON.parse(text) as { detail?: string }).detail;
    return { ready: false, because: detail ?? `it answers ${response.statusCode}` };
  } catch {
    return { ready: false, because: "it does not answer yet" };
  }
}

/** A name for people: `supply agent`, `supply executor`, `coordinator`; with the replica's number from the second on. */
export function nameOf(role: string, replica: number): string {
  if (role === "seed") return "demo seeder";
  if (role === "offline-model") return "offline model";
  if (role === "parties") return "simulated parties";
  const name = role.startsWith("x_")
    ? `${role.slice(2)} executor`
    : ["supply", "transit", "export"].includes(role)
      ? `${role} agent`
      : role;
  return replica === 0 ? name : `${name} ${replica + 1}`;
}

/**
 * Waits until a process says that it can serve.
 * @throws LaunchError when it crashes again and again, or does not become ready in time; names the process and its log.
 */
export async function waitReady(supervised: Supervised, host: string, patienceMs: number): Promise<void> {
  const { spec } = supervised;
  const name = nameOf(spec.role, spec.replica);
  let because = "it does not answer yet";
  for (const end = Date.now() + patienceMs; Date.now() < end; ) {
    const answer = await ask(`http://${host}:${spec.port}/readyz`);
    if (answer.ready) return;
    because = answer.because;
    if (supervised.crashes() >= MAX_CRASHES)
      throw new LaunchError(`the ${name} ends right after its start (${supervised.lastExit()})`, { logFile: spec.logFile });
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new LaunchError(`the ${name} was not ready after ${Math.round(patienceMs / 1000)} s: ${because}`, { logFile: spec.logFile });
}
