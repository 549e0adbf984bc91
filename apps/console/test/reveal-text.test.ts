import { describe, expect, it } from "vitest";
import { plainLabel, revealText, type TextSegment } from "../src/text/reveal-text.ts";

const visible = (segments: readonly TextSegment[]): string =>
  segments.map((segment) => (segment.kind === "plain" || segment.kind === "mixed" ? segment.text : "")).join("");
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/u;
const rebuilt = (segments: readonly TextSegment[]): string =>
  segments
    .map((segment) => (segment.kind === "spaces" ? " ".repeat(segment.count) : segment.kind === "hidden" ? segment.raw : segment.text))
    .join("");

const HOSTILE: Record<string, string> = {
  "text that runs backwards": "Deck stow\u202Eyltnegru\u202C per carrier",
  "zero width characters": "LOC\u200B-HAM\u2060\uFEFF",
  "tags that spell an instruction": "ok\u{E0069}\u{E0067}\u{E006E}\u{E007F}",
  "variation selectors": "A\uFE0F\u{E0100}",
  "terminal escapes": "\u001B[31mred\u0007\u0000",
  "line and paragraph separators": "a\u2028b\u2029c\r\n",
  "blank letters": "\u3164\uFFA0\u115F\u2800",
  "spaces of other widths": "1\u00A0000\u2009PCE",
  "private use": "\uE000\u{F0000}",
  "lone surrogates": "a\uD800b\uDC00",
  markup: "<img src=x onerror=alert(1)> [link](javascript:1) **bold**",
};

describe("revealText", () => {
  it.each(Object.entries(HOSTILE))("shows nothing invisible as text and loses nothing: %s", (_name, value) => {
    const { segments } = revealText(value);
    expect(visible(segments)).not.toMatch(INVISIBLE);
    expect(rebuilt(segments)).toBe(value);
    expect(plainLabel(value)).not.toMatch(INVISIBLE);
  });

  it("names the hidden character in its place", () => {
    expect(revealText("a\u202Eb").segments).toEqual([
      { kind: "plain", text: "a" },
      { kind: "hidden", label: "U+202E RLO", raw: "\u202E" },
      { kind: "plain", text: "b" },
    ]);
    expect(revealText("a\u202Eb").hiddenCount).toBe(1);
  });

  it("counts long runs of spaces and leaves two alone", () => {
    expect(revealText("a  b").segments).toEqual([{ kind: "plain", text: "a  b" }]);
    expect(revealText(`a${" ".repeat(12)}b`).segments[1]).toEqual({ kind: "spaces", count: 12 });
  });

  it("points out a word of two alphabets, and no honest word of another alphabet", () => {
    expect(revealText("P\u0430ypal GmbH").segments[0]).toEqual({ kind: "mixed", text: "P\u0430ypal", scripts: "Latin + Cyrillic" });
    for (const honest of ["Москва", "Αθήνα", "שלום", "مرحبا", "Brasil Químicos", "東京"])
      expect(revealText(honest).segments).toEqual([{ kind: "plain", text: honest }]);
  });

  it("says when a text has another normal form", () => {
    expect(revealText("Mu\u0308nchen").normal).toBe(false);
    expect(revealText("München").normal).toBe(true);
  });

  it("keeps the author's line breaks only where they are asked for", () => {
    expect(revealText("a\nb", true).segments).toEqual([{ kind: "plain", text: "a\nb" }]);
    expect(revealText("a\nb").segments[1]).toEqual({ kind: "hidden", label: "U+000A LF", raw: "\n" });
  });
});
