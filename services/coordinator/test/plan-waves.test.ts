import type { Action, Intent } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { planActionWaves, planIntentWaves } from "../src/dispatch/plan-waves.ts";

const action = (agent: Action["agent"], tool: string, args: Action["args"], ref?: string): Action => ({
  agent,
  tool,
  args,
  ...(ref ? { ref } : {}),
});

describe("planActionWaves", () => {
  it("runs independent steps of different agents in one wave", () => {
    const waves = planActionWaves([action("supply", "find_stock", {}), action("transit", "find_shipments", {})]);
    expect(waves.map((wave) => wave.map((task) => task.agent))).toEqual([["supply", "transit"]]);
  });

  it("runs a step that refers to another agent's step one wave later", () => {
    const waves = planActionWaves([
      action("supply", "transfer_stock", {}, "a1"),
      action("transit", "book_shipment", { transferRef: "@a1" }, "a2"),
      action("export", "draft_declaration", { shipmentId: "@a2.shipmentId" }),
    ]);
    expect(waves.map((wave) => wave.map((task) => task.agent))).toEqual([["supply"], ["transit"], ["export"]]);
  });

  it("keeps steps of one agent that refer to each other in one task and in order", () => {
    const waves = planActionWaves([
      action("export", "draft_declaration", { shipmentId: "SHP-1" }, "a1"),
      action("export", "lodge_declaration", { declarationId: "@a1" }),
    ]);
    expect(waves).toHaveLength(1);
    expect(waves[0]?.[0]?.calls.map((call) => call.tool)).toEqual(["draft_declaration", "lodge_declaration"]);
  });
});

describe("planIntentWaves", () => {
  const tools = [
    { name: "transfer_stock", agent: "supply" as const },
    { name: "book_shipment", agent: "transit" as const },
    { name: "draft_declaration", agent: "export" as const },
  ];
  const intent = (parts: Partial<Intent>): Intent => ({
    actionKinds: [],
    derivedKinds: [],
    entities: [],
    agents: [],
    limits: { quantities: [], dates: [] },
    language: "en",
    structured: false,
    ...parts,
  });
  const names = (parts: Partial<Intent>) => planIntentWaves(intent(parts), tools).map((wave) => wave.map((task) => task.agent));

  it("asks readers at the same time", () => {
    expect(names({ agents: ["supply", "transit"] })).toEqual([["supply", "transit"]]);
  });

  it("lets an agent whose effect follows from another's effect see it first", () => {
    expect(names({ agents: ["transit", "supply"], actionKinds: ["book_shipment", "transfer_stock"] })).toEqual([["supply"], ["transit"]]);
  });

  it("leaves an agent that could only act by derivation to the merge", () => {
    expect(names({ agents: ["supply", "transit"], actionKinds: ["transfer_stock"], derivedKinds: ["book_shipment"] })).toEqual([
      ["supply"],
    ]);
  });

  it("asks who knows goods and customers before transport is booked in words", () => {
    const intent = {
      actionKinds: ["book_shipment"],
      derivedKinds: ["reserve_stock", "draft_declaration"],
      entities: [{ kind: "name", id: "Deccan", text: "Deccan" }],
      agents: ["supply", "transit", "export"],
    } as Partial<Intent> as Intent;
    const waves = planIntentWaves(intent, tools).map((wave) => wave.map((task) => task.agent));
    expect(waves).toEqual([["supply", "export"], ["transit"]]);
  });

  it("asks transit about a shipment whose goods shall be moved, beside supply", () => {
    const intent = {
      actionKinds: ["transfer_stock"],
      derivedKinds: ["book_shipment"],
      entities: [{ kind: "shipment", id: "SHP-1", text: "SHP-1" }],
      agents: ["supply", "transit"],
    } as Partial<Intent> as Intent;
    expect(planIntentWaves(intent, tools).map((wave) => wave.map((task) => task.agent))).toEqual([["supply", "transit"]]);
    const plain = planIntentWaves({ ...intent, entities: [] }, tools).map((wave) => wave.map((task) => task.agent));
    expect(plain).toEqual([["supply"]]);
  });
});
