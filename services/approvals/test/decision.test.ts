import { newId } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyDecision } from "../src/decision/apply-decision.ts";
import { dueSteps } from "../src/decision/due-steps.ts";
import { type DecisionAttempt, judgeDecision, standingDecisions } from "../src/decision/judge-decision.ts";
import type { DecisionPicture, PlanPicture } from "../src/decision/plan-picture.ts";
import { propagate } from "../src/decision/propagate.ts";
import { anApproval, aPlanPicture, aStepPicture } from "./support/build-picture.ts";

const NOW = "2026-12-07T10:00:00.000Z";
const PEOPLE = [
  { by: "planner.anna", roles: ["planner", "stock_manager"] },
  { by: "stock.ben", roles: ["stock_manager"] },
  { by: "stock.bea", roles: ["stock_manager"] },
  { by: "ops.iris", roles: ["ops_director"] },
  { by: "transport.cleo", roles: ["transport_manager"] },
];

const attemptOn = (
  approval: { revision: number; cardHash: string },
  person = PEOPLE[1],
  wish: Partial<DecisionAttempt> = {},
): DecisionAttempt => ({
  by: person?.by ?? "",
  roles: person?.roles ?? [],
  decision: "approve",
  cardHash: approval.cardHash,
  ifMatch: approval.revision,
  ...wish,
});

describe("judging a decision", () => {
  it("checks in the contract's order", () => {
    const paused = anApproval({ pausedUntil: NOW });
    expect(judgeDecision(paused, attemptOn(paused, PEOPLE[0], { ifMatch: null }), NOW)).toMatchObject({
      code: "requester_is_changing_this",
    });
    const open = anApproval();
    expect(judgeDecision(open, attemptOn(open, PEOPLE[0], { ifMatch: null }), NOW)).toMatchObject({ code: "requester_cannot_decide" });
    expect(judgeDecision(open, attemptOn(open, PEOPLE[4], { ifMatch: null }), NOW)).toMatchObject({ code: "role_missing" });
    expect(judgeDecision(open, attemptOn(open, PEOPLE[1], { ifMatch: null }), NOW)).toMatchObject({ code: "precondition_required" });
    expect(judgeDecision(open, attemptOn(open, PEOPLE[1], { ifMatch: 2 }), NOW)).toMatchObject({ code: "card_changed" });
    expect(judgeDecision(open, attemptOn(open, PEOPLE[1], { cardHash: "sha256:other" }), NOW)).toMatchObject({ code: "card_changed" });
    expect(judgeDecision(open, attemptOn(open), open.decideBy)).toMatchObject({ code: "expired" });
    expect(judgeDecision(open, attemptOn(open), NOW)).toMatchObject({ kind: "accepted", slot: 0, completes: true });
  });

  it("counts no decision of an earlier revision, though the card is the same again", () => {
    const approval = anApproval({ revision: 3 });
    const decision = (approvalRevision: number): DecisionPicture => ({
      id: newId("dec"),
      approvalId: approval.id,
      approvalRevision,
      by: "stock.ben",
      role: "stock_manager",
      decision: "approve",
      reason: null,
      reasonCode: null,
      cardHash: approval.cardHash,
      void: false,
      at: NOW,
    });
    const current = decision(3);
    approval.decisions.push(decision(1), current, { ...decision(3), void: true }, { ...decision(3), cardHash: "sha256:other" });
    expect(standingDecisions(approval)).toEqual([current]);
  });

  it("holds its invariants for any sequence of attempts", () => {
    const attempt = fc.record({
      person: fc.constantFrom(...PEOPLE),
      decision: fc.constantFrom("approve" as const, "reject" as const),
      right: fc.boolean(),
    });
    const roles = fc.constantFrom(["stock_manager"], ["stock_manager", "ops_director"], ["stock_manager", "stock_manager"]);
    fc.assert(
      fc.property(roles, fc.array(attempt, { maxLength: 12 }), (slots, attempts) => {
        const approval = anApproval({ slots: slots.map((role) => ({ role, filledBy: null })) });
        const plan = aPlanPicture([aStepPicture("a", { approvalId: approval.id })], [approval]);
        let closedAs: string | null = null;
        for (const { person, decision, right } of attempts) {
          const judged = judgeDecision(approval, attemptOn(approval, person, { decision, ...(right ? {} : { ifMatch: 99 }) }), NOW);
          if (closedAs !== null) expect(judged.kind).not.toBe("accepted");
          if (judged.kind !== "accepted") continue;
          expect(right).toBe(true);
          applyDecision(
            plan,
            {
              id: newId("dec"),
              approvalId: approval.id,
              approvalRevision: 1,
              by: person.by,
              role: judged.role,
              decision,
              reason: null,
              reasonCode: null,
              cardHash: approval.cardHash,
              void: false,
              at: NOW,
            },
            judged.slot,
          );
          if (approval.state !== "pending") closedAs = approval.state;
        }
        const fillers = approval.slots.flatMap((slot) => (slot.filledBy ? [slot.filledBy] : []));
        expect(new Set(fillers).size).toBe(fillers.length);
        expect(fillers).not.toContain("planner.anna");
        for (const slot of approval.slots)
          if (slot.filledBy) expect(PEOPLE.find((person) => person.by === slot.filledBy)?.roles).toContain(slot.role);
        if (approval.state === "approved") expect(fillers).toHaveLength(slots.length);
        expect(approval.decisions.filter((d) => d.decision === "reject").length).toBeLessThanOrEqual(1);
        expect(plan.steps[0]?.state).toBe(approval.state);
      }),
    );
  });
});

