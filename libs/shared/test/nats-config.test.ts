import {
  BUS_USERS,
  type BusRole,
  busRoles,
  createBusKey,
  generateNatsConfig,
  lintBusRoles,
  lintNatsConfig,
} from "@quartermaster/shared/bus";
import { expect, test } from "vitest";
import { subjectsMeet } from "../src/bus/lint-nats-config.ts";

const publicKeys = Object.fromEntries(BUS_USERS.map((user) => [user, createBusKey().publicKey]));
const options = { host: "127.0.0.1", port: 4333, storeDir: "/data/nats", serverVersion: "v2.9.10", publicKeys };

test("the product's own roles and configuration pass the check", () => {
  expect(lintBusRoles(busRoles())).toEqual([]);
  expect(lintNatsConfig(generateNatsConfig(options))).toEqual([]);
});

test("sync_interval is written only for servers that know it", () => {
  expect(generateNatsConfig(options)).not.toContain("sync_interval");
  expect(generateNatsConfig({ ...options, serverVersion: "2.10.27" })).toContain("sync_interval: always");
});

test("only the bootstrap user lives in the streams' account", () => {
  const bus = /BUS: \{([\s\S]*?)exports/.exec(generateNatsConfig(options))?.[1] ?? "";
  expect(bus.match(/nkey: U\w+/g)).toEqual([`nkey: ${publicKeys.bootstrap}`]);
});

test("only approvals stores grants", () => {
  const config = generateNatsConfig(options);
  const exports = config.split("\n").filter((line) => line.includes('service: "qm.grant.'));
  expect(exports.length).toBeGreaterThan(0);
  for (const line of exports) if (!line.includes("account: BUS")) expect(line).toContain("accounts: [APPROVALS]");
});

test("a role that answers and can send itself a message is refused, by table and by text", () => {
  const bad: BusRole = {
    role: "rogue",
    stores: [],
    pulls: [],
    serves: [{ subject: "qm.a2a.rogue.rpc", callers: ["coordinator"] }],
    sends: [{ subject: "qm.presence.rogue.*", hearers: [] }],
    listens: ["qm.presence.>"],
  };
  expect(lintBusRoles([...busRoles(), bad])).toHaveLength(1);
  expect(() => generateNatsConfig({ ...options, roles: [...busRoles(), bad] })).toThrow(
    expect.objectContaining({ code: "config_invalid" }),
  );
  const text = generateNatsConfig(options);
  expect(
    lintNatsConfig(
      text.replace('publish: { allow: [ "qm.result.supply.*.*"', 'publish: { allow: [ "qm.a2a.supply.rpc", "qm.result.supply.*.*"'),
    ),
  ).toHaveLength(1);
  expect(lintNatsConfig('{ nkey: UABC, permissions: {\n subscribe: { allow: [ "a" ] }\n allow_responses: true } }')).not.toEqual([]);
});

test("a missing key is named", () => {
  const { supply: _gone, ...rest } = publicKeys;
  expect(() => generateNatsConfig({ ...options, publicKeys: rest })).toThrow(/supply/);
});

test("a new agent is one more name", () => {
  const roles = busRoles(["supply", "returns"]);
  expect(lintBusRoles(roles)).toEqual([]);
  expect(roles.map((role) => role.role)).toContain("x_returns");
});

test.each([
  ["a.b", "a.b", true],
  ["a.*", "a.b", true],
  ["a.>", "a.b.c", true],
  ["a.>", "a", false],
  ["a.*", "*.b", true],
  ["a.b", "a.c", false],
  ["a.b", "a.b.c", false],
  ["*.x", "a.*", true],
])("%s and %s meet: %s", (one, other, meet) => {
  expect(subjectsMeet(one, other)).toBe(meet);
  expect(subjectsMeet(other, one)).toBe(meet);
});
