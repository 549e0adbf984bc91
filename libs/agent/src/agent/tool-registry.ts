import { type AgentName, type JsonObject, MAX_TOOLS_OF_AGENT, type ToolDescription } from "@quartermaster/shared/contracts";
import { contentHash, toolJsonSchema, toolSchemaHash } from "@quartermaster/shared/signing";
import type { ModelTool } from "./model.ts";
import { toStrictSchema } from "./strict-schema.ts";
import { checkTextArguments } from "./text-arguments.ts";
import type { OfferedTool } from "./tool.ts";

/** A tool with everything that is computed once at start. */
export interface RegisteredTool<P> {
  tool: OfferedTool<P>;
  schemaHash: string;
  jsonSchema: JsonObject;
  model: ModelTool;
  description: ToolDescription;
}

export interface ToolRegistry<P> {
  readonly agent: AgentName;
  /** Ties a task to one set of tools. */
  readonly toolsetHash: string;
  readonly tools: readonly RegisteredTool<P>[];
  get(name: string): RegisteredTool<P> | undefined;
}

function register<P>(agent: AgentName, tool: OfferedTool<P>): RegisteredTool<P> {
  const jsonSchema = toolJsonSchema(tool.schema) as JsonObject;
  const schemaHash = toolSchemaHash(tool.name, tool.version, tool.schema);
  const propose = tool.effect === "propose" ? tool : null;
  if (propose) checkTextArguments(propose, jsonSchema);
  return {
    tool,
    schemaHash,
    jsonSchema,
    model: { name: tool.name, description: tool.description, ...toStrictSchema(jsonSchema) },
    description: {
      name: tool.name,
      agent,
      effect: tool.effect,
      version: tool.version,
      schemaHash,
      description: tool.description,
      parameters: jsonSchema,
      outputs: propose?.outputs ?? [],
      refable: propose?.refable ?? [],
      eager: propose?.eager ?? false,
      inverse: propose?.inverse ?? null,
    },
  };
}

/** Registers an agent's tools: reads first, so that the prompt's prefix stays the same whatever the intent allows. */
export function createToolRegistry<P>(agent: AgentName, tools: readonly OfferedTool<P>[]): ToolRegistry<P> {
  const ordered = [...tools.filter((tool) => tool.effect === "read"), ...tools.filter((tool) => tool.effect === "propose")];
  const registered = ordered.map((tool) => register(agent, tool));
  const byName = new Map(registered.map((entry) => [entry.tool.name, entry]));
  if (byName.size !== registered.length) throw new Error(`two tools of ${agent} have the same name`);
  // The coordinator would not take the catalogue, and so would not know the agent at all.
  if (registered.length > MAX_TOOLS_OF_AGENT)
    throw new Error(`${agent} has ${registered.length} tools, ${MAX_TOOLS_OF_AGENT} at most: list fewer tools of MCP servers`);
  return {
    agent,
    tools: registered,
    toolsetHash: contentHash(registered.map((entry) => entry.schemaHash)),
    get: (name) => byName.get(name),
  };
}
