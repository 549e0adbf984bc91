import { expect, it } from "vitest";
import { rolePermissions } from "../src/bus/role-permissions.ts";
import { busRoles } from "../src/bus/roles.ts";

it("lets an executor ask another for facts and for nothing else", () => {
  const roles = busRoles();
  for (const role of roles.filter((candidate) => candidate.role.startsWith("x_"))) {
    const asks = rolePermissions(role, roles).publish.filter((subject) => /^qm\.(facts|preview|outcome|epoch)\./.test(subject));
    const may: Record<string, string[]> = { x_transit: ["qm.facts.export", "qm.facts.supply"], x_supply: ["qm.facts.transit"] };
    expect([role.role, asks.sort()]).toEqual([role.role, may[role.role] ?? []]);
  }
});

it("lets executors ask approvals for the epoch in force, and nobody else; only approvals answers", () => {
  const roles = busRoles();
  const permitted = (kind: "publish" | "subscribe") =>
    roles.filter((role) => rolePermissions(role, roles)[kind].includes("qm.epoch_now")).map((role) => role.role);
  expect(permitted("publish")).toEqual(["x_supply", "x_transit", "x_export"]);
  expect(permitted("subscribe")).toEqual(["approvals"]);
});
