// @vitest-environment happy-dom
import { act } from "react";
import { describe, expect, it } from "vitest";
import { ItemMenu } from "../src/approvals/item-menu.tsx";
import { anApproval } from "./support/an-approval.ts";
import { click, fill, named, render, settle } from "./support/render.tsx";

const openMenu = async (): Promise<string[]> => {
  await act(async () => named("More").dispatchEvent(new MouseEvent("mousedown", { bubbles: true, button: 0 })));
  for (let turn = 0; turn < 20 && document.querySelector("[role=menuitem]") === null; turn++) await settle();
  return [...document.querySelectorAll("[role=menuitem]")].map((item) => item.textContent ?? "");
};
const done = () => ({ body: {} });
const textField = (): HTMLTextAreaElement => {
  const found = document.querySelector<HTMLTextAreaElement>("[role=dialog] textarea");
  if (!found) throw new Error("no field is open");
  return found;
};

describe("what can be done with an item beside deciding it", () => {
  it("is everything for whoever may decide it", async () => {
    await render(<ItemMenu loaded={anApproval()} />);
    expect(await openMenu()).toEqual(["Ask for less…", "Claim", "Delegate…", "Comment…"]);
  });

  it("is a comment for everybody else", async () => {
    const { asked } = await render(<ItemMenu loaded={anApproval({ canDecide: false, cannotDecideBecause: "role_missing" })} />, {
      user: "planner.anna",
      roles: ["planner"],
      answer: done,
    });
    expect(await openMenu()).toEqual(["Comment…"]);
    await click(named("Comment…"));
    await fill(textField(), "Aisle 4 is closed until noon.");
    await click(named("Keep comment"));
    expect(asked).toMatchObject([
      { method: "POST", path: "/v1/approvals/apr_1/comments", body: { text: "Aisle 4 is closed until noon." } },
    ]);
    expect(document.querySelector("[role=dialog] textarea")).toBeNull();
  });

  it("gives back what the person claimed, and offers no claim of what somebody else looks at", async () => {
    const { asked } = await render(<ItemMenu loaded={anApproval({ claimedBy: "stock.ben" })} />, { answer: done });
    expect(await openMenu()).toContain("Release");
    await click(named("Release"));
    expect(asked.map((call) => call.path)).toEqual(["/v1/approvals/apr_1/release"]);
    await render(<ItemMenu loaded={anApproval({ claimedBy: "stock.bea" })} />);
    expect(await openMenu()).not.toContain("Claim");
  });

  it("says who cannot be handed an item, and keeps the words that were typed", async () => {
    await render(<ItemMenu loaded={anApproval()} />, {
      answer: () => ({ status: 403, body: { status: 403, code: "role_missing", title: "", detail: "" } }),
    });
    await openMenu();
    await click(named("Delegate…"));
    await fill(textField(), "planner.anna");
    await click(named("Hand on"));
    expect(document.querySelector("[role=dialog] [role=alert]")?.textContent).toBe("This person cannot decide it.");
    expect(textField().value).toBe("planner.anna");
  });
});
