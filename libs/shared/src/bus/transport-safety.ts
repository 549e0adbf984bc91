import { LOOPBACK_HOSTS } from "./server-age.ts";

/** How a connection is protected: with the given authority, or with the machine's own. */
export interface BusTls {
  caFile?: string;
}

const servers = (url: string): URL[] => url.split(",").map((one) => new URL(one.includes("://") ? one : `nats://${one}`));

/** TLS settings of a connection: an authority of its own, or `tls://` addresses with the machine's authorities. Then a server without TLS is refused. */
export function tlsOf(url: string, given: BusTls | undefined): BusTls | undefined {
  if (given) return given;
  return servers(url).every((server) => server.protocol === "tls:") ? {} : undefined;
}

/** Why a connection would be in the clear where others can listen, or null. */
export function plaintextProblem(url: string, given: BusTls | undefined): string | null {
  if (tlsOf(url, given) !== undefined || servers(url).every((server) => LOOPBACK_HOSTS.has(server.hostname))) return null;
  return "beyond this machine the bus needs TLS: give a tls:// address, or the server's authority in QM_NATS_CA_FILE";
}
