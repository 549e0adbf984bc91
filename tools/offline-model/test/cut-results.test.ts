import { describe, expect, it } from "vitest";
import type { Conversation, Step } from "../src/mind/conversation.ts";
import { renderReads } from "../src/skills/render-results.ts";

const english = { language: "en" } as Conversation;
const step = (args: Step["args"], result: object): Step => ({ name: "find", args, output: { ok: true, result: { ...result } } });
const mark = { leftOut: 7, more: "m1", hint: "Narrow the filter, or read on with read_more if you need the rest." };
const shipment = (id: string, lines: object[] = []) => ({
  id,
  version: 1,
  state: "departed",
  origin: "LOC-A",
  destination: "LOC-B",
  etd: "2031-03-04T10:00:00Z",
  eta: "2031-03-06T10:00:00Z",
  lines,
});

describe("a result that was cut", () => {
  it("shows the records that came, says how many did not, and makes no record of the mark", () => {
    const lines = renderReads(english, [step({}, { shipments: [shipment("SHP-1"), shipment("SHP-2"), mark] })]);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toBe("and 7 more");
    expect(lines.join("\n")).not.toMatch(/^[–,→;\s@]*–/m);
  });

  it("says so for what the tool itself left out", () => {
    expect(renderReads(english, [step({}, { shipments: [shipment("SHP-1")], count: 30, more: 29 })]).at(-1)).toBe("and 29 more");
  });

  it("names the goods that were asked for before the others, and how many lines are not shown", () => {
    const line = (n: number) => ({ sku: `SKU-${n}`, quantity: "1", uom: "PCE" });
    const goods = [1, 2, 3, 4, 5, 6].map(line).concat({ sku: "QX-77", quantity: "40", uom: "PCE" });
    const [told] = renderReads(english, [step({ sku: "QX-77" }, { shipments: [shipment("SHP-1", goods)] })]);
    expect(told).toContain("goods: 40 PCE QX-77, 1 PCE SKU-1");
    expect(told).toContain("and 2 more");
  });

  it("a beginning of something that has no lists is no answer", () => {
    const cut = { cut: true, beginning: '{"shipments":[{"id":"SHP-1"', leftOutChars: 90_000 };
    expect(renderReads(english, [step({}, cut)])[0]).toMatch(/more of this than can be shown/);
  });
});