/** A plan whose step "a" takes back what a replaced request did, so that "b" does not come on top. */
const takingBack = (...args: Parameters<typeof aPlanPicture>): PlanPicture => {
  const values = { requestId: "req_1", made: "TRF-7", undo: "release_reservation RSV-7" };
  const conflict = { code: "replaced_effect", severity: "warn" as const, steps: ["a", "b"], detail: "", records: ["TRF-7"], values };
  return { ...aPlanPicture(...args), conflicts: [conflict] };
};

describe("when a step runs", () => {
  const due = (...args: Parameters<typeof aPlanPicture>) => dueSteps(aPlanPicture(...args), NOW).map((step) => step.id);

  it("waits until every step that it serves is decided, over any number of steps", () => {
    const steps = (last: "pending" | "approved") => [
      aStepPicture("a", { state: "approved" }),
      aStepPicture("b", { state: "approved", dependsOn: ["a"] }),
      aStepPicture("c", { state: last, dependsOn: ["b"] }),
    ];
    expect(due(steps("pending"))).toEqual([]);
    expect(due(steps("approved"))).toEqual(["a"]);
  });

  it("does not wait when the tool is eager, nor for what an eager step serves", () => {
    expect(due([aStepPicture("a", { state: "approved", tool: "place_hold" }), aStepPicture("b", { dependsOn: ["a"] })])).toEqual(["a"]);
    const chain = [
      aStepPicture("a", { state: "approved" }),
      aStepPicture("b", { state: "approved", tool: "draft_declaration", dependsOn: ["a"] }),
      aStepPicture("c", { dependsOn: ["b"] }),
    ];
    expect(due(chain)).toEqual(["a"]);
  });

  it("does not take the plan's word for what is eager", () => {
    expect(due([aStepPicture("a", { state: "approved", eager: true }), aStepPicture("b", { dependsOn: ["a"] })])).toEqual([]);
    const served = [aStepPicture("a", { state: "approved", eager: true }), aStepPicture("b", { state: "expired", dependsOn: ["a"] })];
    const plan = aPlanPicture(served);
    propagate(plan, NOW);
    expect(plan.steps[0]).toMatchObject({ state: "skipped", code: "no_purpose" });
  });

  it("takes nothing back before what it makes room for is decided, also with a tool that is eager else", () => {
    const plan = (then: "pending" | "approved") =>
      takingBack([aStepPicture("a", { state: "approved", tool: "place_hold" }), aStepPicture("b", { state: then, dependsOn: ["a"] })]);
    expect(dueSteps(plan("pending"), NOW)).toEqual([]);
    expect(dueSteps(plan("approved"), NOW).map((step) => step.id)).toEqual(["a"]);
  });

  it("runs nothing while paused or cancelled", () => {
    const plan = aPlanPicture([aStepPicture("a", { state: "approved" })]);
    expect(dueSteps({ ...plan, pausedUntil: "2026-12-07T10:01:00.000Z" }, NOW)).toEqual([]);
    expect(dueSteps({ ...plan, cancelRequested: true }, NOW)).toEqual([]);
    expect(dueSteps(plan, NOW)).toHaveLength(1);
  });
});

