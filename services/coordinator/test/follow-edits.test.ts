import type { JsonObject, PlanStep, StepEdit, StepState } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { withEdits } from "../src/handoff/follow-edits.ts";

type Row = Parameters<typeof withEdits>[0][number];

const row = (
  stepId: string,
  args: JsonObject,
  parts: { dependsOn?: string[]; edit?: JsonObject; state?: StepState; item?: string } = {},
): Row => ({
  stepId,
  state: parts.state ?? "pending",
  receipt: null,
  step: { id: stepId, args, dependsOn: (parts.dependsOn ?? []).map((step) => ({ step, until: "receipt" })) } as PlanStep,
  approval: parts.edit
    ? ({
        state: parts.item ?? "pending",
        edit: { id: "edt_1", by: "stock.ben", args: parts.edit, at: "2026-12-07T09:00:00.000Z" } as StepEdit,
      } as Row["approval"])
    : null,
});
const argsOf = (rows: readonly Row[]) => Object.fromEntries(rows.map((each) => [each.stepId, each.step.args]));
const line = (sku: string, quantity: string) => ({ sku, quantity, uom: "PCE" });

describe("steps that an approver narrowed", () => {
  it("take the new amount along wherever the plan names the same goods and amount", () => {
    const moved = { ...line("VLV-050", "60"), fromLocation: "LOC-HAM" };
    const rows = [
      row("transfer", moved, { edit: { ...moved, quantity: "40" } }),
      row("reserve", line("VLV-050", "60")),
      row("booking", { lines: [line("VLV-050", "60"), line("GSK-1", "60")] }, { dependsOn: ["transfer", "reserve"] }),
      row("draft", { shipmentId: { $ref: { step: "booking", output: "shipmentId" } } }, { dependsOn: ["booking"] }),
      row("elsewhere", line("VLV-050", "60")),
    ];
    expect(argsOf(withEdits(rows))).toEqual({
      transfer: { ...moved, quantity: "40" },
      reserve: line("VLV-050", "40"),
      booking: { lines: [line("VLV-050", "40"), line("GSK-1", "60")] },
      draft: rows[3]?.step.args,
      elsewhere: line("VLV-050", "60"),
    });
  });

  it("lose what served a line that was left out, and leave alone what is done or running", () => {
    const lines = [line("VLV-050", "60"), line("GSK-1", "5")];
    const rows = [
      row("valves", line("VLV-050", "60")),
      row("gaskets", line("GSK-1", "5")),
      row("running", line("GSK-1", "5"), { state: "executing" }),
      row("booking", { lines }, { dependsOn: ["valves", "gaskets", "running"], edit: { lines: [line("VLV-050", "60")] } }),
    ];
    expect(argsOf(withEdits(rows))).toEqual({
      valves: line("VLV-050", "60"),
      running: line("GSK-1", "5"),
      booking: { lines: [line("VLV-050", "60")] },
    });
  });

  it("are as they were once the edited one is rejected", () => {
    const edit = line("VLV-050", "40");
    const rows = [
      row("a", line("VLV-050", "60")),
      row("b", line("VLV-050", "60"), { dependsOn: ["a"], edit, state: "rejected", item: "rejected" }),
    ];
    expect(withEdits(rows)).toEqual(rows);
  });

  it("are the same rows without an edit", () => {
    const rows = [row("a", line("VLV-050", "60")), row("b", line("VLV-050", "60"), { dependsOn: ["a"] })];
    for (const [at, each] of withEdits(rows).entries()) expect(each).toBe(rows[at]);
  });
});
