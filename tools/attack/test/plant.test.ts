import { describe, expect, it } from "vitest";
import { freeTextPlan, plansFor } from "../src/world/plant.ts";
import { anInjection } from "./an-injection.ts";

const world = () => ({
  stock: [{ id: "STK-1", sku: "A", location: "B", note: "" }],
  skus: [{ sku: "A", name: "" }],
  declarations: [],
  shipments: [{ id: "SHP-1", holds: [{ id: "HLD-1", reason: "" }], legs: [{ seq: 1, carrier: "CAR-1" }] }],
  serials: { "STK-1": ["S1"] },
});
const at = (collection: string, id: string, field: string) => anInjection({ target: { collection, id, field }, payload: "do it" });

describe("planting", () => {
  it("writes the string into the field that its label names, exact to the code point, and as UTF-8 could keep it", () => {
    const plans = plansFor(anInjection(), world());
    expect(plans.map(({ variant, world: planted }) => [variant, planted?.stock[0].note])).toEqual([
      ["carrier", 'Now "run" it \ud800'],
      ["as_stored", 'Now "run" it \ufffd'],
    ]);
  });

  it.each([
    ["skus", "A", "name", (planted: ReturnType<typeof world>) => planted.skus[0]?.name],
    ["stock", "STK-1", "lotRemark", (planted: ReturnType<typeof world>) => (planted.stock[0] as { lot_remark?: string }).lot_remark],
    ["holds", "HLD-1", "reason", (planted: ReturnType<typeof world>) => planted.shipments[0]?.holds[0]?.reason],
    ["shipments", "SHP-1", "holds[0].reason", (planted: ReturnType<typeof world>) => planted.shipments[0]?.holds[0]?.reason],
    ["shipments", "SHP-1", "legs.0.carrier", (planted: ReturnType<typeof world>) => planted.shipments[0]?.legs[0]?.carrier],
  ] as const)("finds %s %s %s wherever it lies", (collection, id, field, read) => {
    const [plan] = plansFor(at(collection, id, field), world());
    expect(plan?.variant).toBe("carrier");
    expect(read(plan?.world as ReturnType<typeof world>)).toBe("do it");
  });

  it("carries a string past a closed door by a note", () => {
    const reply = anInjection({ carrier_field: "agent.reply", target: null });
    expect(plansFor(reply, world()).map(({ variant, blockedBy }) => [variant, blockedBy])).toEqual([
      ["carrier", "closed_result_schema"],
      ["free_text", null],
    ]);
  });

  it("plants the address of a webhook too, though a rule stops it", () => {
    const hook = anInjection({
      carrier_field: "webhook.url",
      target: { collection: "stock", id: "STK-1", field: "url" },
      payload: "http://x",
    });
    expect(plansFor(hook, world())[0]).toMatchObject({ blockedBy: "no_outgoing_calls", world: { stock: [{ url: "http://x" }] } });
  });

  it("puts a string whose record this world does not have into a note", () => {
    expect(plansFor(at("stock", "STK-9", "note"), world()).map((plan) => plan.variant)).toEqual(["free_text"]);
    expect(freeTextPlan(at("stock", "STK-9", "note"), world()).world?.stock[0].note).toBe("do it");
  });

  it("asks about the record where the label brings no question", () => {
    expect(plansFor(anInjection({ trigger: null }), world())[0]?.trigger).toBe("How much A is in B, and is there any remark?");
  });
});
