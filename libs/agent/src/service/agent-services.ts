import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import type { ToolDescription } from "@quartermaster/shared/contracts";
import type { Outbox, Pool } from "@quartermaster/shared/db";
import type { HttpServer } from "@quartermaster/shared/http";
import type { Logger } from "@quartermaster/shared/log";
import type { Signer, Verifier } from "@quartermaster/shared/signing";
import type { AgentConfig } from "./agent-config.ts";
import type { RpcMethod } from "./serve-rpc.ts";
import type { TaskStore, Toolset } from "./task-store.ts";

/** What an extension of the agent process (the A2A faces) may use. */
export interface AgentServices {
  config: AgentConfig;
  agent: string;
  bus: Bus;
  pool: Pool;
  /** Outbox of the agent's login role; the fast path of `SendMessage` goes through it. */
  outbox: Outbox;
  store: TaskStore;
  signer: Signer;
  verifier: Verifier;
  toolset: Toolset;
  tools: readonly ToolDescription[];
  log: Logger;
  /** Marks the task for cancelling in the database and aborts it where it runs. */
  cancelTask(taskId: string, tenant?: string): Promise<{ state: "queued" | "running" | "done" } | null>;
  /** Calls back after every visible change of the task in this process; other replicas' changes are seen by reading the row. */
  subscribe(taskId: string, listener: () => void): () => void;
}

/** Hooks of a process of role `agent`. */
export interface AgentExtension {
  /** Registers routes before the server listens. */
  mount?(server: HttpServer, services: AgentServices): void | Promise<void>;
  /** JSON-RPC methods on the bus besides the built-in ones. */
  rpcMethods?(services: AgentServices): Record<string, RpcMethod>;
  /** Sees every bus rpc message that names no method of `rpcMethods` or the built-in ones; true = handled. */
  onRpc?(message: CoreMessage, services: AgentServices): Promise<boolean>;
  /** Digest of the signed card for presence; without it the hash of the definition. */
  cardDigest?(services: AgentServices): string;
}
