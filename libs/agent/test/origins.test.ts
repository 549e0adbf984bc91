import { expect, it } from "vitest";
import { createOriginFinder } from "../src/agent/origins.ts";
import { emptyState } from "../src/agent/task-state.ts";
import { aBrief } from "./fixtures.ts";

it("known steps are the requester's own words, what a rule added to them is computed", () => {
  const intent = { ...aBrief().intent, structured: true, actionKinds: ["transfer_stock"] };
  const calls = [
    { agent: "supply" as const, tool: "transfer_stock", args: { sku: "SKU-77", quantity: "60" } },
    { agent: "transit" as const, tool: "book_shipment", args: { serviceId: "SVC-77" } },
  ];
  const finder = createOriginFinder(aBrief({ kind: "actions", goal: "", intent, calls }), emptyState(), "computed");
  expect(finder.find("SKU-77")).toMatchObject({ kind: "requester" });
  expect(finder.find("SVC-77")).toMatchObject({ kind: "computed" });
});
