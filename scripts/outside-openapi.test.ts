import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openapiDocument } from "../libs/executor/src/adapter/openapi-document.ts";

it("docs/outside-system.openapi.json is the contract of the code (write it with: node --import tsx scripts/write-outside-openapi.ts)", () => {
  expect(JSON.parse(readFileSync(new URL("../docs/outside-system.openapi.json", import.meta.url), "utf8"))).toEqual(
    JSON.parse(JSON.stringify(openapiDocument())),
  );
});
