import { AppError } from "../errors/index.ts";
import { lintBusRoles } from "./lint-nats-config.ts";
import {
  ackSubject,
  audibleSubjects,
  callableSubjects,
  infoSubject,
  nextSubject,
  readableDurables,
  rolePermissions,
} from "./role-permissions.ts";
import { BOOTSTRAP_ROLE, type BusRole, busRoles, SYSTEM_ROLE } from "./roles.ts";
import { atLeastVersion } from "./server-version.ts";

export interface NatsConfigOptions {
  host: string;
  port: number;
  storeDir: string;
  /** As the server prints it, e.g. "2.9.10". */
  serverVersion: string;
  /** Public nkey of every bus user (BUS_USERS). */
  publicKeys: Readonly<Record<string, string>>;
  tls?: { certFile: string; keyFile: string; caFile?: string };
  /** HTTP monitoring, on loopback only. */
  monitorPort?: number;
  pidFile?: string;
  roles?: readonly BusRole[];
}

const account = (role: string): string => role.toUpperCase();
const quote = (text: string): string => JSON.stringify(text);
const list = (items: readonly string[]): string => `[ ${items.map(quote).join(", ")} ]`;
const block = (name: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : `    ${name}: [\n${lines.map((line) => `      ${line}`).join("\n")}\n    ]\n`;

/** What the streams' account offers to each role: storing, and the API of exactly its own durables. */
function busExports(roles: readonly BusRole[]): string[] {
  const only = (role: BusRole) => `accounts: [${account(role.role)}]`;
  return roles.flatMap((role) => [
    ...role.stores.map((subject) => `{ service: ${quote(subject)}, ${only(role)} }`),
    ...readableDurables(role).map((ref) => `{ service: ${quote(`$JS.API.${infoSubject(ref)}`)}, ${only(role)} }`),
    ...role.pulls.map((ref) => `{ service: ${quote(`$JS.API.${nextSubject(ref)}`)}, response_type: stream, ${only(role)} }`),
    ...role.pulls.map((ref) => `{ service: ${quote(ackSubject(ref))}, ${only(role)} }`),
  ]);
}

/** Several roles may share an export; the server wants it once with all of them. */
function mergeExports(lines: readonly string[]): string[] {
  const accountsOf = new Map<string, string[]>();
  for (const line of lines) {
    const [, head = "", names = ""] = /^(.*)accounts: \[(.*)\] \}$/.exec(line) ?? [];
    accountsOf.set(head, [...(accountsOf.get(head) ?? []), names]);
  }
  return [...accountsOf].map(([head, names]) => `${head}accounts: [${[...new Set(names)].join(", ")}] }`);
}

function roleImports(role: BusRole, roles: readonly BusRole[]): string[] {
  const fromBus = (subject: string, to?: string) =>
    `{ service: { account: BUS, subject: ${quote(subject)} }${to === undefined ? "" : `, to: ${quote(to)}`} }`;
  return [
    ...role.stores.map((subject) => fromBus(subject)),
    ...readableDurables(role).map((ref) => fromBus(`$JS.API.${infoSubject(ref)}`, `qmjs.${infoSubject(ref)}`)),
    ...role.pulls.map((ref) => fromBus(`$JS.API.${nextSubject(ref)}`, `qmjs.${nextSubject(ref)}`)),
    ...role.pulls.map((ref) => fromBus(ackSubject(ref))),
    ...callableSubjects(role, roles).map(
      (served) => `{ service: { account: ${account(served.server)}, subject: ${quote(served.subject)} } }`,
    ),
    ...audibleSubjects(role, roles)
      .filter((heard) => heard.sender !== role.role)
      .map((heard) => `{ stream: { account: ${account(heard.sender)}, subject: ${quote(heard.subject)} } }`),
  ];
}

function roleExports(role: BusRole): string[] {
  const accounts = (names: readonly string[]) => `accounts: [${names.map(account).join(", ")}]`;
  return [
    ...(role.serves ?? []).map(
      (served) => `{ service: ${quote(served.subject)}, ${served.streamed ? "response_type: stream, " : ""}${accounts(served.callers)} }`,
    ),
    ...(role.sends ?? [])
      .map((sent) => ({ ...sent, hearers: sent.hearers.filter((name) => name !== role.role) }))
      .filter((sent) => sent.hearers.length > 0)
      .map((sent) => `{ stream: ${quote(sent.subject)}, ${accounts(sent.hearers)} }`),
  ];
}

function roleAccount(role: BusRole, roles: readonly BusRole[], publicKey: string): string {
  const { publish, subscribe, allowResponses } = rolePermissions(role, roles);
  const responses = allowResponses ? `\n        allow_responses: { max: 4096, expires: "10m" }` : "";
  const user = `{ nkey: ${publicKey}, permissions: {
        publish: { allow: ${list(publish)} }
        subscribe: { allow: ${list(subscribe)} }${responses}
      } }`;
  return `  ${account(role.role)}: {\n${block("imports", roleImports(role, roles))}${block("exports", roleExports(role))}${block("users", [user])}  }`;
}

/**
 * Text of the server's configuration: a BUS account that holds the streams and that no service can log in to, and one account
 * per role whose imports are its permissions. The role table is checked first.
 * @throws AppError config_invalid when a key is missing or a role could grant itself rights.
 */
export function generateNatsConfig(options: NatsConfigOptions): string {
  const roles = options.roles ?? busRoles();
  const problems = lintBusRoles(roles);
  if (problems.length > 0) throw new AppError("config_invalid", { detail: problems.join("; ") });
  const key = (name: string): string => {
    const value = options.publicKeys[name];
    if (value === undefined || !/^U[A-Z2-7]{55}$/.test(value))
      throw new AppError("config_invalid", { detail: `the bus user ${name} has no public key` });
    return value;
  };
  const syncAlways = atLeastVersion(options.serverVersion, "2.10.0") ? "\n  sync_interval: always" : "";
  const tls = options.tls
    ? `tls { cert_file: ${quote(options.tls.certFile)}, key_file: ${quote(options.tls.keyFile)}${options.tls.caFile ? `, ca_file: ${quote(options.tls.caFile)}` : ""} }\n`
    : "";
  return `# Generated from the table of bus roles. Do not edit.
server_name: qm
listen: ${quote(`${options.host}:${options.port}`)}
max_payload: 1MB
${options.monitorPort === undefined ? "" : `http: "127.0.0.1:${options.monitorPort}"\n`}${options.pidFile === undefined ? "" : `pid_file: ${quote(options.pidFile)}\n`}${tls}jetstream {
  store_dir: ${quote(options.storeDir)}
  max_mem: 64MB
  max_file: 8GB${syncAlways}
}
accounts {
  SYS: { users: [ { nkey: ${key(SYSTEM_ROLE)} } ] }
  BUS: {
    jetstream: enabled
${block("users", [`{ nkey: ${key(BOOTSTRAP_ROLE)} }`])}${block("exports", mergeExports(busExports(roles)))}  }
${roles.map((role) => roleAccount(role, roles, key(role.role))).join("\n")}
}
system_account: SYS
`;
}
