import type { JsonObject } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildSteps } from "../../src/merge/build-steps.ts";
import type { MergeInput } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aBooking, aMergeInput, anIntent, aProposal, aService, aStockSnapshot } from "./a-proposal.ts";

const quote = (
  records = [
    aService("SVC-2", "2026-12-11T12:00:00Z", "2026-12-08T13:00:00Z"),
    aService("SVC-1", "2026-12-11T12:00:00Z", "2026-12-08T13:00:00Z"),
  ],
) => ({
  agent: "transit" as const,
  tool: "quote_options",
  args: { fromUnlocode: "LOC-AAA", toUnlocode: "LOC-BBB" },
  records,
  result: null,
});

describe("derived needs", () => {
  it("asks for sailings, then books the earliest that meets the date, ties by id", () => {
    const first = mergeProposals(aMergeInput());
    expect(first).toMatchObject({
      kind: "needs",
      needs: [{ tool: "quote_options", args: { fromUnlocode: "LOC-AAA", toUnlocode: "LOC-BBB" } }],
    });
    const second = mergeProposals(aMergeInput({ reads: [quote()] }));
    expect(second).toMatchObject({
      kind: "needs",
      needs: [{ tool: "book_shipment", args: { serviceId: "SVC-1", transferRef: "@transfer1" } }],
    });
  });

  it("offers later services when none arrives in time", () => {
    const late = quote([aService("SVC-9", "2026-12-20T12:00:00Z", "2026-12-18T13:00:00Z")]);
    const outcome = mergeProposals(aMergeInput({ reads: [late] }));
    expect(outcome).toMatchObject({ kind: "question", conflicts: [{ code: "cutoff_missed", severity: "ask" }] });
    expect(outcome.kind === "question" && outcome.questions[0]?.options[0]?.text).toContain("SVC-9");
  });

  it("passes over a service whose cut-off is less than thirty minutes away", () => {
    const tight = quote([
      aService("SVC-1", "2026-12-11T12:00:00Z", "2026-12-07T09:20:00Z"),
      aService("SVC-3", "2026-12-12T12:00:00Z", "2026-12-09T09:00:00Z"),
    ]);
    expect(mergeProposals(aMergeInput({ reads: [tight] }))).toMatchObject({ needs: [{ args: { serviceId: "SVC-3" } }] });
  });

  it("reports instead of deriving in exact mode", () => {
    expect(mergeProposals(aMergeInput({ mode: "exact" }))).toMatchObject({
      kind: "plan",
      conflicts: [{ code: "transfer_without_transport", severity: "warn" }],
    });
  });

  it("drafts papers for a booking that leaves the customs territory", () => {
    const booking = aBooking({
      findings: [{ code: "customs_territory_crossed", severity: "warn", detail: "EU to GB", records: [], values: {} }],
    });
    expect(mergeProposals(aMergeInput({ proposals: [aProposal(), booking] }))).toMatchObject({
      kind: "needs",
      needs: [{ agent: "export", tool: "draft_declaration", args: { shipmentId: "@book1" } }],
    });
  });

  it("is incomplete when the agent that a need asks for is gone", () => {
    expect(mergeProposals(aMergeInput({ missingAgents: [{ agent: "transit", status: "unavailable" }] }))).toMatchObject({
      kind: "incomplete",
      missing: [{ agent: "transit" }],
    });
  });
});

