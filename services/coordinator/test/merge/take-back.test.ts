import type { Proposal } from "@quartermaster/shared/contracts";
import { stepMeaningKey } from "@quartermaster/shared/signing";
import { describe, expect, it } from "vitest";
import type { MergeInput, MergeOutcome } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { type ReplacedEffect, stillInForce, undoRefOf } from "../../src/merge/replaced-effects.ts";
import { aBooking, aMergeInput, anIntent, aProposal, aStockSnapshot } from "./a-proposal.ts";

const OLD = "req_00000000000000000000000009";

const made = (change: Partial<ReplacedEffect> = {}): ReplacedEffect => ({
  requestId: OLD,
  stepId: "stp_0000000000000000000000A001",
  agent: "supply",
  tool: "transfer_stock",
  args: { sku: "SKU-1", fromLocation: "LOC-AAA", toLocation: "LOC-BBB", quantity: "7", uom: "PCE" },
  meaningKey: "another",
  outputs: { transferId: "TRF-7" },
  inverse: { tool: "release_reservation", args: { reservationId: "RSV-7", reason: "undo" } },
  dependsOn: [],
  ...change,
});
const booked = made({
  stepId: "stp_0000000000000000000000A002",
  agent: "transit",
  tool: "book_shipment",
  args: { origin: "LOC-AAA", destination: "LOC-BBB", lines: [{ sku: "SKU-1", quantity: "7", uom: "PCE" }] },
  meaningKey: "booked",
  outputs: { shipmentId: "SHP-7" },
  inverse: { tool: "cancel_shipment", args: { shipmentId: "SHP-7", reason: "undo" } },
  dependsOn: ["stp_0000000000000000000000A001"],
});
/** As an agent proposes it: with a quantity, and a reason of its own. */
const release = (change: Partial<Proposal> = {}): Proposal =>
  aProposal({
    tool: "release_reservation",
    args: { reservationId: "RSV-7", quantity: "7", uom: "PCE", reason: "called off" },
    ref: "undo_1",
    guards: [],
    evidence: [],
    planned: [],
    meaning: { reservationId: "RSV-7" },
    outputs: [],
    ...change,
  });
/** A transfer that needs no transport, so that nothing but the taking back is added. */
const input = (change: Partial<MergeInput> = {}): MergeInput =>
  aMergeInput({ mode: "exact", intent: anIntent({ derivedKinds: [] }), replaced: [made()], ...change });
const planOf = (outcome: MergeOutcome): Extract<MergeOutcome, { kind: "plan" }> => {
  if (outcome.kind !== "plan") throw new Error(`a plan was expected: ${JSON.stringify(outcome)}`);
  return outcome;
};

