import type { AgentName, JsonObject, Selector, Snapshot } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { AnyTool } from "../agent/tool.ts";

/** Everything that makes one agent; the rest of its process is common (`createAgentService`). */
export interface AgentDefinition<P> {
  agent: AgentName;
  /** Version of prompt and tools together, e.g. "1.0.0". */
  version: string;
  /** One sentence for the card. */
  description: string;
  /** Card skills. */
  skills: { id: string; name: string; description: string; tags: string[]; examples: string[] }[];
  /** System prompt (content of prompt.md). */
  prompt: string;
  tools: readonly AnyTool<P>[];
  /**
   * What earlier versions began tasks with that may go on here: every tool call in their journals must still mean the same. A
   * task of any other toolset starts over, with what it spent kept. Hashes stand in a finished task and in `/v1/agents`.
   */
  compatible?: readonly { toolsetHash: string; promptHash: string }[];
  /** Read ports over one read-only, tenant-bound transaction. */
  createPorts(tx: Tx): P;
  /** Files what a read tool must leave on record, e.g. that a party was screened; MUST tolerate the same again. */
  recordAudit?(tx: Tx, entry: { tenant: string; taskId: string; tool: string; audit: JsonObject }): Promise<void>;
  /** Answers a snapshot brief: the records behind the selectors that exist. */
  readSnapshots(ports: P, selectors: readonly Selector[]): Promise<Snapshot[]>;
}
