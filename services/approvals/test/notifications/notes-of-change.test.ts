import { expect, it } from "vitest";
import type { Card } from "../../src/card/card.ts";
import type { ApprovalPicture, PlanPicture, StepPicture } from "../../src/decision/plan-picture.ts";
import { notesOfChange } from "../../src/notifications/notes/notes-of-change.ts";
import { anApproval, aPlanPicture, aStepPicture } from "../support/build-picture.ts";

const item = (wish: Partial<ApprovalPicture> = {}): ApprovalPicture =>
  anApproval({ id: "apr_1", stepId: "a", card: { headline: "Move 60 PCE" } as Card, agentNote: "please click here", ...wish });
const plan = (approval: ApprovalPicture | null, step: Partial<StepPicture> = {}): PlanPicture =>
  aPlanPicture([aStepPicture("a", { approvalId: "apr_1", ...step })], approval ? [approval] : []);
const kinds = (before: PlanPicture, after: PlanPicture) => notesOfChange(before, after).map((note) => note.kind);
const approved = {
  decisions: [
    { id: "dec_1", by: "stock.ben", role: "stock_manager", decision: "approve", reasonCode: null, void: false },
  ] as ApprovalPicture["decisions"],
};

it("tells of a new item once, with words of the card and none of the agent", () => {
  const [note, ...more] = notesOfChange(plan(null), plan(item()));
  expect(more).toEqual([]);
  expect(note).toMatchObject({
    kind: "approval.requested",
    approvalId: "apr_1",
    body: { headline: "Move 60 PCE", roles: ["stock_manager"] },
  });
  expect(JSON.stringify(note)).not.toContain("click here");
});

it("does not tell again of an item that only moved to a newer revision of its plan, or was claimed", () => {
  expect(kinds(plan(null), plan(item({ carriedOverFrom: 1 })))).toEqual([]);
  expect(kinds(plan(item()), plan(item({ claimedBy: "stock.ben" })))).toEqual([]);
  expect(kinds(plan(item()), plan(item()))).toEqual([]);
});

it("tells how an item ended, for people only when it was open before", () => {
  expect(kinds(plan(item()), plan(item({ state: "expired" })))).toEqual(["approval.expired"]);
  expect(kinds(plan(item()), plan(item({ state: "approved", ...approved })))).toEqual(["approval.decided"]);
  expect(kinds(plan(item()), plan(item({ state: "rejected" })))).toEqual(["approval.decided"]);
  expect(kinds(plan(item({ state: "approved" })), plan(item({ state: "approved" })))).toEqual([]);
  expect(kinds(plan(item()), plan(item({ state: "superseded" })))).toEqual([]);
  expect(kinds(plan(item()), plan(item({ state: "withdrawn" })))).toEqual([]);
});

it("cuts a headline that would not fit into a message", () => {
  const [note] = notesOfChange(plan(null), plan(item({ card: { headline: "😀".repeat(10_000) } as Card })));
  expect([...(note?.body.headline ?? "")]).toHaveLength(300);
});

it("names who decided, and not who approved before", () => {
  const [note] = notesOfChange(plan(item()), plan(item({ state: "approved", ...approved })));
  expect(note?.body).toMatchObject({ decidedBy: "stock.ben", decision: "approve", approvedBy: ["stock.ben"] });
});

it("tells approvers that the world moved, and nobody of an approver's own edit", () => {
  const was = plan(item({ state: "approved", ...approved }), { state: "approved" });
  const moved = { state: "stale", code: "stale_snapshot" } as const;
  const [note, ...more] = notesOfChange(was, plan(item({ outdated: true, decisions: approved.decisions }), moved));
  expect(more).toEqual([]);
  expect(note).toMatchObject({ kind: "approval.stale", body: { because: "stale_snapshot", approvedBy: ["stock.ben"] } });
  expect(kinds(plan(item(), moved), plan(item({ outdated: true }), moved))).toEqual([]);
  expect(kinds(plan(item()), plan(item({ outdated: true }), { state: "stale", code: "edited" }))).toEqual([]);
});

it("tells of an item that opens again, under another key than the first time", () => {
  const first = notesOfChange(plan(null), plan(item()))[0];
  const again = notesOfChange(plan(item({ state: "approved" })), plan(item({ state: "pending", decideBy: "2026-12-09T09:00:00.000Z" })))[0];
  expect(again?.kind).toBe("approval.requested");
  expect(again?.key).not.toBe(first?.key);
});
