import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitText } from "../src/preview/fit-text.ts";

/** Half a character does not survive being written as UTF-8. */
const isWhole = (text: string) => Buffer.from(text, "utf8").toString("utf8") === text;

describe("a text for a card", () => {
  it("stays as it is while it fits", () => {
    expect(fitText("Gate valve DN50", 15)).toBe("Gate valve DN50");
  });

  it("is cut and says how long it was", () => {
    expect(fitText("V".repeat(10_000), 40)).toBe(`${"V".repeat(20)}… (10000 characters)`);
  });

  it("is never longer than it may be, and never cut inside a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 0, maxLength: 600 }), fc.integer({ min: 30, max: 400 }), (text, max) => {
        const fitted = fitText(text, max);
        expect(fitted.length).toBeLessThanOrEqual(max);
        expect(isWhole(fitted)).toBe(true);
        if (text.length <= max) expect(fitted).toBe(text);
      }),
    );
  });
});
