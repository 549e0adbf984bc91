import { lookup } from "node:dns/promises";
import { Agent, request } from "node:https";
import { isIP } from "node:net";
import { rootCertificates } from "node:tls";
import { AppError } from "../errors/index.ts";
import type { AllowList } from "./allow-list.ts";
import { chooseAddress, readDestination } from "./destination.ts";

/** Gives all addresses of a name. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface EgressOptions {
  allow: AllowList;
  /** Certificate authorities besides the usual ones, PEM. */
  ca?: readonly string[] | undefined;
  timeoutMs?: number;
  resolve?: Resolve;
}

export interface HttpsPost {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface Egress {
  /** Judges an address without calling it. @throws AppError destination_refused naming the field */
  check(url: string, path?: string): void;
  /**
   * Sends one POST and returns the status. The name is resolved once, judged, and that very address is connected to; a redirect is
   * an answer like any other and not followed; of the answer's body nothing is kept.
   * @throws AppError destination_refused | unavailable (no connection) | timeout
   */
  post(message: HttpsPost): Promise<number>;
}

const TIMEOUT_MS = 10_000;
const MOST_BODY_BYTES = 262_144;
/** An answer is only a status; a receiver that sends more is cut off. */
const MOST_HEADER_BYTES = 16_384;

const resolveAll: Resolve = async (host) => (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);

/** Waits for a promise that cannot be stopped, such as a look-up of the system's resolver. */
async function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Only words of our own: what a foreign server or resolver says is not passed on. */
function failure(error: unknown, signal: AbortSignal): AppError {
  if (AppError.isInstance(error)) return error;
  if (signal.aborted) return new AppError("timeout", { detail: "the receiver did not answer in time", cause: error });
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  const reason = /^(?:CERT_|UNABLE_|DEPTH_|SELF_SIGNED|ERR_TLS|ERR_SSL)/.test(code) ? "its certificate is not good" : "no connection";
  return new AppError("unavailable", { detail: `the receiver cannot be reached: ${reason}`, cause: error });
}

/** The only way in which a service calls an address that somebody else chose. */
export function createEgress(options: EgressOptions): Egress {
  const { allow, timeoutMs = TIMEOUT_MS, resolve = resolveAll } = options;
  const send = async (message: HttpsPost, signal: AbortSignal): Promise<number> => {
    const destination = readDestination(message.url, allow);
    const { url, host, port } = destination;
    const addresses = isIP(host) > 0 ? [host] : await within(resolve(host), signal);
    const address = chooseAddress(destination, addresses);
    // A connection of its own for each call: a kept one would outlive the check of its address.
    const agent = new Agent({ keepAlive: false, maxSockets: 1 });
    return await new Promise<number>((done, fail) => {
      const call = request(
        {
          agent,
          method: "POST",
          host: address,
          port,
          path: `${url.pathname}${url.search}`,
          headers: { ...message.headers, host: url.host, "content-length": Buffer.byteLength(message.body) },
          servername: isIP(host) > 0 ? "" : host.replace(/\.$/, ""),
          ...(options.ca ? { ca: [...rootCertificates, ...options.ca] } : {}),
          maxHeaderSize: MOST_HEADER_BYTES,
          signal,
        },
        (answer) => {
          done(answer.statusCode ?? 0);
          answer.destroy();
        },
      );
      call.on("error", fail);
      call.end(message.body);
    }).finally(() => agent.destroy());
  };
  return {
    check: (url, path) => void readDestination(url, allow, path),
    async post(message) {
      if (Buffer.byteLength(message.body) > MOST_BODY_BYTES) throw new AppError("body_too_large");
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return await send(message, signal);
      } catch (error) {
        throw failure(error, signal);
      }
    },
  };
}
