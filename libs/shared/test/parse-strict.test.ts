import { parseStrict } from "@quartermaster/shared/signing";
import fc from "fast-check";
import { expect, test } from "vitest";

test.each([
  ['{"a":1,"a":2}', "/a", "duplicate"],
  ['{"a":1,"\\u0061":2}', "/a", "duplicate"],
  ['{"x":{"__proto__":{}}}', "/x/__proto__", "forbidden"],
  ['{"constructor":1}', "/constructor", "forbidden"],
  ['["\\ud800"]', "/0", "lone surrogate"],
  ['{"a":"x\\u0000"}', "/a", "NUL"],
  ['{"\\u0000":1}', "/", "NUL"],
  ["[1e999]", "/0", "out of range"],
  ["[1,]", "/1", "unexpected"],
  ["{'a':1}", "/", "member name"],
  ["01", "/", "after the end"],
  ["NaN", "/", "unexpected"],
  ["", "/", "unexpected"],
  ['{"a":1}x', "/", "after the end"],
  ['["a', "/0", "unterminated"],
  ['["\u0001"]', "/0", "malformed"],
  [`${"[".repeat(20)}${"]".repeat(20)}`, "/", "nesting"],
])("%s is refused", (text, path, message) => {
  try {
    parseStrict(text);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid_json", message: expect.stringContaining(message) });
    expect((error as { errors: { path: string }[] }).errors[0]?.path.startsWith(path)).toBe(true);
    return;
  }
  expect.unreachable();
});

test("a text over the limit is refused before it is read", () => {
  expect(() => parseStrict(`"${"a".repeat(100)}"`, { maxBytes: 50 })).toThrow(expect.objectContaining({ code: "body_too_large" }));
});

test("what it accepts is what JSON.parse reads", () => {
  const named = (text: string) => !/__proto__|constructor|prototype/.test(text);
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }).filter(named), (text) => {
      let strict: unknown;
      try {
        strict = parseStrict(text);
      } catch (error) {
        expect(error).toMatchObject({ message: expect.stringMatching(/duplicate|surrogate|NUL/) });
        return;
      }
      expect(strict).toEqual(JSON.parse(text));
    }),
  );
});
