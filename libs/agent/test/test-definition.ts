import type { AnyTool } from "../src/agent/tool.ts";
import type { AgentDefinition } from "../src/service/agent-definition.ts";
import type { ShelfPorts } from "./fixtures.ts";

/** A supply agent over the shelf's tools. */
export const testDefinition = (tools: readonly AnyTool<ShelfPorts>[]): AgentDefinition<ShelfPorts> => ({
  agent: "supply",
  version: "1.0.0",
  description: "Test agent.",
  skills: [],
  prompt: "You are the supply agent.",
  tools: [...tools],
  createPorts: () => ({ reads: [] }),
  readSnapshots: async (_ports, selectors) => selectors.map((selector) => ({ ...selector, version: 1, fields: {} })),
});
