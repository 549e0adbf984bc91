import type { Language, PlanConflict } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { buildAnswer } from "../src/answer/build-answer.ts";
import { orderedParts } from "../src/handoff/ordered-parts.ts";
import { type PartsOfOrder, unplannedParts } from "../src/handoff/unplanned-parts.ts";
import type { RequestRow } from "../src/requests/request-row.ts";
import { aRequest } from "./start/a-request.ts";

const conflict = (code: string, severity: PlanConflict["severity"]): PlanConflict => ({
  code,
  severity,
  steps: [],
  detail: `${code} stands against it`,
  records: [],
  values: {},
});

const parts = (more: Partial<PartsOfOrder> = {}): PartsOfOrder => ({
  intent: { actionKinds: ["transfer_stock", "place_hold"], structured: false },
  ordered: { alternatives: [], keys: [] },
  refusals: [],
  conflicts: [],
  missingAgents: [],
  planned: { tools: new Set(["transfer_stock", "place_hold"]), text: "" },
  ...more,
});

describe("unplannedParts", () => {
  it("finds none when every agent's part is planned", () => {
    expect(unplannedParts(parts())).toEqual([]);
  });

  it("names what an agent refused, once, however often it was said", () => {
    const refusal = { agent: "supply" as const, code: "recall_active", detail: "LOT-1 is recalled" };
    expect(unplannedParts(parts({ refusals: [refusal, refusal] }))).toEqual([refusal]);
  });

  it("names what the records stood against, but neither warnings nor what nobody ordered", () => {
    const conflicts = [
      conflict("insufficient_available", "refuse"),
      conflict("below_safety_stock", "warn"),
      conflict("outside_intent", "refuse"),
    ];
    expect(unplannedParts(parts({ conflicts })).map(({ code }) => code)).toEqual(["insufficient_available"]);
  });

  it("names an agent that did not answer, and a deed that was left out without a word", () => {
    const planned = { tools: new Set(["transfer_stock"]), text: "" };
    const [unmet] = unplannedParts(parts({ planned }));
    expect(unmet).toEqual({ code: "order_unmet", detail: "place_hold: no step of the plan does it", agent: "transit" });
    const gone = unplannedParts(parts({ planned, missingAgents: [{ agent: "transit", status: "timeout" }] }));
    expect(gone).toEqual([{ code: "agent_timeout", detail: "transit is timeout", agent: "transit" }]);
  });

  it("takes one effect of a deed for the others that it may mean, and known steps as they are", () => {
    const intent = { actionKinds: ["draft_declaration", "amend_declaration"], structured: false };
    const planned = { tools: new Set(["amend_declaration"]), text: "" };
    const ordered = { alternatives: [["draft_declaration", "amend_declaration"]], keys: [] };
    expect(unplannedParts(parts({ intent, planned, ordered }))).toEqual([]);
    expect(unplannedParts(parts({ intent: { ...intent, structured: true }, planned }))).toEqual([]);
  });

  it("names a key that no step is about, and tells whole keys apart", () => {
    const planned = { tools: new Set(["transfer_stock", "place_hold"]), text: '{"shipmentId":"SHP-10","sku":"KX-7"}' };
    const found = unplannedParts(parts({ planned, ordered: { alternatives: [], keys: ["SHP-1", "KX-7"] } }));
    expect(found).toEqual([{ code: "order_unmet", detail: "SHP-1: no step of the plan is about it" }]);
  });

  it.each<[Language, RegExp]>([
    ["en", /Not done: LOT-1 is recalled \(recall_active\)/],
    ["de", /Nicht ausgeführt: .*LOT-1.*\(recall_active\)/],
    ["fr", /Pas fait : .*LOT-1.*\(recall_active\)/],
    ["es", /No hecho: .*LOT-1.*\(recall_active\)/],
    ["nl", /Niet gedaan: .*LOT-1.*\(recall_active\)/],
  ])("are told in the answer in the user's language (%s), also when they were lost in an earlier round", (language, told) => {
    const step = {
      agent: "supply",
      step: { tool: "transfer_stock", args: {}, inverse: null },
      state: "succeeded",
      decidedBy: [],
      receipt: null,
    };
    const { text } = buildAnswer({
      language,
      status: "incomplete",
      words: "",
      dryRun: false,
      steps: [step as never],
      results: { reads: [], answers: [], missingAgents: [] },
      refusal: null,
      conflicts: [],
      unplanned: [{ code: "recall_active", detail: "LOT-1 is recalled", agent: "supply" }],
      openIssues: [],
    });
    expect(text).toMatch(told);
  });
});

describe("orderedParts", () => {
  const keysOf = (goal: string, language: Language, ...ids: string[]) => {
    const entities = ids.map((id) => ({ kind: "sku", id, text: id }));
    const intent = { structured: false, language, entities } as unknown as NonNullable<RequestRow["intent"]>;
    return orderedParts(aRequest({ goal, intent })).keys;
  };

  it.each<[Language, string]>([
    ["en", "Reserve 3 KX-7 and 2 KX-8 in Hamburg, hold SHP-1 and do not touch SHP-2"],
    ["de", "Reserviere 3 KX-7 und 2 KX-8 in Hamburg, sperre SHP-1 und rühre SHP-2 nicht an"],
    ["fr", "Réserve 3 KX-7 et 2 KX-8 à Hambourg, bloque SHP-1 et ne touche pas à SHP-2"],
    ["es", "Reserva 3 KX-7 y 2 KX-8 en Hamburgo, bloquea SHP-1 y no toques nunca SHP-2"],
    ["nl", "Reserveer 3 KX-7 en 2 KX-8 in Hamburg, blokkeer SHP-1 en raak SHP-2 niet aan"],
  ])("are the records and goods that the words order (%s)", (language, goal) => {
    expect(keysOf(goal, language, "KX-7", "KX-8", "SHP-1", "SHP-2").toSorted()).toEqual(["KX-7", "KX-8", "SHP-1"]);
  });

  it.each<[Language, string]>([
    ["en", "Hold SHP-1 until SHP-2 has arrived"],
    ["en", "Put SHP-1 on the same sailing as SHP-2"],
    ["en", "Cancel SHP-1, its goods go with SHP-2"],
    ["de", "Sperre SHP-1, bis SHP-2 da ist"],
    ["fr", "Bloque SHP-1 jusqu'à SHP-2"],
    ["es", "Bloquea SHP-1 hasta SHP-2"],
    ["nl", "Blokkeer SHP-1 tot SHP-2 er is"],
  ])("leave out a record that another one is only measured by (%s): %s", (language, goal) => {
    expect(keysOf(goal, language, "SHP-1", "SHP-2")).toEqual(["SHP-1"]);
  });

  it("leave out norms, earlier turns, and known steps", () => {
    expect(keysOf("Reserve 3 KX-7 made to ISO-9001\n\n---\nEarlier the user said: hold SHP-3", "en", "KX-7", "ISO-9001", "SHP-3")).toEqual([
      "KX-7",
    ]);
    expect(orderedParts(aRequest({ goal: null })).keys).toEqual([]);
  });
});
