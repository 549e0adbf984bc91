import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exactQuantity, parseExact } from "../src/adapter/exact-numbers.ts";

describe("numbers from outside", () => {
  it("keeps every digit that the other system wrote", () => {
    expect(parseExact('{"a":60.0000024,"b":[0.1,1e3,-12.50,1.5E-3,0.1e1],"c":"7 e2 \\"9\\"","d":null}')).toEqual({
      a: "60.0000024",
      b: ["0.1", "1000", "-12.50", "0.0015", "1"],
      c: '7 e2 "9"',
      d: null,
    });
  });

  it("gives for any JSON text the same structure as JSON.parse", () => {
    const numbersAsText = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(numbersAsText)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, numbersAsText(member)]))
          : typeof value === "number"
            ? Number(value)
            : value;
    const backToNumbers = (value: unknown, like: unknown): unknown =>
      Array.isArray(like)
        ? like.map((member, index) => backToNumbers((value as unknown[])[index], member))
        : typeof like === "object" && like !== null
          ? Object.fromEntries(Object.entries(like).map(([key, member]) => [key, backToNumbers((value as never)[key], member)]))
          : typeof like === "number"
            ? Number(value)
            : value;
    fc.assert(
      fc.property(fc.json(), (text) => {
        const plain: unknown = JSON.parse(text);
        expect(backToNumbers(parseExact(text), plain)).toEqual(numbersAsText(plain));
      }),
    );
  });

  it("accepts a quantity that the item's unit can hold and shortens it", () => {
    expect(exactQuantity("60.000", 0, "VLV-050")).toBe("60");
    expect(exactQuantity("0.5", 3, "CBL-4X16")).toBe("0.5");
  });

  it.each([
    ["60.0000024", 0],
    ["0.30000000000000004", 3],
    ["0.96", 0],
    [null, 0],
    [12, 0],
    ["1e3", 0],
  ])("refuses %s with %i decimals and rounds nothing", (value, scale) => {
    expect(() => exactQuantity(value, scale, "VLV-050")).toThrow(/no exact value/);
  });
});
