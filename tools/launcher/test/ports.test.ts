import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LAST_OFFSET, planPorts, portsInUse } from "../src/processes/ports.ts";

const none = { postgres: false, nats: false, model: false };

describe("the ports of a stack", () => {
  it("follow from one number", () => {
    const ports = planPorts(8080);
    expect([ports.coordinator, ports.approvals, ports.model, ports.nats, ports.postgres]).toEqual([8080, 8081, 8082, 8083, 8084]);
    expect([ports.agent("supply", 0), ports.executor("supply", 1), ports.agent("transit", 2), ports.executor("export", 0)]).toEqual([
      8180, 8191, 8202, 8230,
    ]);
    expect([ports.coordinatorReplica(0), ports.approvalsReplica(1)]).toEqual([8240, 8251]);
  });
  it("never meet, and stay inside the block, at any scale", () => {
    const count = fc.integer({ min: 1, max: 10 });
    const scales = fc.record({ coordinator: count, approvals: count, supply: count, transit: count, export: count });
    fc.assert(
      fc.property(scales, fc.integer({ min: 1_024, max: 60_000 }), (scale, first) => {
        const used = portsInUse(planPorts(first), scale, none).map((entry) => entry.port);
        expect(new Set(used).size).toBe(used.length);
        expect(Math.max(...used)).toBeLessThanOrEqual(first + LAST_OFFSET);
      }),
    );
  });
  it("leave out the servers that run elsewhere", () => {
    const scale = { coordinator: 1, approvals: 1, supply: 1, transit: 1, export: 1 };
    const uses = portsInUse(planPorts(8080), scale, { postgres: true, nats: true, model: true }).map((entry) => entry.port);
    expect(uses).not.toContain(8082);
    expect(uses).not.toContain(8083);
    expect(uses).not.toContain(8084);
  });
});
