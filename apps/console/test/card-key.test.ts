import { describe, expect, it } from "vitest";
import { cardKey } from "../src/approvals/card-key.ts";

const approval = { id: "apr_1", revision: 1, card: { hash: "sha256:a" } };

describe("the key under which a card is read", () => {
  it("stays while the card stays", () => {
    expect(cardKey(structuredClone(approval))).toBe(cardKey(approval));
  });

  it.each([
    ["item", { ...approval, id: "apr_2" }],
    ["revision, also with the same card", { ...approval, revision: 2 }],
    ["card", { ...approval, card: { hash: "sha256:b" } }],
  ])("is another one for another %s", (_what, other) => {
    expect(cardKey(other)).not.toBe(cardKey(approval));
  });
});
