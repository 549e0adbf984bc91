import type { Proposal, Snapshot } from "@quartermaster/shared/contracts";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { MergeInput } from "../../src/merge/merge-input.ts";
import { mergeProposals } from "../../src/merge/merge-proposals.ts";
import { aBooking, aMergeInput, anIntent, aProposal, aStockSnapshot } from "./a-proposal.ts";

const KINDS = ["transfer_stock", "reserve_stock", "book_shipment", "place_hold", "cancel_shipment", "change_lines"];
const FINDINGS = ["above_max_level", "promise_date_missed", "customs_territory_crossed", "licence_expired", "cutoff_missed"];

const aTaking = fc
  .record({
    tool: fc.constantFrom("reserve_stock", "transfer_stock"),
    stock: fc.constantFrom("STK-1", "STK-2"),
    quantity: fc.integer({ min: 1, max: 70 }),
    demand: fc.integer({ min: 1, max: 3 }),
    finding: fc.option(fc.constantFrom(...FINDINGS), { nil: undefined }),
  })
  .map(({ tool, stock, quantity, demand, finding }): Proposal => {
    const text = String(quantity);
    const place = { sku: "SKU-1", quantity: text, uom: "PCE" };
    const snapshot = aStockSnapshot({ availableAtPlace: "150", safetyStock: "40" }, stock);
    return aProposal({
      tool,
      ref: `${tool.slice(0, 3)}${stock.slice(4)}${demand}`,
      args:
        tool === "reserve_stock"
          ? { ...place, location: "LOC-AAA", demandRef: `SO-${demand}` }
          : { ...place, fromLocation: "LOC-AAA", toLocation: `LOC-B${demand}` },
      meaning: { tool, demand, stock },
      guards: [{ kind: "bound", domain: "supply", record: stock, facts: {}, atLeast: { available: text } }],
      evidence: [{ tool, record: `${stock}@3`, snapshot }],
      findings:
        finding === undefined ? [] : [{ code: finding, severity: "warn", detail: `${finding} of ${demand}`, records: [], values: {} }],
    });
  });
const onShipment = fc
  .record({ tool: fc.constantFrom("place_hold", "cancel_shipment", "change_lines"), shipment: fc.constantFrom("SHP-1", "SHP-2") })
  .map(
    ({ tool, shipment }): Proposal =>
      aBooking({
        tool,
        ref: `${tool.slice(0, 3)}${shipment.slice(4)}`,
        args: { shipmentId: shipment, reason: "asked" },
        meaning: { tool, shipment },
        guards: [{ kind: "exact", domain: "transit", record: shipment, version: "read@1" }],
        outputs: [],
        planned: [],
      }),
  );
const papers = (id: string, state: string): Snapshot => ({
  domain: "export",
  kind: "papers",
  id,
  version: 1,
  fields: { declarationId: `EXD-${id}`, state, lines: [], problems: [] },
});

const anInput = fc.record({
  proposals: fc.array(fc.oneof(aTaking, onShipment), { minLength: 1, maxLength: 6 }),
  openPlans: fc.array(
    fc.record({
      requestId: fc.constantFrom("req_00000000000000000000000008", "req_00000000000000000000000009"),
      stepId: fc.constantFrom("stp_a", "stp_b"),
      record: fc.constantFrom("STK-1", "STK-2"),
      quantity: fc.constantFrom("10", "60"),
    }),
    { maxLength: 3 },
  ),
  snapshots: fc.constantFrom<Snapshot[]>([], [papers("SHP-1", "accepted"), papers("SHP-2", "under_control")]),
  missingAgents: fc.subarray([
    { agent: "export" as const, status: "timeout" as const },
    { agent: "transit" as const, status: "unavailable" as const },
  ]),
  mode: fc.constantFrom("execute" as const, "exact" as const),
});

/** Names steps in the order in which merge asks for names, so that equal outcomes are equal to the letter. */
const counter = () => {
  let count = 0;
  return (prefix: string) => `${prefix}_${++count}`;
};

it("merge gives the same outcome in any order of arrival: steps, dependencies, conflicts, questions, refusals", { timeout: 60_000 }, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(anInput, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (parts, dice) => {
      const shuffle = <T>(items: readonly T[]): T[] =>
        items
          .map((item) => ({ item, at: Number(dice.next().value) }))
          .sort((a, b) => a.at - b.at)
          .map(({ item }) => item);
      const intent = anIntent({ structured: true, actionKinds: KINDS, derivedKinds: ["draft_declaration"] });
      const input = (): MergeInput => aMergeInput({ ...parts, intent, newId: counter() });
      const shuffled: MergeInput = {
        ...input(),
        proposals: shuffle(parts.proposals),
        openPlans: shuffle(parts.openPlans),
        snapshots: shuffle(parts.snapshots),
        missingAgents: shuffle(parts.missingAgents),
      };
      const outcome = mergeProposals(input());
      seen.add(outcome.kind);
      expect(mergeProposals(shuffled)).toEqual(outcome);
    }),
    { numRuns: 150 },
  );
  // The property says little if every input were refused.
  expect(seen.size).toBeGreaterThan(2);
});
