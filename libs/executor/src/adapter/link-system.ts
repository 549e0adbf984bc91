import { AppError } from "@quartermaster/shared/errors";
import type { OutsideLink, OutsideMapping } from "../outside/outside-link.ts";
import { createHttpSystem } from "./http-system.ts";
import type { SystemConfig } from "./system-env.ts";

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

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

/**
 * The outside system that the settings name, or undefined for the built-in one.
 * @throws AppError config_invalid
 */
export function linkSystem(config: SystemConfig, mapping: OutsideMapping | undefined): OutsideLink | undefined {
  if (config.QM_SYSTEM === "postgres") return undefined;
  if (!mapping) throw wrong("this domain has no effects that another system could make");
  const url = checkUrl(config);
  const tools = toolsOf(config, mapping);
  const timeoutMs = config.QM_SYSTEM_TIMEOUT_MS;
  const token = config.QM_SYSTEM_TOKEN?.reveal() ?? null;
  return { system: createHttpSystem({ url, token, timeoutMs, tools, repeat: { kind: config.QM_SYSTEM_REPEAT } }), timeoutMs };
}
