import { readFileSync } from "node:fs";
import { startBootstrapLoop } from "@quartermaster/shared/bus";
import { createServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import type { BootstrapConfig } from "./config.ts";

/** Keeps the streams in being, and says on `/readyz` when they exist. @returns how to stop it. */
export async function runBootstrap(config: BootstrapConfig, log: Logger): Promise<() => Promise<void>> {
  let missing: string | null = "the streams";
  const server = createServer({ log, notReadyBecause: () => missing });
  await server.listen({ host: config.QM_HTTP_HOST, port: config.QM_HTTP_PORT });
  const nkeySeed = readFileSync(config.QM_NATS_SEED_FILE, "utf8").trim();
  const loop = startBootstrapLoop({ url: config.QM_NATS_URL, nkeySeed, tls: { caFile: config.QM_NATS_CA_FILE }, log });
  void loop.ready.then(() => {
    missing = null;
  });
  return async () => {
    await loop.stop();
    await server.close();
  };
}
