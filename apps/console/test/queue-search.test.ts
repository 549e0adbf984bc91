import { describe, expect, it } from "vitest";
import { ListQuery } from "../../../services/approvals/src/queue/list-approvals.ts";
import { hasFilters, NO_FILTERS, type QueueSearch, queueQuery, readQueueSearch } from "../src/approvals/queue-search.ts";

const FILTERS = {
  agent: "supply",
  tool: "transfer_stock",
  sku: "VLV-050",
  location: "LOC-HAM",
  role: "stock_manager",
  risk: "2",
  q: "anna",
};
const asked = (search: QueueSearch) => ListQuery.parse(Object.fromEntries(new URLSearchParams(queueQuery(search))));

describe("the address of the queue", () => {
  it("asks the server for every filter that it names", () => {
    const search = readQueueSearch({ ...FILTERS, view: "all", sort: "expiry", unknown: "x" });
    expect(asked(search)).toMatchObject({ ...FILTERS, state: "pending", sort: "expiry" });
    expect(hasFilters(search)).toBe(true);
    expect(hasFilters({ view: "all", sort: "age", ...(NO_FILTERS as object) })).toBe(false);
  });

  it("asks for what was decided by the server's own word, newest first", () => {
    expect(asked({ view: "decided" })).toMatchObject({ state: "decided", sort: "recent" });
    expect(asked({ view: "decided", sort: "risk" })).toMatchObject({ state: "decided", sort: "risk" });
  });

  it("never orders what is open by its decision", () => {
    expect(asked({ view: "all", sort: "recent" })).toMatchObject({ state: "pending", sort: "risk" });
    expect(asked({})).toMatchObject({ mine: "true", sort: "risk" });
  });

  it("leaves out what it does not know", () => {
    expect(readQueueSearch({ view: "x", risk: "4", sort: "y", sku: "", tool: "t".repeat(81), location: 7 })).toEqual({ location: "7" });
  });
});
