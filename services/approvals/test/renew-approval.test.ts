import type { Preview, Role } from "@quartermaster/shared/contracts";
import { contentHash } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import type { PlanUnit } from "../src/adapters/change-plan.ts";
import { missingRole } from "../src/adapters/user-store.ts";
import type { DecisionPicture } from "../src/decision/plan-picture.ts";
import { renewApproval, reopenApproval } from "../src/grants/renew-approval.ts";
import { anApproval, aPlanPicture, aStepPicture } from "./support/build-picture.ts";

// Two days after the item was opened; its first time to decide is over.
const NOW = "2026-12-09T10:00:00.000Z";
const IN_A_DAY = "2026-12-10T10:00:00.000Z";
const preview = { facts: {}, before: [], after: [], names: {}, onReject: [], effectHash: contentHash("effect") } as unknown as Preview;
const user = (id: string, ...roles: Role[]) => ({ id, roles });

function reopenable(state: "approved" | "pending") {
  const slots = [{ role: "stock_manager", filledBy: "stock.ben" }];
  const approval = anApproval({ state, slots });
  const step = aStepPicture("a", { state: "approved", approvalId: approval.id });
  const plan = aPlanPicture([step], [approval]);
  const users = [{ ...user("stock.bea", "stock_manager"), active: true }];
  const tx = { query: async (query: { name: string }) => ({ rows: query.name === "users-active" ? users : [] }) };
  const unit = { tx, plan, now: NOW, businessNow: NOW, ledger: () => {}, event: () => {} } as unknown as PlanUnit;
  return { unit, step, approval };
}

describe("an item that is opened again", () => {
  it("gets its time to decide anew when an approver lapsed", async () => {
    const { unit, step, approval } = reopenable("approved");
    const { cardHash } = approval;
    await reopenApproval(unit, step, approval, preview, [{ by: "stock.ben" } as DecisionPicture]);
    expect(approval).toMatchObject({ state: "pending", decideBy: IN_A_DAY, cardHash, slots: [{ filledBy: null }] });
  });

  it("gets its time to decide anew with a new card, but an open one keeps its own", async () => {
    for (const state of ["approved", "pending"] as const) {
      const { unit, step, approval } = reopenable(state);
      const first = approval.decideBy;
      await renewApproval(unit, step, approval, preview, { ...approval.policy, slots: ["stock_manager"] });
      const expected = state === "pending" ? first : IN_A_DAY;
      expect(approval).toMatchObject({ state: "pending", revision: 2, decideBy: expected, card: { decideBy: expected } });
    }
  });
});

describe("the role for which nobody is left", () => {
  const slots = ["stock_manager", "ops_director"];

  it("is named when one person would have to fill both slots", () => {
    expect(missingRole([user("iris", "stock_manager", "ops_director")], "anna", slots)).toBe("ops_director");
    expect(missingRole([user("iris", "stock_manager", "ops_director"), user("ben", "stock_manager")], "anna", slots)).toBeNull();
  });

  it("counts neither the requester nor who fills another slot", () => {
    const users = [user("anna", "ops_director"), user("ben", "stock_manager")];
    expect(missingRole(users, "anna", slots)).toBe("ops_director");
    expect(missingRole(users, "zoe", ["stock_manager"], ["ben"])).toBe("stock_manager");
    // Passed on: either role fills the one slot.
    expect(missingRole([user("dora", "ops_director")], "anna", [["stock_manager", "ops_director"]])).toBeNull();
    expect(missingRole([user("dora", "ops_director")], "anna", [["stock_manager"]])).toBe("stock_manager");
  });
});
