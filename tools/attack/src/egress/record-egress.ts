// Preloaded into every process under attack (`node --import`): writes down each address that the process connects or sends to.
import dgram from "node:dgram";
import dns from "node:dns";
import { appendFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

// The only names that the launcher hands on to what it starts are PATH, HOME and NODE_*.
const file = process.env.NODE_EGRESS_FILE;
const seen = new Set<string>();

function note(kind: "tcp" | "udp" | "dns", host: string, port: number): void {
  const key = `${kind} ${host} ${port}`;
  if (file === undefined || seen.has(key)) return;
  seen.add(key);
  appendFileSync(file, `${JSON.stringify({ pid: process.pid, script: process.argv[1] ?? "", kind, host, port })}\n`);
}

/** Host and port of the many forms in which `connect` takes them; null for a path (a local socket). */
function addressOf(args: readonly unknown[]): { host: string; port: number } | null {
  // `net.connect` hands its arguments on as one normalised list.
  const [first, second] = Array.isArray(args[0]) ? (args[0] as unknown[]) : args;
  if (typeof first === "object" && first !== null) {
    const { host, port, path } = first as { host?: string; port?: number | string; path?: string };
    return path === undefined && port !== undefined ? { host: host ?? "localhost", port: Number(port) } : null;
  }
  if (typeof first === "number" || (typeof first === "string" && /^\d+$/.test(first)))
    return { host: typeof second === "string" ? second : "localhost", port: Number(first) };
  return null;
}

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** Puts a look at the arguments before a method. */
function before(owner: object, name: string, look: (args: readonly unknown[]) => void): void {
  const methods = owner as Record<string, Method>;
  const original = methods[name];
  if (!original) return;
  methods[name] = function watched(this: unknown, ...args: unknown[]) {
    look(args);
    return original.apply(this, args);
  };
}

const connected = (args: readonly unknown[]): void => {
  const address = addressOf(args);
  if (address) note("tcp", address.host, address.port);
};
const sent = (args: readonly unknown[]): void => {
  const host = args.find((value, index) => index > 0 && typeof value === "string") as string | undefined;
  const port = args.findLast((value) => typeof value === "number") as number | undefined;
  note("udp", host ?? "localhost", port ?? 0);
};
const resolved = (args: readonly unknown[]): void => {
  if (typeof args[0] === "string") note("dns", args[0], 0);
};

before(net.Socket.prototype, "connect", connected);
before(dgram.Socket.prototype, "connect", sent);
before(dgram.Socket.prototype, "send", sent);
// Names that are looked up for a connection are seen by `connect`.
for (const name of ["resolve", "resolve4", "resolve6", "resolveAny", "resolveTxt", "resolveCname", "resolveMx", "resolveSrv"]) {
  before(dns, name, resolved);
  before(dns.promises, name, resolved);
  before(dns.Resolver.prototype, name, resolved);
}
syncBuiltinESMExports();
