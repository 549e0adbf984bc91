import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createHandlerRegistry } from "../libs/executor/src/grant/accepted-schemas.ts";
import { toolSchemaHash } from "../libs/shared/src/signing/index.ts";
import { exportControlAgent } from "../services/export/src/agent/agent-definition.ts";
import { exportControlExecutor } from "../services/export/src/execution/executor-definition.ts";
import { supplyAgent } from "../services/supply/src/agent/agent-definition.ts";
import { supplyExecutor } from "../services/supply/src/execution/executor-definition.ts";
import { transitAgent } from "../services/transit/src/agent/agent-definition.ts";
import { transitExecutor } from "../services/transit/src/execution/executor-definition.ts";

/** A version of a tool that a grant may have been given for. Grants of a version that was dropped end as stale. */
interface Released {
  version: number;
  schemaHash: string;
  /** Why executors no longer accept it. */
  dropped?: string;
}
const released = JSON.parse(readFileSync(new URL("tool-versions.json", import.meta.url), "utf8")) as Record<string, Released[]>;

const executors = [supplyExecutor, transitExecutor, exportControlExecutor];
const handlers = executors.flatMap((executor) =>
  executor.handlers.map((handler) => ({ handler, registry: createHandlerRegistry(executor) })),
);
const proposes = [supplyAgent, transitAgent, exportControlAgent].flatMap((agent) =>
  agent.tools.filter((tool) => tool.effect === "propose"),
);

describe("the versions of tools that change something", () => {
  it.each(handlers.map(({ handler }) => handler.tool))("%s has the schema that its version was released with", (tool) => {
    const handler = handlers.find((one) => one.handler.tool === tool)?.handler;
    if (!handler) throw new Error("no handler");
    const now = { version: handler.version, schemaHash: toolSchemaHash(tool, handler.version, handler.schema) };
    const hint = `${tool} changed: raise its version in agent and executor, list what is still accepted as compatible, and add ${JSON.stringify(now)} to scripts/tool-versions.json`;
    expect(released[tool]?.at(-1), hint).toEqual(now);
  });

  it("are accepted for as long as they were not dropped with a reason", () => {
    const refused = Object.entries(released).flatMap(([tool, versions]) => {
      const registry = handlers.find((one) => one.handler.tool === tool)?.registry;
      return versions
        .filter((one) => one.dropped === undefined && !registry?.accepts(tool, one.version, one.schemaHash))
        .map((one) => `${tool}@${one.version}`);
    });
    expect(refused).toEqual([]);
  });

  it("are the same for the agent that proposes and the executor that acts", () => {
    const ofAgents = proposes.map((tool) => `${tool.name}@${tool.version}#${toolSchemaHash(tool.name, tool.version, tool.schema)}`);
    const ofExecutors = handlers.map(
      ({ handler }) => `${handler.tool}@${handler.version}#${toolSchemaHash(handler.tool, handler.version, handler.schema)}`,
    );
    expect(ofAgents.sort()).toEqual(ofExecutors.sort());
  });
});