describe("a correction after something was done", () => {
  it("asks the agent for the way back before anything is planned", () => {
    const outcome = mergeProposals(input());
    expect(outcome).toMatchObject({
      kind: "needs",
      needs: [{ agent: "supply", tool: "release_reservation", args: { reservationId: "RSV-7" } }],
    });
  });

  it("takes back first what the replaced request made, and tells it as replaced_effect", () => {
    const plan = planOf(mergeProposals(input({ proposals: [aProposal(), release()] })));
    expect(plan.steps.map((step) => step.tool)).toEqual(["release_reservation", "transfer_stock"]);
    const [undo, transfer] = plan.steps;
    expect(transfer?.dependsOn).toEqual([{ step: undo?.id, until: "receipt" }]);
    const told = plan.conflicts.find((conflict) => conflict.code === "replaced_effect");
    expect(told).toMatchObject({ severity: "warn", records: ["TRF-7"], values: { requestId: OLD } });
    expect(told?.steps.toSorted()).toEqual(plan.steps.map((step) => step.id).toSorted());
    for (const part of ["7 PCE", "TRF-7", "release_reservation", "RSV-7"]) expect(told?.detail).toContain(part);
  });

  it("takes back what was built on it before it", () => {
    const outcome = mergeProposals(input({ replaced: [made(), booked] }));
    if (outcome.kind !== "needs") throw new Error("calls were expected");
    const [first, second] = outcome.needs;
    expect([first?.tool, second?.tool]).toEqual(["cancel_shipment", "release_reservation"]);
    expect(second?.after).toEqual([first?.ref]);
  });

  it("asks whether to do it on top where nothing takes it back", () => {
    const refused = {
      agent: "supply" as const,
      tool: "release_reservation",
      args: made().inverse?.args ?? {},
      code: "transfer_under_way",
      detail: "gone",
    };
    for (const change of [{ replaced: [made({ inverse: null })] }, { failedCalls: [refused] }]) {
      const outcome = mergeProposals(input(change));
      expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "possible_duplicate" }] });
      expect(outcome.kind === "question" && outcome.questions[0]?.text).toContain("TRF-7");
      const agreed = planOf(mergeProposals(input({ ...change, again: true })));
      expect(agreed.steps.map((step) => step.tool)).toEqual(["transfer_stock"]);
      expect(agreed.conflicts.map((conflict) => conflict.code)).toContain("possible_duplicate");
    }
  });

  it("takes back the one deed of its kind when the correction is about another thing", () => {
    const held = (id: string) =>
      made({
        stepId: `stp_0000000000000000000000${id}`,
        agent: "transit",
        tool: "place_hold",
        args: { shipmentId: `SHP-${id}`, type: "customer" },
        meaningKey: `hold ${id}`,
        outputs: { holdId: `HLD-${id}` },
        inverse: { tool: "release_hold", args: { holdId: `HLD-${id}` } },
      });
    const hold = aProposal({
      agent: "transit",
      tool: "place_hold",
      args: { shipmentId: "SHP-9", type: "customer" },
      guards: [],
      evidence: [],
      planned: [],
      outputs: [],
    });
    const intent = anIntent({ actionKinds: ["place_hold"], derivedKinds: [], structured: true });
    const merge = (replaced: ReplacedEffect[]) => mergeProposals(input({ intent, replaced, corrects: true, proposals: [hold] }));
    expect(merge([held("1")])).toMatchObject({ kind: "needs", needs: [{ tool: "release_hold", args: { holdId: "HLD-1" } }] });
    const unclear = merge([held("1"), held("2")]);
    expect(unclear).toMatchObject({ kind: "question", questions: [{ id: "possible_duplicate" }] });
    for (const part of ["HLD-1", "HLD-2", "Which of these is to go is not said"])
      expect(unclear.kind === "question" && unclear.questions[0]?.text).toContain(part);
  });

  it("does a part that was done and stays neither again nor asks about it", () => {
    const kept = aProposal({
      args: { sku: "SKU-2", fromLocation: "LOC-AAA", toLocation: "LOC-BBB", quantity: "5", uom: "PCE" },
      meaning: { sku: "SKU-2" },
    });
    const meaningKey = stepMeaningKey(aMergeInput().tenant, kept.tool, kept.meaning);
    const other = made({
      stepId: "stp_0000000000000000000000A003",
      args: kept.args,
      meaningKey,
      outputs: { transferId: "TRF-8" },
      inverse: null,
    });
    const hits = [{ meaningKey, requestId: OLD, threadId: "thr_1", at: "2031-01-01T00:00:00.000Z" }];
    const merge = (change: Partial<MergeInput>) =>
      mergeProposals(
        input({ replaced: [made(), other], corrects: true, meaningHits: hits, proposals: [aProposal(), kept, release()], ...change }),
      );
    const plan = planOf(merge({}));
    expect(plan.steps.map((step) => step.args.sku ?? step.args.reservationId)).toEqual(["RSV-7", "SKU-1"]);
    // Whoever corrects nothing is asked.
    expect(merge({ corrects: false })).toMatchObject({ kind: "question", questions: [{ id: "possible_duplicate" }] });
  });

  it("waits also for a taking back that an earlier revision runs already", () => {
    const kept = planOf(mergeProposals(input({ proposals: [aProposal(), release()] }))).steps.filter(
      (s) => s.tool === "release_reservation",
    );
    const plan = planOf(mergeProposals(input({ keptSteps: kept, previousSteps: kept })));
    expect(plan.steps.find((step) => step.tool === "transfer_stock")?.dependsOn.map(({ step }) => step)).toEqual(
      kept.map((step) => step.id),
    );
  });

  it("leaves the way back outside the words of a request that replaces nothing", () => {
    const plan = planOf(mergeProposals(input({ replaced: [], proposals: [aProposal(), release()] })));
    expect(plan.steps.map((step) => step.tool)).toEqual(["transfer_stock"]);
  });

  it("never plans a taking back alone that nobody ordered, and says why", () => {
    const outcome = mergeProposals(input({ proposals: [release()] }));
    expect(outcome).toMatchObject({ kind: "refusal", code: "outside_intent" });
    expect(outcome.kind === "refusal" && outcome.detail).toContain("release_reservation was not asked for");
  });

  const entities = [{ kind: "reservation", id: "RSV-7", text: "RSV-7" }];
  const limits = { quantities: ["7", "60"].map((quantity) => ({ quantity, uom: null })), dates: [] };

  it("plans the way back that the user orders, alone or with something in its place", () => {
    const alone = anIntent({ actionKinds: ["release_reservation"], derivedKinds: [], entities, limits });
    expect(planOf(mergeProposals(input({ intent: alone, proposals: [release()] }))).steps.map((step) => step.tool)).toEqual([
      "release_reservation",
    ]);
    const both = { ...alone, actionKinds: ["release_reservation", "book_shipment"] };
    const booking = aBooking({ args: { ...aBooking().args, transferRef: "TRF-1" }, meaning: { origin: "LOC-AAA" } });
    const plan = planOf(mergeProposals(input({ intent: both, proposals: [release({ ref: "r1" }), booking] })));
    expect(plan.steps.map((step) => step.tool).toSorted()).toEqual(["book_shipment", "release_reservation"]);
  });

  it("tells approvals only of a taking back that the user did not order that it has no purpose of its own", () => {
    const told = (change: Partial<MergeInput>, ref: string) => {
      const plan = planOf(mergeProposals(input({ ...change, proposals: [aProposal(), release({ ref })] })));
      const conflict = plan.conflicts.find(({ code }) => code === "replaced_effect");
      return { undo: conflict?.values.undo, first: plan.steps.find((step) => step.id === conflict?.steps[0])?.tool };
    };
    expect(told({}, "undo_1")).toEqual({ undo: "release_reservation RSV-7", first: "release_reservation" });
    const ordered = anIntent({ actionKinds: ["release_reservation", "transfer_stock"], derivedKinds: [], entities, limits });
    expect(told({ intent: ordered }, "r1").undo).toBeUndefined();
    // Other units are to be released, by name: those of the earlier effect only make room.
    const other = { ...ordered, entities: [{ kind: "reservation", id: "RSV-9", text: "RSV-9" }] };
    expect(told({ intent: other }, "r1").undo).toBe("release_reservation RSV-7");
    // The same kind is ordered by a structured request, but this call was added.
    expect(told({ intent: { ...ordered, structured: true } }, undoRefOf(made())).undo).toBe("release_reservation RSV-7");
  });

  const inbound = (...transfers: string[]) => [
    {
      code: "duplicate_of_inbound",
      severity: "ask" as const,
      detail: "already brings these goods",
      records: [],
      values: { orders: transfers, transfers },
    },
  ];

  it("does not ask about a transfer on its way that it takes back", () => {
    const proposals = [aProposal({ findings: inbound("TRF-7") })];
    expect(mergeProposals(input({ proposals })).kind).toBe("needs");
    const plan = planOf(mergeProposals(input({ proposals: [...proposals, release()] })));
    const codes = plan.conflicts.map(({ code }) => code);
    expect(codes).toContain("replaced_effect");
    expect(codes).not.toContain("duplicate_of_inbound");
  });

  it("asks about what else is on its way, and about a transfer that stays", () => {
    for (const change of [
      { proposals: [aProposal({ findings: inbound("TRF-7", "TRF-8") }), release()] },
      { proposals: [aProposal({ findings: inbound("TRF-7") })], replaced: [made({ inverse: null })] },
      { proposals: [aProposal({ findings: inbound("TRF-7") })], replaced: [] },
    ]) {
      const outcome = mergeProposals(input(change));
      expect(outcome.kind === "question" && outcome.questions.map(({ id }) => id)).toContain("duplicate_of_inbound");
    }
  });

  it("waits for the answer where the taking back may still be refused, planned or under way", () => {
    const inverse = { tool: "cancel_shipment", args: { shipmentId: "SHP-7", reason: "undo" } };
    const effect = made({ agent: "transit", tool: "book_shipment", args: aBooking().args, inverse, outputs: { shipmentId: "SHP-7" } });
    const booking = aBooking({ args: { ...aBooking().args, transferRef: "TRF-1" }, meaning: { origin: "LOC-AAA" } });
    const cancel = aBooking({ tool: "cancel_shipment", args: inverse.args, ref: "undo_1", meaning: { shipmentId: "SHP-7" } });
    const intent = anIntent({ actionKinds: ["book_shipment"], derivedKinds: [] });
    const first = planOf(mergeProposals(input({ intent, replaced: [effect], proposals: [booking, cancel] })));
    const undo = first.steps.find((step) => step.tool === "cancel_shipment");
    const waits = (plan: typeof first) => plan.steps.find((step) => step.tool === "book_shipment")?.dependsOn;
    expect(waits(first)).toEqual([{ step: undo?.id, until: "outcome" }]);
    const kept = undo ? [undo] : [];
    const again = mergeProposals(input({ intent, replaced: [effect], proposals: [booking], keptSteps: kept, previousSteps: kept }));
    expect(waits(planOf(again))).toEqual([{ step: undo?.id, until: "outcome" }]);
  });

  it("takes nothing back that is wanted as it was, or that is about other things", () => {
    const same = aProposal();
    const key = stepMeaningKey("demo", same.tool, same.meaning);
    const other = (fromLocation: string) =>
      made({ args: { sku: "SKU-2", fromLocation, toLocation: "LOC-CCC", quantity: "7", uom: "PCE" } });
    for (const effect of [made({ meaningKey: key }), other("LOC-DDD"), other("LOC-AAA")]) {
      expect(planOf(mergeProposals(input({ replaced: [effect] }))).steps.map((step) => step.tool)).toEqual(["transfer_stock"]);
    }
  });

  it("takes nothing back that the new step sets anew", () => {
    const change = (quantity: string) => ({ shipmentId: "SHP-1", changes: [{ sku: "SKU-1", quantity, uom: "PCE" }] });
    const wanted = aProposal({ agent: "transit", tool: "change_lines", args: change("4"), guards: [], evidence: [], planned: [] });
    const effect = made({
      agent: "transit",
      tool: "change_lines",
      args: change("7"),
      inverse: { tool: "change_lines", args: change("9") },
    });
    const intent = anIntent({ actionKinds: ["change_lines"], derivedKinds: [], structured: true });
    const outcome = mergeProposals(input({ intent, proposals: [wanted], replaced: [effect] }));
    expect(outcome.kind === "needs" ? outcome.needs : []).toEqual([]);
  });
});

