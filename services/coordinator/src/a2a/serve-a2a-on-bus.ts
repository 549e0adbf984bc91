import { readFileSync } from "node:fs";
import { createNatsResponder, type FastifyA2aOptions } from "@quartermaster/agent/a2a";
import { COORDINATOR_A2A_ROLE, connectBus } from "@quartermaster/shared/bus";
import { subjects } from "@quartermaster/shared/contracts";
import type { Logger } from "@quartermaster/shared/log";
import type { Config } from "../config.ts";

/**
 * Answers A2A on the bus over a connection and account of its own, which may publish nothing but answers. Replicas share the
 * subject; without a key for that account nothing is served here.
 */
export async function serveA2aOnBus(config: Config, face: FastifyA2aOptions, log: Logger): Promise<{ stop(): Promise<void> }> {
  const { url, a2aSeedFile, caFile } = config.nats;
  if (a2aSeedFile === undefined) return { stop: async () => {} };
  const name = `coordinator-a2a-${config.instance}`;
  const nkeySeed = readFileSync(a2aSeedFile, "utf8").trim();
  const bus = await connectBus({ url, role: COORDINATOR_A2A_ROLE, name, nkeySeed, ...(caFile ? { tls: { caFile } } : {}), log });
  const respond = createNatsResponder({ ...face, instance: config.instance, log });
  // Not awaited: a stream may last minutes and must not hold up the next message.
  const subscription = bus.subscribe(subjects.rpc("coordinator"), (message) => void respond(message), { queue: "coordinator" });
  return {
    async stop() {
      await subscription.stop();
      await bus.close();
    },
  };
}
