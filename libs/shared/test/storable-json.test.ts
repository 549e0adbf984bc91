import { canonicalJson, parseStrict, storableJson } from "@quartermaster/shared/signing";
import fc from "fast-check";
import { expect, test } from "vitest";

test("NUL and half characters are replaced in names and values; whole characters stay", () => {
  const given = { "a\0": ["\ud83d", "\u{1f600}".slice(1), "\u{1f600}"], n: 1, none: null };
  expect(storableJson(given)).toEqual({ "a\ufffd": ["\ufffd", "\ufffd", "\u{1f600}"], n: 1, none: null });
});

test("whatever it gives back can be signed and read again by the strict parser", () => {
  const texts = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(texts, (text) => {
      const kept = storableJson({ text });
      expect(parseStrict(canonicalJson(kept))).toEqual(kept);
    }),
  );
});
