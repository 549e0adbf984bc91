import { expect, it } from "vitest";
import { undoBody } from "../src/requests/undo-body.ts";

const undo = { possible: true as const, agent: "supply", tool: "transfer_stock", args: { sku: "VLV-050" }, remark: null };
const thread = { id: "thr_1", requester: "planner.anna" };

it("goes on in the thread for the requester only: nobody else may write there", () => {
  const { agent, tool, args } = undo;
  expect(undoBody(undo, thread, "planner.anna")).toEqual({ actions: [{ agent, tool, args }], threadId: "thr_1" });
  expect(undoBody(undo, thread, "stock.ben")).toEqual({ actions: [{ agent, tool, args }] });
});
