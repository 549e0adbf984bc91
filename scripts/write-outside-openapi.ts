import { writeFileSync } from "node:fs";
import { openapiDocument } from "../libs/executor/src/adapter/openapi-document.ts";

writeFileSync(new URL("../docs/outside-system.openapi.json", import.meta.url), `${JSON.stringify(openapiDocument(), null, 2)}\n`);