describe("what is still in force", () => {
  it("leaves out what was taken back, and what took it back", () => {
    const undo = made({
      stepId: "stp_0000000000000000000000A003",
      tool: "release_reservation",
      args: { reservationId: "RSV-7", quantity: "7", uom: "PCE", reason: "called off" },
      inverse: { tool: "reserve_stock", args: { sku: "SKU-1" } },
    });
    const later = made({
      stepId: "stp_0000000000000000000000A004",
      inverse: { tool: "release_reservation", args: { reservationId: "RSV-8" } },
    });
    expect(stillInForce([made(), undo, later])).toEqual([later]);
  });
});

describe("units that are given back first", () => {
  const row = { available: "30", availableAtPlace: "30", safetyStock: "10", reservations: [{ id: "RSV-7", quantity: "20" }] };
  const reserved = made({
    tool: "reserve_stock",
    args: { sku: "SKU-1", location: "LOC-AAA", quantity: "20", uom: "PCE", demandRef: "SO-1" },
    outputs: { reservationId: "RSV-7" },
    inverse: { tool: "release_reservation", args: { reservationId: "RSV-7", quantity: "20", uom: "PCE", reason: "undo" } },
  });
  const finding = (code: string): Proposal["findings"][number] => ({
    code,
    severity: "ask",
    detail: "as the books are",
    records: [],
    values: {},
  });
  /** As its dry run saw it: before anything is given back. */
  const reserving = (quantity: string, findings: Proposal["findings"] = []): Proposal =>
    aProposal({
      tool: "reserve_stock",
      args: { sku: "SKU-1", location: "LOC-AAA", quantity, uom: "PCE", demandRef: "SO-1" },
      ref: "reserve1",
      guards: [
        {
          kind: "bound",
          domain: "supply",
          record: "STK-1",
          facts: { aboveSafety: findings.length === 0 },
          atLeast: { available: quantity },
        },
      ],
      evidence: [{ tool: "reserve_stock", record: "STK-1@3", snapshot: aStockSnapshot(row) }],
      outputs: [{ name: "reservationId", kind: "reservation" }],
      meaning: { sku: "SKU-1", demandRef: "SO-1", quantity },
      planned: [],
      findings,
    });
  const undo = release({ args: { ...reserved.inverse?.args }, meaning: { reservationId: "RSV-7", quantity: "20" } });
  const intent = anIntent({ actionKinds: ["reserve_stock"], derivedKinds: [], structured: true });
  const correction = (proposals: Proposal[], change: Partial<MergeInput> = {}) =>
    mergeProposals(input({ intent, replaced: [reserved], proposals, ...change }));
  const codesOf = (outcome: MergeOutcome) => ("conflicts" in outcome ? outcome.conflicts : []).map(({ code }) => code);

  it("count before the question of what is there is asked, and the way back is asked for", () => {
    expect(correction([reserving("40", [finding("insufficient_available")])])).toMatchObject({
      kind: "needs",
      needs: [{ tool: "release_reservation", args: { reservationId: "RSV-7" } }],
    });
  });

  it("count in what a step warns of and in what it expects of the row", () => {
    const enough = planOf(correction([reserving("25", [finding("below_safety_stock")]), undo]));
    expect(codesOf(enough)).toEqual(["replaced_effect"]);
    expect(enough.steps[1]?.guards).toMatchObject([{ facts: { aboveSafety: true } }]);
    const low = planOf(correction([reserving("45", [finding("insufficient_available")]), undo]));
    expect(low.conflicts.find(({ code }) => code === "below_safety_stock")).toMatchObject({
      detail: "5 PCE would stay available at LOC-AAA, safety stock is 10",
      values: { availableAfter: "5", safetyStock: "10", staysSafeUpTo: "40" },
    });
    expect(low.steps[1]?.guards).toMatchObject([{ facts: { aboveSafety: false } }]);
  });

  it("are told with what there is when they do not suffice", () => {
    const outcome = correction([reserving("60", [finding("insufficient_available")]), undo]);
    expect(outcome).toMatchObject({ kind: "question", questions: [{ id: "insufficient_available" }] });
    expect(outcome.kind === "question" && outcome.questions[0]?.text).toContain("Only 50 PCE");
  });

  it("are not promised to others, and nothing is counted against others that the plan gives back itself", () => {
    const plan = planOf(correction([reserving("25"), undo]));
    const [back, taken] = plan.steps;
    expect(plan.uses.toSorted((a, b) => a.quantity.localeCompare(b.quantity))).toEqual([
      { stepId: back?.id, record: "STK-1", quantity: "-20" },
      { stepId: taken?.id, record: "STK-1", quantity: "25" },
    ]);
    const other = { requestId: OLD, stepId: "stp_1", record: "STK-1" };
    expect(codesOf(correction([reserving("25"), undo], { openPlans: [{ ...other, quantity: "25" }] }))).toEqual(["replaced_effect"]);
    expect(correction([reserving("25"), undo], { openPlans: [{ ...other, quantity: "26" }] })).toMatchObject({ kind: "question" });
    // A later plan on the same row: 25 less 20 are taken of its 30.
    const open = plan.uses.map((use) => ({ requestId: OLD, ...use }));
    const later = aProposal({ evidence: [{ tool: "check_availability", record: "STK-1@3", snapshot: aStockSnapshot(row) }] });
    const wanting = (units: string) => ({
      ...later,
      guards: [{ kind: "bound" as const, domain: "supply" as const, record: "STK-1", facts: {}, atLeast: { available: units } }],
    });
    const merge = (units: string) => mergeProposals(input({ replaced: [], proposals: [wanting(units)], openPlans: open }));
    expect(codesOf(merge("25"))).not.toContain("same_units_promised_twice");
    expect(codesOf(merge("26"))).toContain("same_units_promised_twice");
  });

  it("count for what waits for them, not for a step that may come first", () => {
    const alone = mergeProposals(
      input({ intent, replaced: [], proposals: [reserving("40", [finding("insufficient_available")]), { ...undo, ref: "other" }] }),
    );
    expect(codesOf(alone)).toContain("insufficient_available");
    const after = { ...reserving("40", [finding("insufficient_available")]), after: ["other"] };
    const both = anIntent({ actionKinds: ["reserve_stock", "release_reservation"], derivedKinds: [], structured: true });
    const waits = mergeProposals(input({ intent: both, replaced: [], proposals: [after, { ...undo, ref: "other" }] }));
    expect(codesOf(waits)).not.toContain("insufficient_available");
  });
});