describe("outcomes that spread", () => {
  it("skip dependents and withdraw their items, and leave independent steps alone", () => {
    const open = anApproval({ stepId: "b" });
    const plan = aPlanPicture(
      [
        aStepPicture("a", { state: "rejected" }),
        aStepPicture("b", { dependsOn: ["a"], approvalId: open.id }),
        aStepPicture("c", { dependsOn: ["b"], state: "approved" }),
        aStepPicture("d", { state: "approved" }),
      ],
      [open],
    );
    propagate(plan, NOW);
    expect(plan.steps.map((step) => step.state)).toEqual(["rejected", "skipped", "skipped", "approved"]);
    expect(open.state).toBe("withdrawn");
  });

  it("skip a step without people when nothing that it served will run", () => {
    const plan = aPlanPicture([aStepPicture("a", { state: "approved" }), aStepPicture("b", { state: "expired", dependsOn: ["a"] })]);
    propagate(plan, NOW);
    expect(plan.steps[0]).toMatchObject({ state: "skipped", code: "no_purpose" });
  });

  it("take nothing back once nothing comes in its place, whoever had to decide it and whatever they said", () => {
    for (const state of ["pending", "approved", "stale"] as const) {
      for (const tool of ["release_reservation", "place_hold"]) {
        const item = anApproval({ stepId: "a", state: state === "approved" ? "approved" : "pending" });
        const steps = [
          aStepPicture("a", { state, tool, approvalId: item.id }),
          aStepPicture("b", { state: "rejected", dependsOn: ["a"], approvalId: newId("apr") }),
        ];
        const plan = takingBack(steps, [item]);
        propagate(plan, NOW);
        expect(plan.steps[0]).toMatchObject({ state: "skipped", code: "no_purpose" });
        expect(item.state).toBe(state === "approved" ? "approved" : "withdrawn");
        expect(dueSteps(plan, NOW)).toEqual([]);
      }
    }
  });

  it("leave a chain of taking back alone while anything comes in its place, and end all of it after that", () => {
    const plan = takingBack([
      aStepPicture("first", { state: "approved", tool: "cancel_shipment", approvalId: newId("apr") }),
      aStepPicture("a", { state: "approved", dependsOn: ["first"], approvalId: newId("apr") }),
      aStepPicture("b", { state: "rejected", dependsOn: ["first", "a"] }),
      aStepPicture("c", { state: "approved", dependsOn: ["first", "a"] }),
    ]);
    plan.conflicts.push(...plan.conflicts.map((conflict) => ({ ...conflict, steps: ["first", "b", "c"] })));
    propagate(plan, NOW);
    expect(plan.steps.map((step) => step.state)).toEqual(["approved", "approved", "rejected", "approved"]);
    for (const step of plan.steps.slice(3)) step.state = "expired";
    propagate(plan, NOW);
    expect(plan.steps.map((step) => step.state)).toEqual(["skipped", "skipped", "rejected", "expired"]);
  });

  it("leave alone what a person decided and wants for itself", () => {
    const steps = [
      aStepPicture("a", { state: "approved", approvalId: newId("apr") }),
      aStepPicture("b", { state: "rejected", dependsOn: ["a"] }),
    ];
    const plan = takingBack(steps);
    const ordered = plan.conflicts.map((conflict) => ({ ...conflict, values: { made: "TRF-7" } }));
    for (const conflicts of [ordered, []]) {
      const seen = { ...plan, conflicts };
      propagate(seen, NOW);
      expect(seen.steps[0]?.state).toBe("approved");
    }
  });
});
