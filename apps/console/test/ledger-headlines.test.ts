import { describe, expect, it } from "vitest";
import { type LedgerEntry, ledgerHeadlines, type SayDeed } from "../src/ledger/ledger-headlines.ts";
import { sayDeed } from "../src/ledger/say-deed.ts";
import { de } from "../src/messages/de.ts";
import { en } from "../src/messages/en.ts";
import { describeArgs } from "../src/requests/describe-args.ts";

let position = 0;
const entry = (kind: string, stepId: string | null, subject: string, body: LedgerEntry["body"]): LedgerEntry => {
  position += 1;
  const rest = { requestId: "req_1", actor: "stock.ben", at: "2026-12-07T09:00:00.000Z", hash: "sha256:0" };
  return { ...rest, position, id: `led_${position}`, kind, stepId, subject, body };
};
const plainly: SayDeed = (deed) => deed.headline || `${deed.tool} ${describeArgs(en, deed.args)}`;
const wordsOf = (entries: readonly LedgerEntry[], say = plainly): string[] => {
  const words = ledgerHeadlines(entries, say);
  return entries.map((one) => words.get(one.id) ?? "");
};
const args = (quantity: string) => ({ sku: "VLV-050", quantity, uom: "PCE" });
const card = (quantity: string) => ({ headline: `Move ${quantity} PCE VLV-050`, hash: `sha256:card${quantity}` });
const opened = (kind: string, quantity: string) => entry(kind, "stp_1", "apr_1", { approvalId: "apr_1", card: card(quantity) });
const grant = (step: string, id: string, quantity: string, cardHash: string | null) =>
  entry("grant.issued", step, id, {
    body: { grantId: id, tool: "transfer_stock", args: args(quantity), cardHash, contentHash: `sha256:${step}${quantity}` },
  });

describe("the words of ledger entries", () => {
  it("are those of each entry's own amount when a step was narrowed from 50 to 40", () => {
    const words = wordsOf([
      entry("plan.accepted", null, "pln_1", {}),
      opened("approval.opened", "50"),
      entry("approval.edited", "stp_1", "apr_1", { approvalId: "apr_1", edit: { id: "edt_1", from: args("50"), args: args("40") } }),
      opened("approval.outdated", "40"),
      entry("decision.recorded", "stp_1", "dec_1", { approvalId: "apr_1", decision: "approve", cardHash: "sha256:card40" }),
      grant("stp_1", "grt_1", "40", "sha256:card40"),
      entry("receipt.recorded", "stp_1", "rcp_1", { body: { grantId: "grt_1", tool: "transfer_stock", outcome: "succeeded" } }),
    ]);
    expect(words).toEqual([
      "",
      "Move 50 PCE VLV-050",
      "VLV-050 50 → 40 PCE",
      "Move 40 PCE VLV-050",
      "Move 40 PCE VLV-050",
      "Move 40 PCE VLV-050",
      "Move 40 PCE VLV-050",
    ]);
  });

  it("of a step that runs under policy are what policy let pass then, not what ran later", () => {
    const passed = (quantity: string, more: object = {}) =>
      entry("policy.granted", "stp_2", "stp_2", { stepId: "stp_2", contentHash: `sha256:stp_2${quantity}`, ...more });
    const stored = { tool: "transfer_stock", args: args("50") };
    expect(wordsOf([passed("50", stored), passed("40"), grant("stp_2", "grt_2", "40", null)])).toEqual([
      "transfer_stock 50 PCE VLV-050",
      "transfer_stock 40 PCE VLV-050",
      "transfer_stock 40 PCE VLV-050",
    ]);
    // Written before entries held the instruction: nothing is better than the words of another revision.
    expect(wordsOf([passed("50"), grant("stp_2", "grt_2", "40", null)])[0]).toBe("");
  });

  it("of what ends an item or a grant are those of that item as it stood, and of that grant", () => {
    const words = wordsOf([
      opened("approval.opened", "50"),
      entry("approval.closed", "stp_1", "apr_1", { approvalId: "apr_1", state: "superseded" }),
      opened("approval.outdated", "40"),
      entry("approval.expired", "stp_1", "apr_1", { approvalId: "apr_1", cardHash: "sha256:card40" }),
      grant("stp_3", "grt_3", "7", null),
      entry("grant.revoked", "stp_3", "grt_3", { body: { grantId: "grt_3" } }),
    ]);
    expect(words[1]).toBe("Move 50 PCE VLV-050");
    expect(words[3]).toBe("Move 40 PCE VLV-050");
    expect(words[5]).toBe("transfer_stock 7 PCE VLV-050");
  });

  it("are said in the language of the page, also where the card that was signed is in English", () => {
    const signed = { ...card("50"), tool: "transfer_stock", args: { ...args("50"), fromLocation: "LOC-HAM", toLocation: "LOC-VLC" } };
    const entries = [
      entry("approval.opened", "stp_1", "apr_1", { approvalId: "apr_1", card: signed }),
      grant("stp_2", "grt_2", "40", null),
      entry("approval.opened", "stp_3", "apr_3", { approvalId: "apr_3", card: { ...card("7"), tool: "a_tool_of_later", args: {} } }),
    ];
    expect(wordsOf(entries, (deed) => sayDeed(de, "de", deed))).toEqual([
      "50 PCE VLV-050 · LOC-HAM → LOC-VLC umlagern",
      "40 PCE VLV-050 umlagern",
      "Move 7 PCE VLV-050",
    ]);
    expect(wordsOf(entries, (deed) => sayDeed(en, "en", deed))).toEqual([
      "Move 50 PCE VLV-050",
      "Move 40 PCE VLV-050",
      "Move 7 PCE VLV-050",
    ]);
  });
});
