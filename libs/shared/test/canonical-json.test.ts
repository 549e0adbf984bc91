import { canonicalJson, contentHash } from "@quartermaster/shared/signing";
import { expect, test } from "vitest";

test("the sample of RFC 8785 gives the bytes of the RFC", () => {
  const source = String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`;
  const expected = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`;
  expect(canonicalJson(JSON.parse(source))).toBe(expected);
});

test("members are sorted by UTF-16 code units, as the RFC's example shows", () => {
  const value = {
    "\u20ac": "Euro Sign",
    "\r": "Carriage Return",
    "\ufb33": "Hebrew Letter Dalet With Dagesh",
    "1": "One",
    "\ud83d\ude00": "Emoji: Grinning Face",
    "\u0080": "Control",
    "\u00f6": "Latin Small Letter O With Diaeresis",
  };
  expect([...canonicalJson(value).matchAll(/:"([^"]+)"/g)].map((match) => match[1])).toEqual([
    "Carriage Return",
    "One",
    "Control",
    "Latin Small Letter O With Diaeresis",
    "Euro Sign",
    "Emoji: Grinning Face",
    "Hebrew Letter Dalet With Dagesh",
  ]);
});

test.each([
  [0, "0"],
  [-0, "0"],
  [5e-324, "5e-324"],
  [1.7976931348623157e308, "1.7976931348623157e+308"],
  [9007199254740992, "9007199254740992"],
  [1e21, "1e+21"],
  [999999999999999900000, "999999999999999900000"],
  [1e-7, "1e-7"],
  [0.000001, "0.000001"],
  [333333333.33333325, "333333333.33333325"],
])("the number %s is written as %s", (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, "\ud800", { a: "\udc00" }, () => 1, 1n])(
  "what JSON cannot hold is refused: %s",
  (value) => {
    expect(() => canonicalJson(value)).toThrow(expect.objectContaining({ code: "invalid_json" }));
  },
);

test("the hash does not depend on member order or on members left undefined", () => {
  expect(contentHash({ a: 1, b: [2], c: undefined })).toBe(contentHash({ b: [2], a: 1 }));
  expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: "1" }));
});
