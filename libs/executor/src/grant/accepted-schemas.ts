import { toolSchemaHash } from "@quartermaster/shared/signing";
import type { EffectHandler, ExecutorDefinition } from "../effect-handler.ts";

/** Looks up the handler of a tool and tells whether it still accepts a version of the tool's schema. */
export interface HandlerRegistry {
  // biome-ignore lint/suspicious/noExplicitAny: handlers have different argument types
  find(tool: string): EffectHandler<any> | undefined;
  accepts(tool: string, version: number, schemaHash: string): boolean;
}

/** Builds the registry once at start: hashing a schema costs 100 µs. */
export function createHandlerRegistry(definition: ExecutorDefinition): HandlerRegistry {
  const byTool = new Map(definition.handlers.map((handler) => [handler.tool, handler]));
  const accepted = new Set(
    definition.handlers.flatMap((handler) => {
      const own = { version: handler.version, schemaHash: toolSchemaHash(handler.tool, handler.version, handler.schema) };
      return [own, ...handler.compatible].map((entry) => `${handler.tool}@${entry.version}#${entry.schemaHash}`);
    }),
  );
  return {
    find: (tool) => byTool.get(tool),
    accepts: (tool, version, schemaHash) => accepted.has(`${tool}@${version}#${schemaHash}`),
  };
}
