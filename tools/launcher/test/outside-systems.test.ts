import { expect, it } from "vitest";
import { readConfig } from "../src/config.ts";
import { linkParties } from "../src/processes/link-parties.ts";
import { planPorts } from "../src/processes/ports.ts";

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

it("links transit and export to the simulated parties, except where a system was set by hand, and on this machine alone", () => {
  const ports = planPorts(9000);
  const linked = linkParties(readConfig({}, "/"), ports).systems;
  expect(linked).toEqual({
    transit: { QM_SYSTEM: "http", QM_SYSTEM_URL: "http://127.0.0.1:9006/carrier", QM_SYSTEM_REPEAT: "by_key" },
    export: { QM_SYSTEM: "http", QM_SYSTEM_URL: "http://127.0.0.1:9006/customs", QM_SYSTEM_REPEAT: "by_key" },
  });
  const own = { QM_EXPORT_SYSTEM: "http", QM_EXPORT_SYSTEM_URL: "http://127.0.0.1:4010" };
  expect(linkParties(readConfig(own, "/"), ports).systems.export).toEqual({ QM_SYSTEM: "http", QM_SYSTEM_URL: "http://127.0.0.1:4010" });
  const limit = linkParties(readConfig({ QM_EXPORT_SYSTEM_TIMEOUT_MS: "500" }, "/"), ports).systems.export;
  expect(limit).toMatchObject({ QM_SYSTEM: "http", QM_SYSTEM_TIMEOUT_MS: "500" });
  expect(() => linkParties(readConfig({ QM_HTTP_HOST: "0.0.0.0" }, "/"), ports)).toThrow(/--simulated-parties/);
});
