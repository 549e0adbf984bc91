import { freePort, quietLog } from "@quartermaster/testing";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { configFor, type Stack } from "./start-approvals.ts";

/** Another replica of approvals on the stack's database and bus, with its own settings; stop it before the stack. */
export async function startReplica(
  stack: Stack,
  settings: Partial<Config> = {},
  ring = stack.ring,
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await freePort();
  const ports = {
    bus: await stack.nats.bus("approvals", { name: "approvals-replica" }),
    signer: stack.keys.signer("approvals"),
    verifier: stack.keys.verifier,
    ring,
  };
  const config = { ...configFor(port, stack.database, stack.nats.url), instance: "replica", ...settings };
  const app = await createApp(config, quietLog("approvals"), ports);
  await app.start();
  return { url: `http://127.0.0.1:${port}`, stop: app.stop };
}
