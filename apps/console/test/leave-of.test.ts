import { describe, expect, it } from "vitest";
import { leaveOf } from "../src/approvals/leave-of.ts";

describe("an item on the screen", () => {
  it("can be rejected while it waits for the revision that an edit asked for", () => {
    expect(leaveOf({ state: "pending", canDecide: false, canReject: true })).toEqual({ approve: false, reject: true });
    expect(leaveOf({ state: "pending", canDecide: true })).toEqual({ approve: true, reject: true });
    expect(leaveOf({ state: "pending", canDecide: false, canReject: false })).toEqual({ approve: false, reject: false });
    expect(leaveOf({ state: "rejected", canDecide: false, canReject: true })).toEqual({ approve: false, reject: false });
  });
});