describe("steps", () => {
  const merged = () => mergeProposals(aMergeInput({ proposals: [aBooking(), aProposal()] }));

  it("refers to the transfer's result and waits for its receipt", () => {
    const outcome = merged();
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    const [transfer, booking] = outcome.steps;
    expect(transfer?.tool).toBe("transfer_stock");
    expect(booking?.args.transferRef).toEqual({ $ref: { step: transfer?.id, output: "transferId" } });
    expect(booking?.dependsOn).toEqual([{ step: transfer?.id, until: "receipt" }]);
  });

  it("waits for the authority's answer where papers may be refused, not for our sending", () => {
    const lodge = aProposal({ ref: "l1", agent: "export", tool: "lodge_declaration", args: { declarationId: "EXD-5004" }, guards: [] });
    const hold = { ref: "h1", agent: "transit" as const, tool: "release_hold", args: { shipmentId: "SHP-1004", holdId: "HLD-9" } };
    const release = aProposal({ ...hold, after: ["l1"], guards: [] });
    const { steps } = buildSteps(aMergeInput(), [release, lodge]);
    const stepOf = (name: string) => steps.find(({ tool }) => tool === name);
    expect(stepOf("release_hold")?.dependsOn).toEqual([{ step: stepOf("lodge_declaration")?.id, until: "outcome" }]);
  });

  it("keeps step ids and content hashes when a revision wants the same", () => {
    const first = merged();
    if (first.kind !== "plan") throw new Error(first.kind);
    const second = mergeProposals(aMergeInput({ proposals: [aProposal(), aBooking()], previousSteps: first.steps }));
    expect(second.kind === "plan" && second.steps.map((step) => [step.id, step.contentHash])).toEqual(
      first.steps.map((step) => [step.id, step.contentHash]),
    );
  });

  it("knows a step again by its meaning when only its words changed", () => {
    const first = merged();
    if (first.kind !== "plan") throw new Error(first.kind);
    const args = { ...aProposal().args, lot: "L1" };
    const second = mergeProposals(aMergeInput({ proposals: [aProposal({ args }), aBooking()], previousSteps: first.steps }));
    expect(second.kind === "plan" && second.steps.map((step) => step.id)).toEqual(first.steps.map((step) => step.id));
  });

  it("keeps a step that is being executed as it is, whatever is proposed in its place", () => {
    const first = merged();
    if (first.kind !== "plan") throw new Error(first.kind);
    const [transfer] = first.steps;
    if (!transfer) throw new Error("no step");
    const fresher = aProposal({
      guards: [{ kind: "bound", domain: "supply", record: "STK-1", facts: { status: "available" }, atLeast: { available: "61" } }],
    });
    const second = mergeProposals(aMergeInput({ proposals: [fresher, aBooking()], previousSteps: first.steps, keptSteps: [transfer] }));
    if (second.kind !== "plan") throw new Error(second.kind);
    expect(second.steps.filter((step) => step.tool === "transfer_stock")).toEqual([transfer]);
    expect(second.steps).toHaveLength(2);
  });

  it("keeps two equal wishes apart when one of them is done", () => {
    const first = merged();
    if (first.kind !== "plan") throw new Error(first.kind);
    const [transfer] = first.steps;
    if (!transfer) throw new Error("no step");
    const other = { ...transfer, id: "stp_00000000000000000000009999" };
    const second = mergeProposals(
      aMergeInput({ proposals: [aProposal(), aBooking()], previousSteps: [transfer, other], keptSteps: [transfer] }),
    );
    expect(second.kind === "plan" && second.steps.slice(0, 2).map((step) => step.id)).toEqual([transfer.id, other.id]);
  });

  it("gives the same plan in any order of arrival", () => {
    const all = [
      aProposal(),
      aBooking(),
      aProposal({
        tool: "reserve_stock",
        ref: "r1",
        args: { sku: "SKU-2", location: "LOC-AAA", quantity: "60", uom: "PCE", demandRef: "SO-1" },
        meaning: { r: 1 },
        guards: [],
      }),
    ];
    const intent = anIntent({ actionKinds: ["transfer_stock", "reserve_stock"], entities: [] });
    const shape = (proposals: typeof all) => {
      const outcome = mergeProposals(aMergeInput({ proposals, intent }));
      if (outcome.kind !== "plan") return outcome.kind;
      return outcome.steps.map((step) => [
        step.tool,
        step.dependsOn.map((dependency) => outcome.steps.findIndex((other) => other.id === dependency.step)),
      ]);
    };
    const expected = shape(all);
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(shape(shuffled)).toEqual(expected);
      }),
    );
    expect(expected).toHaveLength(3);
  });

  it("makes one step of a proposal that a model repeats", () => {
    const outcome = mergeProposals(aMergeInput({ proposals: [aProposal(), aProposal(), aBooking()] }));
    expect(outcome.kind === "plan" && outcome.steps.map((step) => step.tool)).toEqual(["transfer_stock", "book_shipment"]);
  });

  it("lodges a declaration after the draft of the same plan", () => {
    const draft = aProposal({
      agent: "export",
      tool: "draft_declaration",
      args: { shipmentId: "SHP-1", declarationId: "EXD-1" },
      ref: "d1",
      guards: [],
      evidence: [],
      meaning: { d: 1 },
    });
    const lodge = aProposal({
      agent: "export",
      tool: "lodge_declaration",
      args: { declarationId: "EXD-1" },
      ref: "l1",
      after: ["d1"],
      guards: [{ kind: "exact", domain: "export", record: "EXD-1", version: "after:d1" }],
      evidence: [],
      meaning: { l: 1 },
    });
    const outcome = mergeProposals(
      aMergeInput({
        proposals: [lodge, draft],
        intent: anIntent({ actionKinds: ["draft_declaration", "lodge_declaration"], entities: [] }),
      }),
    );
    if (outcome.kind !== "plan") throw new Error(outcome.kind);
    const [first, second] = outcome.steps;
    expect(second?.guards[0]).toMatchObject({ version: `after:${first?.id}` });
    expect(second?.dependsOn).toEqual([{ step: first?.id, until: "receipt" }]);
  });
});

