// An agent process of its own, for tests that kill it. Its settings come as one JSON argument.
import { readFileSync } from "node:fs";
import { Secret } from "@quartermaster/shared/config";
import { contentHash } from "@quartermaster/shared/signing";
import { z } from "zod";
import { defineReadTool } from "../src/agent/tool.ts";
import { createToolRegistry } from "../src/agent/tool-registry.ts";
import { COMMON_RULES } from "../src/agent/transcript.ts";
import { createAgentService } from "../src/service/create-agent-service.ts";
import { shelfTools } from "./fixtures.ts";
import { testDefinition } from "./test-definition.ts";

const { newer, ...settings } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));

/** Only in the newer version. */
const listBins = defineReadTool({
  name: "list_bins",
  version: 1,
  effect: "read",
  description: "Lists bins. Not for stock.",
  schema: z.strictObject({}),
  run: async () => ({ ok: true as const, result: [], records: [] }),
});

const before = testDefinition(shelfTools);
const beforeHashes = {
  toolsetHash: createToolRegistry("supply", shelfTools).toolsetHash,
  promptHash: contentHash([before.prompt, COMMON_RULES]),
};
const definition =
  newer === undefined
    ? before
    : { ...testDefinition([...shelfTools, listBins as never]), ...(newer === "compatible" ? { compatible: [beforeHashes] } : {}) };
const service = await createAgentService(definition, { ...settings, databaseUrl: new Secret(settings.databaseUrl) });
await service.start();
