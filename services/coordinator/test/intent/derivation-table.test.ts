import { describe, expect, it } from "vitest";
import { derivedKinds } from "../../src/intent/derivation-table.ts";

describe("derivation", () => {
  it.each([
    [["transfer_stock"], ["book_shipment", "draft_declaration"]],
    [["book_shipment"], ["reserve_stock", "draft_declaration"]],
    [["change_lines"], ["reserve_stock", "release_reservation", "draft_declaration", "amend_declaration"]],
    [["cancel_shipment"], ["place_hold", "release_reservation", "invalidate_declaration"]],
    [
      ["transfer_stock", "book_shipment"],
      ["draft_declaration", "reserve_stock"],
    ],
    [["reserve_stock"], []],
    [["lodge_declaration"], []],
  ])("%s ⇒ %s and nothing else", (kinds, derived) => {
    expect(derivedKinds(kinds)).toEqual(derived);
  });
});
