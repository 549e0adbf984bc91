// An agent process of its own, for tests that kill it. Its settings come as one JSON argument.
import { readFileSync } from "node:fs";
import { Secret } from "@quartermaster/shared/config";
import { createAgentService } from "../src/service/create-agent-service.ts";
import { shelfTools } from "./fixtures.ts";
import { testDefinition } from "./test-definition.ts";

const settings = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"));
const service = await createAgentService(testDefinition(shelfTools), { ...settings, databaseUrl: new Secret(settings.databaseUrl) });
await service.start();
