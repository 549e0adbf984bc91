import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { errorDocs } from "./error-docs.ts";

it("docs/errors.md lists exactly the codes of the code (write it with: node --import tsx scripts/write-error-docs.ts)", () => {
  expect(readFileSync(new URL("../docs/errors.md", import.meta.url), "utf8")).toBe(errorDocs());
});
