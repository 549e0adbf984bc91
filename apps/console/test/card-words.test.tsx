// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import type { ChangeRow, Conflict } from "../src/api/types.ts";
import { CardHeading } from "../src/approvals/card-heading.tsx";
import { ChangeTable } from "../src/approvals/change-table.tsx";
import { ConflictBlock } from "../src/approvals/conflict-block.tsx";
import { Understood } from "../src/requests/understood.tsx";
import { aRequest } from "./support/a-request.ts";
import { anApproval } from "./support/an-approval.ts";
import { render } from "./support/render.tsx";

const words = (): string => (document.body.textContent ?? "").replaceAll("\u00A0", " ");
const row = (path: string, label: string, value: string | null, unit: string | null = null): ChangeRow => ({
  path,
  label,
  record: "SHP-1021",
  version: 1,
  value,
  unit,
  unitLabel: null,
});
const ISO = /\d{4}-\d{2}-\d{2}T/;

const CANCELLED = {
  tool: "cancel_shipment",
  headline: "Cancel shipment SHP-1021",
  args: { shipmentId: "SHP-1021", reason: "order withdrawn" },
  before: [
    row("shipment/state", "State", "booked"),
    row("shipment/etd", "Leaves", "2026-12-08T14:00:00.000Z"),
    row("shipment/lines/1", "Goods VLV-050, lot V1", "1200", "PCE"),
    row("shipment/charge", "Charge", null),
  ],
  after: [
    row("shipment/state", "State", "cancelled"),
    row("shipment/etd", "Leaves", null),
    row("shipment/lines/1", "Goods VLV-050, lot V1", null, "PCE"),
    row("shipment/charge", "Charge", "carrier_may_charge"),
  ],
};

describe("what changes, on a card", () => {
  it("is said in German, times in the way of the reader", async () => {
    await render(<ChangeTable card={anApproval({}, CANCELLED).approval.card} />, { language: "de" });
    for (const word of [
      "gebucht",
      "storniert",
      "Abfahrt",
      "Ware VLV-050, Charge V1",
      "1.200",
      "der Frachtführer kann dafür etwas berechnen",
    ])
      expect(words()).toContain(word);
    expect(words()).toMatch(/8\. Dez\. \d\d:\d\d/);
    expect(words()).not.toMatch(ISO);
    expect(words()).not.toMatch(/\b(Goods|Leaves|State|booked|cancelled|lot)\b/);
  });

  it("names times in words in English too, and the whole instant on hover", async () => {
    await render(<ChangeTable card={anApproval({}, CANCELLED).approval.card} />);
    expect(words()).toMatch(/8 Dec,? \d\d:\d\d/);
    expect(words()).not.toMatch(ISO);
    expect(words()).toContain("carrier may charge");
    expect(document.querySelector("time")?.getAttribute("datetime")).toBe("2026-12-08T14:00:00.000Z");
  });
});

describe("the headline of a card", () => {
  it("is a German sentence from the same arguments, with the signed one under it", async () => {
    await render(<CardHeading approval={anApproval({}, CANCELLED).approval} />, { language: "de" });
    expect(document.querySelector("#card-headline")?.textContent).toBe("Sendung stornieren: SHP-1021");
    expect(words()).toContain("Unterschrieben wird der Satz: Cancel shipment SHP-1021");
  });

  it("is the signed sentence itself in English", async () => {
    await render(<CardHeading approval={anApproval({}, CANCELLED).approval} />);
    expect(document.querySelector("#card-headline")?.textContent).toBe("Cancel shipment SHP-1021");
    expect(words()).not.toContain("signed");
  });
});

describe("a conflict", () => {
  const conflict: Conflict = {
    code: "duplicate_of_inbound",
    severity: "ask",
    detail: "TRF-7, TRF-9 bring 60 PCE by 2026-12-09T10:00:00.000Z already",
    records: ["TRF-7"],
    values: {
      orders: ["TRF-7", "TRF-9"],
      neededBy: "2026-12-09T10:00:00.000Z",
      shipmentState: "booked",
      differences: [{ line: 1 }],
      late: false,
    },
  };

  it("shows lists, times and states in words, never as JSON", async () => {
    await render(<ConflictBlock conflict={conflict} />);
    expect(words()).toContain("TRF-7, TRF-9");
    expect(words()).toContain("Line: 1");
    expect(words()).not.toMatch(/[[\]{}"]/);
    expect(words()).not.toMatch(ISO);
  });

  it("is German where the console is, with what its detail names", async () => {
    await render(<ConflictBlock conflict={conflict} />, { language: "de" });
    for (const word of ["Im Zulauf", "Gebraucht bis", "gebucht", "nein", "60 PCE"]) expect(words()).toContain(word);
    expect(words()).not.toContain("already");
    expect(words()).not.toMatch(ISO);
  });

  it.each([
    ["en", "What was done before is taken back first, by a step of the same plan"],
    ["de", "Was vorher geschah, wird zuerst zurückgenommen, durch einen Schritt desselben Plans"],
  ] as const)("says in a sentence (%s) what a replaced effect is, and keeps its own words", async (language, sentence) => {
    await render(<ConflictBlock conflict={{ ...conflict, code: "replaced_effect", detail: "60 PCE VLV-050, TRF-7", values: {} }} />, {
      language,
    });
    expect(words()).toContain(sentence);
    expect(words()).toContain("60 PCE VLV-050, TRF-7");
  });
});

describe("what a request was understood as", () => {
  const intent = {
    actionKinds: ["transfer_stock"],
    entities: [
      { kind: "sku", id: "VLV-050", text: "VLV-050" },
      { kind: "said_from", id: "LOC-HAM", text: "Hamburg" },
      { kind: "said_bare", id: "1200", text: "1200" },
    ],
    agents: ["supply"],
    limits: { quantities: [{ quantity: "1200", uom: "PCE" }], dates: ["2026-12-14"] },
  };

  it.each([
    ["en", "Understood as: 1,200 PCE, VLV-050, 14 Dec 2026."],
    ["de", "Verstanden als: 1.200 PCE, VLV-050, 14. Dez. 2026."],
  ] as const)("holds the amount and the day (%s)", async (language, sentence) => {
    await render(<Understood request={aRequest({ intent })} />, { language });
    expect(words()).toContain(sentence);
  });
});
