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
