import { textArguments } from "@quartermaster/agent/agent";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { toolJsonSchema } from "@quartermaster/shared/signing";
import { expect, it } from "vitest";
import { exportControlAgent } from "../src/agent/agent-definition.ts";

/** Text arguments that name nothing: how much, in which unit, by when, in which state, on which terms, why. */
const NAMES_NOTHING =
  /(?:^|\.)(?:quantity|countedQuantity|uom|reason|rationale|status|type|decision|regime|incoterm|evidenceType|field|from|neededBy|completeBy|expiresAt|newEtd)$/;

it.each(exportControlAgent.tools.flatMap((tool) => (tool.effect === "propose" ? [[tool.name, tool] as const] : [])))(
  "%s says of each of its text arguments whether it names something",
  (_name, tool) => {
    const paths = textArguments(toolJsonSchema(tool.schema) as JsonObject);
    expect([...tool.identity, ...tool.plain].sort()).toEqual(paths.sort());
    expect(tool.identity).not.toEqual([]);
    expect(tool.plain.filter((path) => !NAMES_NOTHING.test(path))).toEqual([]);
  },
);
