// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { EditDialog } from "../src/approvals/edit-dialog.tsx";
import { anApproval } from "./support/an-approval.ts";
import { click, fill, named, type RenderOptions, render, settle } from "./support/render.tsx";

const LINES = {
  tool: "book_shipment",
  args: {
    origin: "LOC-HAM",
    lines: [
      { sku: "VLV-050", quantity: "60", uom: "PCE" },
      { sku: "GSK-100", quantity: "20", uom: "PCE" },
    ],
  },
};
const field = (index = 0): HTMLInputElement => {
  const found = document.querySelectorAll<HTMLInputElement>("[role=dialog] input:not([type=checkbox])")[index];
  if (!found) throw new Error(`no field ${index}`);
  return found;
};
const refused =
  (problem: object): RenderOptions["answer"] =>
  () => ({ status: 422, body: { status: 422, title: "", detail: "", ...problem } });
const words = (): string => document.querySelector("[role=dialog]")?.textContent ?? "";

describe("asking for less", () => {
  it("sends the whole instruction with the smaller amount, for the revision that was read", async () => {
    const onClose = vi.fn();
    const { asked } = await render(<EditDialog loaded={anApproval()} open onClose={onClose} />, {
      answer: () => ({ status: 202, body: {} }),
    });
    expect(named<HTMLButtonElement>("Plan it with less").disabled).toBe(true);
    await fill(field(), "40");
    await click(named("Plan it with less"));
    const sent = asked.find((call) => call.method === "POST");
    expect(sent?.path).toBe("/v1/approvals/apr_1/edits");
    expect(sent?.headers.get("if-match")).toBe('"3"');
    expect(sent?.body).toEqual({ args: { ...anApproval().approval.card.args, quantity: "40" } });
    expect(onClose).toHaveBeenCalledOnce();
  });

  it("leaves a line out, and tells faults at the line that is meant after that", async () => {
    const answer = refused({
      code: "edit_widens",
      errors: [{ path: "/args/lines/0/quantity", code: "more_than_before", message: "must not be more than before" }],
    });
    const { asked } = await render(<EditDialog loaded={anApproval({}, LINES)} open onClose={() => {}} />, { answer });
    const leaveOut = document.querySelectorAll<HTMLInputElement>("[role=dialog] input[type=checkbox]")[0];
    if (!leaveOut) throw new Error("no line can be left out");
    await click(leaveOut);
    await fill(field(1), "21");
    await click(named("Plan it with less"));
    expect(asked.at(-1)?.body).toEqual({ args: { origin: "LOC-HAM", lines: [{ sku: "GSK-100", quantity: "21", uom: "PCE" }] } });
    expect(field(0).getAttribute("aria-invalid")).toBe("false");
    expect(field(1).getAttribute("aria-invalid")).toBe("true");
    expect(words()).toContain("It must not be more than before.");
  });

  it("tells faults in German by their codes, wherever they are", async () => {
    const answer = refused({
      code: "edit_widens",
      errors: [
        { path: "/args/quantity", code: "not_positive", message: "must be more than 0" },
        { path: "/args", code: "changes_more", message: "Stock of STK-006 would become 9, beyond 8" },
      ],
    });
    await render(<EditDialog loaded={anApproval()} open onClose={() => {}} />, { language: "de", answer });
    await fill(field(), "0");
    await click(named("Mit weniger planen"));
    expect(words()).toContain("Es muss mehr als 0 sein.");
    expect(words()).toContain("Damit würde sich mehr ändern als auf der Karte.");
    expect(words()).not.toMatch(/must be|would become/);
  });

  it("says in German why the step cannot be carried out, with the code beside it", async () => {
    const answer = refused({ code: "edit_refused", detail: "the carrier takes 50 at least", refusal: "capacity_exceeded" });
    await render(<EditDialog loaded={anApproval()} open onClose={() => {}} />, { language: "de", answer });
    await fill(field(), "1");
    await click(named("Mit weniger planen"));
    expect(words()).toContain("Zu wenig Kapazität");
    expect(words()).toContain("capacity_exceeded");
    expect(words()).not.toContain("the carrier takes");
  });

  it("asks again with the same key after a lost answer, and with another one for another wish", async () => {
    const { asked } = await render(<EditDialog loaded={anApproval()} open onClose={() => {}} />, {
      answer: () => ({ status: 503, body: { status: 503, code: "unavailable", title: "", detail: "" } }),
    });
    await fill(field(), "40");
    await click(named("Plan it with less"));
    await click(named("Plan it with less"));
    await fill(field(), "30");
    await click(named("Plan it with less"));
    await settle();
    const keys = asked.filter((call) => call.method === "POST").map((call) => call.headers.get("idempotency-key"));
    expect(keys).toHaveLength(3);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
