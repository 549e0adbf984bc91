import { atLeastVersion } from "./server-version.ts";

const LEAST_ANYWHERE = "2.9.10";
/** Older servers have known holes that matter once others can reach them. */
const LEAST_BEYOND_LOOPBACK = "2.12.7";
/** Names under which a server is on this machine. */
export const LOOPBACK_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** What is wrong with the age of a server, or null. Beyond loopback a newer one is demanded. */
export function serverAgeProblem(url: string, version: string): string | null {
  const isLocal = url.split(",").every((one) => LOOPBACK_HOSTS.has(new URL(one.includes("://") ? one : `nats://${one}`).hostname));
  const least = isLocal ? LEAST_ANYWHERE : LEAST_BEYOND_LOOPBACK;
  if (atLeastVersion(version, least)) return null;
  return `nats-server ${version} is too old: at least ${least} is needed ${isLocal ? "" : "beyond this machine"}`.trim();
}
