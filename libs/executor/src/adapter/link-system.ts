import { AppError } from "@quartermaster/shared/errors";
import type { OutsideLink, OutsideMapping } from "../outside/outside-link.ts";
import { createHttpSystem } from "./http-system.ts";
import type { OutsideSystem, RepeatRule } from "./outside-system.ts";
import type { SystemConfig } from "./system-env.ts";
import type { TrytonOptions } from "./tryton-client.ts";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What a domain does with a Tryton server. */
export type TrytonConnector = (options: TrytonOptions & { quietMs: number }) => OutsideSystem;

const wrong = (detail: string): AppError => new AppError("config_invalid", { detail });

/** The tools that go out: those configured, which must be ones that the domain can send. */
function toolsOf(config: SystemConfig, mapping: OutsideMapping): Set<string> {
  const named = config.QM_SYSTEM_TOOLS?.split(",").map((tool) => tool.trim()) ?? mapping.tools;
  const strange = named.find((tool) => !mapping.tools.includes(tool));
  if (strange !== undefined) throw wrong(`QM_SYSTEM_TOOLS: ${strange} is not one of ${mapping.tools.join(", ")}`);
  return new Set(named);
}

/** A credential is never sent in the clear over a network. */
function checkUrl(config: SystemConfig): string {
  if (config.QM_SYSTEM_URL === undefined) throw wrong(`QM_SYSTEM_URL is needed for QM_SYSTEM=${config.QM_SYSTEM}`);
  const url = new URL(config.QM_SYSTEM_URL);
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) throw wrong("QM_SYSTEM_URL must be https outside this machine");
  return config.QM_SYSTEM_URL;
}

function trytonLogin(config: SystemConfig): Pick<TrytonOptions, "database" | "user" | "password"> {
  const { QM_SYSTEM_DATABASE: database, QM_SYSTEM_USER: user, QM_SYSTEM_PASSWORD: password } = config;
  if (database === undefined || user === undefined || password === undefined)
    throw wrong("QM_SYSTEM_DATABASE, QM_SYSTEM_USER and QM_SYSTEM_PASSWORD are needed for QM_SYSTEM=tryton");
  return { database, user, password: password.reveal() };
}

/**
 * The outside system that the settings name, or undefined for the built-in one.
 * @throws AppError config_invalid
 */
export function linkSystem(
  config: SystemConfig,
  mapping: OutsideMapping | undefined,
  connectors: { tryton?: TrytonConnector } = {},
): OutsideLink | undefined {
  if (config.QM_SYSTEM === "postgres") return undefined;
  if (!mapping) throw wrong("this domain has no effects that another system could make");
  const url = checkUrl(config);
  const timeoutMs = config.QM_SYSTEM_TIMEOUT_MS;
  if (config.QM_SYSTEM === "tryton") {
    if (!connectors.tryton) throw wrong("this domain has no Tryton adapter");
    return { system: connectors.tryton({ url, timeoutMs, quietMs: config.QM_SYSTEM_QUIET_MS, ...trytonLogin(config) }), timeoutMs };
  }
  const tools = toolsOf(config, mapping);
  const token = config.QM_SYSTEM_TOKEN?.reveal() ?? null;
  const quietMs = config.QM_SYSTEM_QUIET_MS;
  const repeat: RepeatRule = config.QM_SYSTEM_REPEAT === "by_key" ? { kind: "by_key", quietMs } : { kind: "never" };
  return { system: createHttpSystem({ url, token, timeoutMs, tools, repeat }), timeoutMs };
}
