import { expect, it } from "vitest";
import { rolePermissions } from "../src/bus/role-permissions.ts";
import { busRoles } from "../src/bus/roles.ts";

it("lets an executor ask another for facts and for nothing else", () => {
  const roles = busRoles();
  for (const role of roles.filter((candidate) => candidate.role.startsWith("x_"))) {
    const asks = rolePermissions(role, roles).publish.filter((subject) => /^qm\.(facts|preview|outcome|epoch)\./.test(subject));
    expect([role.role, asks]).toEqual([role.role, role.role === "x_transit" ? ["qm.facts.export"] : []]);
  }
});

it("lets executors ask approvals for the epoch in force, and nobody else; only approvals answers", () => {
  const roles = busRoles();
  const permitted = (kind: "publish" | "subscribe") =>
    roles.filter((role) => rolePermissions(role, roles)[kind].includes("qm.epoch_now")).map((role) => role.role);
  expect(permitted("publish")).toEqual(["x_supply", "x_transit", "x_export"]);
  expect(permitted("subscribe")).toEqual(["approvals"]);
});
