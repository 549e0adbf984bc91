import { describe, expect, it } from "vitest";
import { understoodThings } from "../src/requests/understood-things.ts";

type Intent = Parameters<typeof understoodThings>[0];

describe("what a request was understood as", () => {
  it("names goods that only words tell, beside amounts, places and days", () => {
    const intent = {
      entities: [
        { kind: "said_goods", id: "valves", text: "butterfly valves" },
        { kind: "unlocode", id: "DEHAM", text: "Hamburg" },
        { kind: "said_from", id: "DEHAM", text: "Hamburg" },
      ],
      limits: { quantities: [{ quantity: "24", uom: null }], dates: [] },
    } as unknown as Intent;
    expect(understoodThings(intent, "en")).toEqual(["24", "butterfly valves", "DEHAM"]);
  });
});
