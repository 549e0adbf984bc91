import { expect, it } from "vitest";
import { readConfig } from "../src/config.ts";

it("gives each domain's executor the settings of its own outside system, under the executor's names", () => {
  const env = {
    QM_SUPPLY_SYSTEM: "http",
    QM_SUPPLY_SYSTEM_URL: "http://127.0.0.1:4010",
    QM_EXPORT_SYSTEM: "tryton",
    QM_EXPORT_SYSTEM_TIMEOUT_MS: "5000",
  };
  expect(readConfig(env, "/").systems).toEqual({
    supply: { QM_SYSTEM: "http", QM_SYSTEM_URL: "http://127.0.0.1:4010" },
    export: { QM_SYSTEM: "tryton", QM_SYSTEM_TIMEOUT_MS: "5000" },
  });
  expect(() => readConfig({ QM_SUPLY_SYSTEM: "http" }, "/")).toThrow(/QM_SUPLY_SYSTEM/);
});
