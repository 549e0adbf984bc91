import { findQuantities } from "@quartermaster/language";
import { expect, it } from "vitest";

it("keeps an exponent with its number, so that nobody takes the 1 of 1e2", () => {
  expect(findQuantities("Move 1e2 VLV-050 from Rotterdam", "en").map((found) => found.quantity)).toEqual(["1e2"]);
});

it.each(["in week 50", "in KW 50", "en semaine 50"])("takes the number of a week for no amount: %s", (text) => {
  expect(findQuantities(text, "de")).toEqual([]);
});
