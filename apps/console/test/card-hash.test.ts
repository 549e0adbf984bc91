import { cardHashOf, canonicalJson as serverJson } from "@quartermaster/shared/signing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "../src/api/canonical-json.ts";
import { cardHash } from "../src/api/card-hash.ts";

const card = {
  headline: "Move 60 PCE VLV-050 LOC-HAM → LOC-VLC",
  args: { quantity: "60", uom: "PCE", reason: 'Ü\u2028\u0007 "quoted"', é: 1, z: [], "€": { b: null, a: true } },
  before: [{ path: "STK-006/available", value: "360", version: 1, unit: null }],
  hash: "sha256:whatever",
};

describe("the card's hash in the browser", () => {
  it("is the one that the server writes", async () => {
    expect(await cardHash(card)).toBe(cardHashOf(card));
  });

  it("does not cover the hash itself and covers everything else", async () => {
    expect(await cardHash({ ...card, hash: "sha256:other" })).toBe(await cardHash(card));
    expect(await cardHash({ ...card, headline: `${card.headline} ` })).not.toBe(await cardHash(card));
  });

  it("has the server's canonical form for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        let expected: string | null = null;
        try {
          expected = serverJson(value);
        } catch {
          expect(() => canonicalJson(value)).toThrow();
        }
        if (expected !== null) expect(canonicalJson(value)).toBe(expected);
      }),
    );
  });

  it("refuses a lone surrogate", () => {
    expect(() => canonicalJson({ a: "\uD800" })).toThrow();
  });
});
