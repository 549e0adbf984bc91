import { isIP } from "node:net";
import { AppError } from "../errors/index.ts";
import type { AllowList } from "./allow-list.ts";
import { whyForbidden } from "./forbidden-address.ts";

/** A checked address of a receiver, before its name is resolved. */
export interface Destination {
  url: URL;
  /** Host without the brackets of IPv6. */
  host: string;
  port: number;
  /** True when the operator named this receiver: it may have a private address. */
  allowed: boolean;
}

const MOST_CHARS = 2_000;
const PORTS = new Set([443, 8443]);

/** The refusal of a receiver. `reason` is stable; the field is named when the address came in with a request. */
export function refused(reason: string, detail: string, path?: string): AppError {
  return new AppError("destination_refused", {
    detail,
    extra: { reason },
    ...(path === undefined ? {} : { errors: [{ path, message: detail }] }),
  });
}

/** @throws AppError destination_refused for an address that no receiver could make good */
function refuseAddress(host: string, allowed: boolean, path?: string): void {
  const forbidden = whyForbidden(host);
  if (forbidden === "never" || (forbidden === "private" && !allowed))
    throw refused("address_forbidden", "the address is not one of the public internet", path);
}

/**
 * Checks the text of a receiver's address: https, a name or public address, no user and no fragment, a usual port. Odd spellings of
 * addresses (octal, hexadecimal, one number, full-width digits) are read as the URL standard reads them, then judged.
 * @param path where the address stood in a request, for the error.
 * @throws AppError destination_refused
 */
export function readDestination(text: string, allow: AllowList, path?: string): Destination {
  if (text.length > MOST_CHARS) throw refused("too_long", `the address is longer than ${MOST_CHARS} characters`, path);
  // The parser drops these inside of an address, so that what is stored would read otherwise than what is called.
  if (/[\s\p{C}\\]/u.test(text)) throw refused("characters", "the address has spaces, control characters or backslashes", path);
  if (!URL.canParse(text)) throw refused("not_a_url", "this is not an address", path);
  const url = new URL(text);
  if (url.protocol !== "https:") throw refused("not_https", "only https is called", path);
  if (url.username !== "" || url.password !== "") throw refused("credentials", "an address may not hold a user or password", path);
  if (url.hash !== "") throw refused("fragment", "an address may not end in a fragment", path);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = url.port === "" ? 443 : Number(url.port);
  const allowed = allow.has(`${url.hostname}:${port}`);
  if (!allowed && !PORTS.has(port)) throw refused("port_forbidden", "only the ports 443 and 8443 are called", path);
  if (isIP(host) > 0) refuseAddress(host, allowed, path);
  else if (!allowed && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?$/.test(host)) throw refused("not_public", "the name is not a public one", path);
  return { url, host, port, allowed };
}

/**
 * Chooses the address to connect to from a resolver's answer. One forbidden address among them refuses all: a name that
 * answers with both is meant to be caught at the second look.
 * @throws AppError destination_refused | unavailable
 */
export function chooseAddress(destination: Pick<Destination, "allowed">, addresses: readonly string[]): string {
  for (const address of addresses) refuseAddress(address, destination.allowed);
  const chosen = addresses[0];
  if (chosen === undefined) throw new AppError("unavailable", { detail: "the name has no address" });
  return chosen;
}
