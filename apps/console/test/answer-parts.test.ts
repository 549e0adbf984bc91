import { describe, expect, it } from "vitest";
import { answerParts } from "../src/requests/answer-parts.ts";
import { splitInstants } from "../src/text/split-instants.ts";

const ANSWER = [
  "Done: transfer 15 PCE VLV-080, LOC-HAM → LOC-RTM (TRF-D52MVCJ47T). [receipt rcp_01m8nggcgk7czvf9tq3e5kq5qw]",
  "  Reserved: 8 → 23 PCE [STK-009@3]",
  "  From: LOC-HAM [LOC-HAM]",
  "Erledigt: Buchung 15 PCE (SHP-KKSD3UWTMI). [Beleg rcp_01m8ngge5xyrw89ta4arfk9zm6] To undo: cancel_booking.",
  "  Leaves: 2026-12-08T14:00:00.000Z [SHP-KKSD3UWTMI@1]",
  "One agent is missing.",
  "So this may not be all.",
].join("\n");

describe("an answer in parts", () => {
  it("keeps what was done together with its receipt and figures", () => {
    expect(answerParts(ANSWER)).toEqual([
      {
        sentence: "Done: transfer 15 PCE VLV-080, LOC-HAM → LOC-RTM (TRF-D52MVCJ47T).",
        receiptId: "rcp_01m8nggcgk7czvf9tq3e5kq5qw",
        rows: [
          { label: "Reserved", value: "8 → 23 PCE", record: "STK-009@3" },
          { label: "From", value: "LOC-HAM", record: "LOC-HAM" },
        ],
      },
      {
        sentence: "Erledigt: Buchung 15 PCE (SHP-KKSD3UWTMI). To undo: cancel_booking.",
        receiptId: "rcp_01m8ngge5xyrw89ta4arfk9zm6",
        rows: [{ label: "Leaves", value: "2026-12-08T14:00:00.000Z", record: "SHP-KKSD3UWTMI@1" }],
      },
      { sentence: "One agent is missing.\nSo this may not be all.", receiptId: null, rows: [] },
    ]);
  });

  it("takes figures of records as rows and leaves every other line as it stands", () => {
    expect(answerParts("- on hand: 480 PCE [STK-006@1]\n\n- no record: here\nplain [text] [a b]")).toEqual([
      { sentence: "", receiptId: null, rows: [{ label: "on hand", value: "480 PCE", record: "STK-006@1" }] },
      { sentence: "\n- no record: here\nplain [text] [a b]", receiptId: null, rows: [] },
    ]);
  });
});

describe("instants in a text", () => {
  it.each([
    ["2026-12-08T14:00:00.000Z", ["2026-12-08T14:00:00.000Z"]],
    ["from 2026-12-08T14:00Z to 2026-12-09T08:00:00+01:00.", ["2026-12-08T14:00Z", "2026-12-09T08:00:00+01:00"]],
    ["2026-99-08T14:00:00Z", []],
    ["on 2026-12-08, 14:00, SHP-2026-12-08T14:00Z", []],
  ])("are found in %j", (text, instants) => {
    const parts = splitInstants(text);
    expect(parts.filter(({ instant }) => instant).map((part) => part.text)).toEqual(instants);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });
});
