import { findQuantities, impossibleDates } from "@quartermaster/language";
import { expect, it } from "vitest";

it("keeps an exponent with its number, so that nobody takes the 1 of 1e2", () => {
  expect(findQuantities("Move 1e2 VLV-050 from Rotterdam", "en").map((found) => found.quantity)).toEqual(["1e2"]);
});

it("names the days that no calendar has", () => {
  expect(impossibleDates("by 31 Feb or 2026-02-31, not by 14 Dec or 29 Feb")).toEqual(["2026-02-31", "31 Feb"]);
});
