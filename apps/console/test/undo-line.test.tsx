// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { UndoLine } from "../src/requests/undo-line.tsx";
import { click, named, render } from "./support/render.tsx";

const thread = { id: "thr_1", requester: "planner.anna" };
const booking = {
  possible: true,
  agent: "transit",
  tool: "cancel_shipment",
  args: { shipmentId: "SHP-9", reason: "undo" },
  remark: "transfer_ends_too",
} as const;
const words = (): string => document.body.textContent ?? "";

describe("undoing a booking", () => {
  it.each([
    ["en", "Undo…", "The transfer that it carries is called off with it", "the carrier may charge"],
    ["de", "Rückgängig machen…", "Die Umlagerung, die sie befördert, wird damit auch abgebrochen", "kann dafür Kosten berechnen"],
  ] as const)("says before it is asked for that its transfer ends too (%s)", async (language, button, transfer, charge) => {
    await render(<UndoLine undo={booking} thread={thread} />, { language, user: "planner.anna", roles: ["planner"] });
    await click(named(button));
    expect(words()).toContain(transfer);
    expect(words()).toContain(charge);
  });
});

describe("a step that was undone", () => {
  it.each(["en", "de"] as const)("leads to the request that did it (%s)", async (language) => {
    await render(<UndoLine undo={{ possible: false, because: "undone", by: "req_2" }} thread={thread} />, { language });
    const link = named("req_2", "a");
    expect(link.getAttribute("href")).toBe("/requests/req_2");
    expect(words()).toMatch(language === "en" ? /See request req_2/ : /Siehe Anfrage req_2/);
  });

  it("is not offered again while the request that takes it back is under way, and leads there", async () => {
    await render(<UndoLine undo={{ possible: false, because: "undo_under_way", by: "req_3" }} thread={thread} />);
    expect(words()).toMatch(/^Taking it back was asked for and is under way\. See request req_3/);
    expect(document.querySelector("button")).toBeNull();
  });

  it("leads nowhere when there is nothing that did it", async () => {
    await render(<UndoLine undo={{ possible: false, because: "book_anew" }} thread={thread} />);
    expect(document.querySelector("a")).toBeNull();
  });
});
