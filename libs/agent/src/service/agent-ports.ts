import { readFileSync } from "node:fs";
import { type Bus, connectBus } from "@quartermaster/shared/bus";
import { createPool, type Pool } from "@quartermaster/shared/db";
import { createLogger, type Logger } from "@quartermaster/shared/log";
import { loadSigner, loadVerifier, type Signer, type Verifier } from "@quartermaster/shared/signing";
import { createCircuitBreaker } from "../agent/circuit-breaker.ts";
import { createTokenizer } from "../agent/create-tokenizer.ts";
import type { Model } from "../agent/model.ts";
import { createOpenaiModel } from "../agent/openai-model.ts";
import type { Tokenizer } from "../agent/tokenizer.ts";
import type { AgentConfig } from "./agent-config.ts";

/** Real parts that tests replace. */
export interface AgentPorts {
  bus: Bus;
  pool: Pool;
  asyncPool: Pool;
  model: Model;
  tokenizer: Tokenizer;
  signer: Signer;
  verifier: Verifier;
  log: Logger;
}

/** Opens what was not given: keys from files, two pools (one commits asynchronously), the model, the bus. */
export async function openPorts(config: AgentConfig, agent: string, given: Partial<AgentPorts>): Promise<AgentPorts> {
  const name = `${agent}-${config.instance}`;
  const log = given.log ?? createLogger({ service: agent, role: "agent", instance: config.instance }, config.logLevel);
  const url = config.databaseUrl.reveal();
  return {
    log,
    signer: given.signer ?? loadSigner(config.signingKeyFile),
    verifier: given.verifier ?? loadVerifier(config.publicKeysFile),
    pool: given.pool ?? createPool({ url, name, max: 4 }),
    asyncPool: given.asyncPool ?? createPool({ url, name: `${name}-async`, max: 2, asyncCommit: true }),
    model:
      given.model ??
      createCircuitBreaker(
        createOpenaiModel({
          baseUrl: config.model.baseUrl,
          model: config.model.name,
          log,
          ...(config.model.apiKey ? { apiKey: config.model.apiKey } : {}),
        }),
      ),
    tokenizer:
      given.tokenizer ??
      (await createTokenizer({ model: config.model.name, setting: config.model.tokenizer ?? "auto", baseUrl: config.model.baseUrl })),
    bus:
      given.bus ??
      (await connectBus({
        url: config.natsUrl,
        role: config.natsRole,
        name,
        nkeySeed: readFileSync(config.natsSeedFile, "utf8").trim(),
        ...(config.natsCaFile ? { tls: { caFile: config.natsCaFile } } : {}),
        replyPrefixes: ["_INBOX_coordinator."],
        log,
      })),
  };
}
