import { describe, expect, it } from "vitest";
import type { FeedLine } from "../src/api/types.ts";
import { buildLanes } from "../src/requests/lanes.ts";
import { progressParts } from "../src/requests/progress.ts";

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
const line = (id: number, name: string, data: FeedLine["data"], seconds: number): FeedLine => ({
  id,
  name,
  data: { ...data, at: at(seconds) },
});

describe("a request on the screen", () => {
  it("shows one lane per agent on one clock, a proposing call as its proposal", () => {
    const lanes = buildLanes(
      [
        line(1, "request.status", { status: "received" }, 0),
        line(2, "agent.status", { agent: "transit", status: "waiting" }, 1),
        line(3, "tool.called", { agent: "supply", tool: "find_stock", args: {}, ok: true, records: ["STK-006@1"] }, 2),
        line(4, "tool.called", { agent: "supply", tool: "transfer_stock", args: {}, ok: true, records: [] }, 4),
        line(5, "proposal.created", { agent: "supply", tool: "transfer_stock", args: { quantity: "60" }, evidence: ["STK-006@1"] }, 4.5),
      ],
      ["supply"],
    );
    expect(lanes.map((lane) => lane.agent)).toEqual(["supply", "transit"]);
    expect(lanes[0]?.lines.map((each) => [each.kind, each.tool, each.at])).toEqual([
      ["read", "find_stock", 2],
      ["proposal", "transfer_stock", 4.5],
    ]);
    expect(lanes[0]?.proposals).toBe(1);
  });

  it("shows a proposal once when it arrives before the call that made it", () => {
    const lanes = buildLanes(
      [
        line(1, "proposal.created", { agent: "supply", tool: "transfer_stock", args: {}, evidence: [] }, 1),
        line(2, "tool.called", { agent: "supply", tool: "transfer_stock", args: {}, ok: true, records: [] }, 1),
        line(3, "tool.called", { agent: "supply", tool: "transfer_stock", args: {}, ok: false, code: "uom_mismatch", records: [] }, 2),
      ],
      [],
    );
    expect(lanes[0]?.lines.map((each) => [each.kind, each.ok])).toEqual([
      ["proposal", true],
      ["read", false],
    ]);
  });

  it("says how far a request is, and which parts a question never needed", () => {
    expect(progressParts("awaiting_approval")).toEqual(["done", "done", "done", "done", "now", "open", "open"]);
    expect(progressParts("completed", { plan: null })).toEqual(["done", "done", "done", "skipped", "skipped", "skipped", "done"]);
  });
});
