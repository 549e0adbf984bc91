import { writeFileSync } from "node:fs";
import { errorDocs } from "./error-docs.ts";

writeFileSync(new URL("../docs/errors.md", import.meta.url), errorDocs());