describe("intent", () => {
  it("drops what the user's words do not allow", () => {
    const hold = aProposal({ tool: "place_hold", agent: "transit", args: { shipmentId: "SHP-1" }, ref: "h1" });
    expect(mergeProposals(aMergeInput({ proposals: [hold] }))).toMatchObject({ kind: "refusal", code: "outside_intent" });
  });

  it("drops another quantity and another item than the user named", () => {
    for (const args of [{ quantity: "61" }, { sku: "SKU-9" }]) {
      expect(mergeProposals(aMergeInput({ proposals: [aProposal({ args: { ...aProposal().args, ...args } })] }))).toMatchObject({
        kind: "refusal",
        code: "outside_intent",
      });
    }
  });
});

describe("conflicts", () => {
  it("reads the shipments behind the reservations before it says there is no conflict", () => {
    const stock = aStockSnapshot({ reservations: [{ id: "RSV-1", demandRef: "SHP-7", quantity: "20" }] });
    const proposal = aProposal({ evidence: [{ tool: "find_stock", record: "STK-1@3", snapshot: stock }] });
    expect(mergeProposals(aMergeInput({ proposals: [proposal, aBooking()] }))).toEqual({
      kind: "snapshots",
      selectors: [{ domain: "transit", kind: "shipment", id: "SHP-7" }],
    });
    const shipment = {
      domain: "transit" as const,
      kind: "shipment",
      id: "SHP-7",
      version: 2,
      fields: { state: "loaded", goodsIssuePosted: false },
    };
    expect(mergeProposals(aMergeInput({ proposals: [proposal, aBooking()], snapshots: [shipment] }))).toMatchObject({
      kind: "plan",
      conflicts: [{ code: "goods_issue_pending", severity: "warn" }],
    });
  });

  it("never frees units that are already on board", () => {
    const reservation = { domain: "supply" as const, kind: "reservation", id: "RSV-1", version: 1, fields: { demandRef: "SHP-7" } };
    const release = aProposal({
      tool: "release_reservation",
      args: { reservationId: "RSV-1", reason: "x" },
      evidence: [{ tool: "find_stock", record: "RSV-1@1", snapshot: reservation }],
      guards: [],
    });
    const shipment = {
      domain: "transit" as const,
      kind: "shipment",
      id: "SHP-7",
      version: 2,
      fields: { state: "departed", goodsIssuePosted: false },
    };
    const outcome = mergeProposals(
      aMergeInput({ proposals: [release], snapshots: [shipment], intent: anIntent({ actionKinds: ["release_reservation"] }) }),
    );
    expect(outcome).toMatchObject({ kind: "refusal", code: "already_loaded" });
  });

  it("offers what there is with and without the safety stock", () => {
    const values = { wanted: "200", available: "100", withoutSafetyStock: "80", safetyStock: "20", unit: "PCE" };
    const finding = { code: "insufficient_available", severity: "ask" as const, detail: "too few", records: ["STK-1@3"], values };
    const outcome = mergeProposals(aMergeInput({ proposals: [aProposal({ findings: [finding] }), aBooking()] }));
    expect(outcome.kind === "question" && outcome.questions[0]?.options.map((option) => option.label)).toEqual([
      "Take 80 PCE now",
      "Take 100 PCE now",
      "No, leave it",
    ]);
  });

  it("names the earlier plan that wants the same units", () => {
    const openPlans = [{ requestId: "req_other", stepId: "stp_x", record: "STK-1", quantity: "50" }];
    const outcome = mergeProposals(aMergeInput({ proposals: [aProposal(), aBooking()], openPlans }));
    expect(outcome).toMatchObject({
      kind: "question",
      conflicts: [{ code: "same_units_promised_twice", values: { requests: ["req_other"], free: "50" } }],
    });
  });

  it("asks before doing again what was done under another request, unless the user said so", () => {
    const meaningHits = [{ meaningKey: "", requestId: "req_other", threadId: "thr_x", at: "2026-12-06T10:00:00Z" }];
    const plain = mergeProposals(aMergeInput({ proposals: [aProposal(), aBooking()] }));
    if (plain.kind !== "plan") throw new Error(plain.kind);
    const hits = meaningHits.map((hit) => ({ ...hit, meaningKey: plain.steps[0]?.meaningKey ?? "" }));
    const input = { proposals: [aProposal(), aBooking()], meaningHits: hits };
    expect(mergeProposals(aMergeInput(input))).toMatchObject({ kind: "question", questions: [{ id: "possible_duplicate" }] });
    expect(mergeProposals(aMergeInput({ ...input, acknowledge: ["possible_duplicate"] }))).toMatchObject({ kind: "plan" });
    expect(mergeProposals(aMergeInput({ ...input, again: true }))).toMatchObject({ kind: "plan" });
  });

  it('asks before adding to what comes anyway, and takes "again" as an answer for transfers alone', () => {
    const plan = (values: JsonObject, change: Partial<MergeInput> = {}) => {
      const findings = [{ code: "duplicate_of_inbound", severity: "ask" as const, detail: "comes anyway", records: [], values }];
      return mergeProposals(aMergeInput({ proposals: [aProposal({ findings }), aBooking()], ...change }));
    };
    const moved = { orders: ["TRF-1"], transfers: ["TRF-1"] };
    expect(plan(moved)).toMatchObject({
      kind: "question",
      questions: [{ id: "duplicate_of_inbound", text: "TRF-1 already brings these goods there in time. Bring more all the same?" }],
    });
    expect(plan(moved, { acknowledge: ["duplicate_of_inbound"] })).toMatchObject({ kind: "plan" });
    expect(plan(moved, { again: true })).toMatchObject({ kind: "plan" });
    for (const values of [{ orders: ["PO-1", "TRF-1"], transfers: ["TRF-1"] }, { orders: ["PO-1"], transfers: [] }, { orders: ["PO-1"] }])
      expect(plan(values, { again: true })).toMatchObject({ kind: "question", questions: [{ id: "duplicate_of_inbound" }] });
  });

  it("refuses everything for an embargoed destination, and only the step at fault otherwise", () => {
    const finding = (code: string) => [{ code, severity: "warn" as const, detail: code, records: [], values: {} }];
    const other = aProposal({ args: { ...aProposal().args, toLocation: "LOC-CCC" }, ref: "t2", meaning: { other: true }, guards: [] });
    const intent = anIntent({ structured: true });
    const input = (code: string) => aMergeInput({ intent, mode: "exact", proposals: [aProposal({ findings: finding(code) }), other] });
    expect(mergeProposals(input("destination_embargo"))).toMatchObject({ kind: "refusal", code: "destination_embargo" });
    const partial = mergeProposals(input("licence_expired"));
    expect(partial.kind === "plan" && partial.steps).toHaveLength(1);
  });

  it("refuses when an asking conflict leaves nothing to choose", () => {
    const proposal = aProposal({
      findings: [{ code: "location_dg_not_allowed", severity: "warn", detail: "LOC-BBB takes class 9 only", records: [], values: {} }],
    });
    expect(mergeProposals(aMergeInput({ proposals: [proposal, aBooking()] }))).toMatchObject({
      kind: "refusal",
      code: "location_dg_not_allowed",
    });
  });
});
