import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escalate } from "../src/alerts/escalate.ts";
import { hasNewTime, planAlerts } from "../src/alerts/plan-alerts.ts";
import { judgeDecision } from "../src/decision/judge-decision.ts";
import { openRolesOf } from "../src/decision/open-roles.ts";
import { SHIPPED_THRESHOLDS } from "../src/policy/thresholds.ts";
import { anApproval } from "./support/build-picture.ts";

const NOW = "2026-12-07T09:00:00.000Z";
const slot = (role: string, filledBy: string | null = null, also?: string) => ({ role, filledBy, ...(also ? { also } : {}) });

describe("alerts of an item", () => {
  it("come after the configured shares of the time to decide; a share of 1 is never", () => {
    const item = anApproval({ decideBy: "2026-12-08T09:00:00.000Z" });
    expect(planAlerts(item, SHIPPED_THRESHOLDS, NOW)).toEqual([{ approvalId: item.id, kind: "warn", dueAt: "2026-12-08T03:00:00.000Z" }]);
    const both = { ...SHIPPED_THRESHOLDS, expiry_warning_share: 1, escalation_share: 0.5 };
    expect(planAlerts(item, both, NOW)).toEqual([{ approvalId: item.id, kind: "escalate", dueAt: "2026-12-07T21:00:00.000Z" }]);
    expect(planAlerts(item, both, item.decideBy)).toEqual([]);
  });

  it("never lie outside of the time to decide", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 1, max: 720 * 3_600_000 }), (share, length) => {
        const item = anApproval({ decideBy: new Date(Date.parse(NOW) + length).toISOString() });
        const thresholds = { ...SHIPPED_THRESHOLDS, expiry_warning_share: share, escalation_share: share };
        for (const alert of planAlerts(item, thresholds, NOW)) {
          expect(Date.parse(alert.dueAt)).toBeGreaterThanOrEqual(Date.parse(NOW));
          expect(Date.parse(alert.dueAt)).toBeLessThanOrEqual(Date.parse(item.decideBy));
        }
      }),
    );
  });

  it("are planned for a new item, one that opens again and one with more time, not for one that is carried over or closed", () => {
    const item = anApproval();
    expect(hasNewTime(undefined, item)).toBe(true);
    expect(hasNewTime({ ...item, state: "approved" }, item)).toBe(true);
    expect(hasNewTime(item, { ...item, decideBy: "2026-12-09T09:00:00.000Z" })).toBe(true);
    expect(hasNewTime(item, { ...item, claimedBy: "stock.ben" })).toBe(false);
    expect(hasNewTime(undefined, { ...item, carriedOverFrom: 1 })).toBe(false);
    expect(hasNewTime(item, { ...item, state: "expired" })).toBe(false);
  });
});

describe("an item that is passed on", () => {
  const decide = (approval: ReturnType<typeof anApproval>, by: string, roles: string[]) =>
    judgeDecision(approval, { by, roles, decision: "approve", cardHash: approval.cardHash, ifMatch: approval.revision }, NOW);

  it("can be decided by the next role as well as by its own, once each", () => {
    const item = anApproval({ slots: [slot("stock_manager")] });
    expect(decide(item, "ops.iris", ["ops_director"])).toMatchObject({ code: "role_missing" });
    expect(escalate(item)).toEqual(["ops_director"]);
    expect(escalate(item)).toEqual([]);
    expect(openRolesOf(item)).toEqual(["stock_manager", "ops_director"]);
    expect(decide(item, "ops.iris", ["ops_director"])).toMatchObject({ kind: "accepted", slot: 0, role: "ops_director" });
    expect(decide(item, "stock.ben", ["stock_manager"])).toMatchObject({ kind: "accepted", slot: 0, role: "stock_manager" });
    expect(decide(item, "planner.anna", ["ops_director"])).toMatchObject({ code: "requester_cannot_decide" });
  });

  it("still needs two people where it needed two, and leaves each slot to whoever alone can fill it", () => {
    const item = anApproval({ slots: [slot("stock_manager"), slot("ops_director")] });
    escalate(item);
    const first = decide(item, "ops.iris", ["ops_director"]);
    expect(first).toMatchObject({ kind: "accepted", slot: 1, completes: false });
    item.slots = [slot("stock_manager", null, "ops_director"), slot("ops_director", "ops.iris")];
    expect(decide(item, "ops.iris", ["ops_director"])).toMatchObject({ code: "already_filled_by_you" });
    expect(decide(item, "ops.ivan", ["ops_director"])).toMatchObject({ kind: "accepted", slot: 0, completes: true });
  });

  it.each(["compliance_officer", "dg_officer", "qa_manager", "ops_director"])("stays with %s: nobody else judges that", (role) => {
    const item = anApproval({ slots: [slot(role)] });
    expect(escalate(item)).toEqual([]);
    expect(openRolesOf(item)).toEqual([role]);
  });

  it("leaves slots that are filled as they are", () => {
    const item = anApproval({ slots: [slot("stock_manager", "stock.ben"), slot("buyer")] });
    expect(escalate(item)).toEqual(["ops_director"]);
    expect(item.slots).toEqual([slot("stock_manager", "stock.ben"), slot("buyer", null, "ops_director")]);
  });
});
