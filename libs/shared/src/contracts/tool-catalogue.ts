import { z } from "zod";
import { Hash, JsonObject } from "./json.ts";
import { AgentName } from "./words.ts";

/** What the coordinator and the console know of a tool; travels in the agent card's tools extension. */
export const ToolDescription = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9_]{1,59}$/),
  agent: AgentName,
  effect: z.enum(["read", "propose", "runtime"]),
  version: z.number().int().positive(),
  schemaHash: Hash,
  description: z.string().max(2000),
  /** JSON Schema 2020-12 of the arguments. */
  parameters: JsonObject,
  outputs: z.array(z.strictObject({ name: z.string(), kind: z.string() })),
  /** Argument names (dotted path) that may hold a plan reference. */
  refable: z.array(z.string()),
  eager: z.boolean(),
  /** Tool that undoes it, or null with the reason in the description. */
  inverse: z.string().nullable(),
});
export type ToolDescription = z.infer<typeof ToolDescription>;

/** Most tools that one agent may have: a longer catalogue is not taken. */
export const MAX_TOOLS_OF_AGENT = 60;

/** URI of the agent card extension whose params hold `{ tools: ToolDescription[] }`. */
export const TOOLS_EXTENSION = "urn:quartermaster:a2a:ext:tools:v1";
/** URI of the A2A-over-NATS protocol binding (docs/a2a-nats-binding.md). */
export const NATS_BINDING = "urn:quartermaster:a2a:binding:nats:v1";
