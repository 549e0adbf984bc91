// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { SwitchPage } from "../src/admin/switch-page.tsx";
import { UsersPage } from "../src/admin/users-page.tsx";
import { click, fill, named, type RenderOptions, render } from "./support/render.tsx";

const RUNS = { stopped: false, epoch: 4, pending: null, last: null, executors: [{ domain: "supply", epoch: 4 }] };
const WISH = {
  id: "kil_1",
  action: "stop",
  reason: "odd moves",
  askedBy: "admin.max",
  askedAt: new Date().toISOString(),
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
  confirmedBy: null,
  confirmedAt: null,
  epoch: null,
};
const ADMIN: RenderOptions = { user: "admin.nora", roles: ["admin"] };
const server =
  (state: object): RenderOptions["answer"] =>
  (call) => ({ body: call.method === "GET" ? state : WISH });
const words = (): string => document.body.textContent ?? "";

describe("the kill switch", () => {
  it("is asked for with a reason by one admin", async () => {
    const { asked } = await render(<SwitchPage />, { ...ADMIN, answer: server(RUNS) });
    expect(words()).toContain("Execution runs.");
    expect(named<HTMLButtonElement>("Ask to stop everything").disabled).toBe(true);
    await fill(document.querySelector("textarea") as HTMLTextAreaElement, "odd moves");
    await click(named("Ask to stop everything"));
    expect(asked.find((call) => call.method === "POST")).toMatchObject({
      path: "/v1/kill-switch",
      body: { action: "stop", reason: "odd moves" },
    });
  });

  it("is confirmed by another admin, never by the one who asked", async () => {
    const { asked } = await render(<SwitchPage />, { ...ADMIN, answer: server({ ...RUNS, pending: WISH }) });
    expect(words()).toContain("odd moves");
    await click(named("Confirm: stop everything"));
    expect(asked.find((call) => call.method === "POST")?.body).toEqual({ confirm: "kil_1" });
    await render(<SwitchPage />, { ...ADMIN, user: "admin.max", answer: server({ ...RUNS, pending: WISH }) });
    expect(words()).toContain("You asked for this, so another admin confirms it.");
    expect(document.querySelectorAll("button")).toHaveLength(0);
  });

  it("tells others how it stands, and offers them nothing", async () => {
    const last = { ...WISH, confirmedBy: "admin.nora", confirmedAt: new Date().toISOString(), epoch: 5 };
    await render(<SwitchPage />, { user: "audit.lena", roles: ["auditor"], answer: server({ ...RUNS, stopped: true, last }) });
    expect(words()).toContain("All execution is stopped.");
    expect(words()).toContain("Only admins can ask for this and confirm it.");
    expect(document.querySelectorAll("button,textarea")).toHaveLength(0);
  });
});

describe("the kill switch before its first use", () => {
  const NEVER = { ...RUNS, epoch: 0, executors: [{ domain: "supply", epoch: null }] };

  it.each([
    ["en", "So far there was none: epoch 1 begins with the first.", "supply has nothing to confirm yet"],
    ["de", "Bisher gab es keinen: Epoche 1 beginnt mit dem ersten.", "supply hat noch nichts zu bestätigen"],
  ] as const)("says in words (%s) that there is no epoch", async (language, lead, executor) => {
    await render(<SwitchPage />, { ...ADMIN, language, answer: server(NEVER) });
    expect(words()).toContain(lead);
    expect(words()).toContain(executor);
    expect(words()).not.toContain("null");
  });

  it("says of an executor that was not reached that it has not confirmed", async () => {
    await render(<SwitchPage />, { ...ADMIN, answer: server({ ...RUNS, executors: NEVER.executors }) });
    expect(words()).toContain("supply has not confirmed an epoch yet");
  });

  it("takes no reason that nobody can see", async () => {
    await render(<SwitchPage />, { ...ADMIN, answer: server(RUNS) });
    await fill(document.querySelector("textarea") as HTMLTextAreaElement, "\u200B \u3164");
    expect(named<HTMLButtonElement>("Ask to stop everything").disabled).toBe(true);
    await fill(document.querySelector("textarea") as HTMLTextAreaElement, "\u200Bodd");
    expect(named<HTMLButtonElement>("Ask to stop everything").disabled).toBe(false);
  });
});

describe("the page of people", () => {
  const USERS = {
    items: [
      { id: "admin.nora", roles: ["admin"], active: true },
      { id: "stock.ben", roles: ["stock_manager"], active: false },
    ],
    nextCursor: null,
  };

  it("changes the roles of others, never one's own", async () => {
    const { asked } = await render(<UsersPage />, { ...ADMIN, answer: () => ({ body: USERS }) });
    expect(words()).toContain("you; another admin changes your roles");
    await click(named("Change stock.ben"));
    const box = (word: string): HTMLInputElement => {
      const label = [...document.querySelectorAll("label")].find((each) => each.textContent?.trim() === word);
      return label?.querySelector("input") as HTMLInputElement;
    };
    expect(box("stock manager").checked).toBe(true);
    await click(box("buyer"));
    await click(box("May sign in"));
    await click(named("Save"));
    expect(asked.find((call) => call.method === "POST")).toMatchObject({
      path: "/v1/users/stock.ben",
      body: { roles: ["stock_manager", "buyer"], active: true },
    });
  });

  it("is for reading to an auditor", async () => {
    await render(<UsersPage />, { user: "audit.lena", roles: ["auditor"], answer: () => ({ body: USERS }) });
    expect(words()).toContain("stock.ben");
    expect(document.querySelectorAll("button")).toHaveLength(0);
  });
});
