import { expect, it } from "vitest";
import { HIDDEN_IN_KEY, keyText } from "../src/contracts/key-text.ts";

const Key = keyText(20, 2);

it.each([
  ["a line break", "SO-1\nevil"],
  ["a line separator", "SO-1\u2028"],
  ["a tab", "SO-1\t"],
  ["a direction mark", "\u202eSO-1"],
  ["an isolate", "SO\u2066-1"],
  ["a zero-width space", "SO-\u200b1"],
  ["a joiner", "SO-\u200d1"],
  ["a byte order mark", "\ufeffSO-1"],
  ["a soft hyphen", "SO\u00ad-1"],
  ["a filler", "SO-1\u3164"],
  ["a lone surrogate", "SO-1\ud800"],
])("refuses a key with %s", (_what, key) => {
  expect(Key.safeParse(key).error?.issues.map(({ message }) => message)).toEqual([HIDDEN_IN_KEY]);
});

it.each(["SO-7001", "Łódź Depot", "VFD-600H", "@transfer0", "reactivo nº 4"])("takes %s", (key) => {
  expect(Key.parse(key)).toBe(key);
});

it("is as long as it may be", () => {
  expect(Key.safeParse("S").success).toBe(false);
  expect(Key.safeParse("S".repeat(21)).success).toBe(false);
  expect(keyText(3, 0).parse("")).toBe("");
});
