import { describe, expect, it } from "vitest";
import { isVisible, visibleText } from "../src/contracts/index.ts";

describe("words that others read later", () => {
  it.each([
    ["a zero-width space", "\u200B"],
    ["joiners and a byte order mark", "\u200C\u200D\uFEFF"],
    ["a text direction", "\u202E\u2066"],
    ["no-break and wide spaces", "\u00A0\u3000\u2003"],
    ["blank letters", "\u3164\u115F\uFFA0"],
    ["a blank sign of Braille", "\u2800"],
    ["variation selectors and tags", "\uFE0F\u{E0041}"],
    ["control characters", "\u0001\u0085"],
    ["half a character", "\uD800"],
    ["a line break", "\n"],
  ])("are not %s", (_what, text) => {
    expect(isVisible(text)).toBe(false);
    expect(visibleText(500).safeParse(text).success).toBe(false);
    expect(isVisible(`${text}x`)).toBe(true);
  });

  it.each(["odd moves", "Müll", "Груз", "货物", "شحنة", "?", "👍🏽", "7"])("may be %s", (text) => {
    expect(visibleText(500).parse(` ${text}\n`)).toBe(text);
  });

  it("are as long as was asked for, without the spaces around them", () => {
    expect(visibleText(5, 2).safeParse(" a ").success).toBe(false);
    expect(visibleText(5, 2).parse("  ab   ")).toBe("ab");
    expect(visibleText(5).safeParse("abcdef").success).toBe(false);
  });
});
