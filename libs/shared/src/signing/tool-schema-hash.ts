import { z } from "zod";
import { contentHash } from "./content-hash.ts";

/** JSON Schema 2020-12 of a tool's closed argument schema, as models, cards and hashes see it. Build once at start: 100 µs each. */
export function toolJsonSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: "input", target: "draft-2020-12" }) as Record<string, unknown>;
  return rest;
}

/** Hash that ties a proposal, a grant and an executor to one version of a tool's arguments. */
export function toolSchemaHash(name: string, version: number, schema: z.ZodType): string {
  return contentHash({ name, version, schema: toolJsonSchema(schema) });
}
