import type { LauncherConfig } from "../config.ts";
import { LaunchError } from "../launch-error.ts";
import { isLoopback } from "./plan-services.ts";
import type { Ports } from "./ports.ts";

/**
 * Lets transit book with the simulated carrier and export lodge with the simulated customs office, both of which make an effect once
 * per key. A domain whose outside system was set by hand keeps it.
 * @throws LaunchError where no demo users are allowed: the parties do not run there.
 */
export function linkParties(config: LauncherConfig, ports: Ports): LauncherConfig {
  if (!isLoopback(config.QM_HTTP_HOST)) throw new LaunchError("--simulated-parties is for this machine alone: use QM_HTTP_HOST=127.0.0.1");
  const linked = (domain: "transit" | "export", party: string): Record<string, string> => {
    const given = config.systems[domain] ?? {};
    const url = `http://127.0.0.1:${ports.parties}/${party}`;
    return given.QM_SYSTEM === undefined ? { QM_SYSTEM: "http", QM_SYSTEM_URL: url, QM_SYSTEM_REPEAT: "by_key", ...given } : given;
  };
  return { ...config, systems: { ...config.systems, transit: linked("transit", "carrier"), export: linked("export", "customs") } };
}
