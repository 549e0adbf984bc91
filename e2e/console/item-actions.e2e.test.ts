import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "../client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { accessibilityFindings, findChromium, launchBrowser, readToTheEnd, type Visit, type VisitOptions, visit } from "./open-browser.ts";

const TRANSFER = {
  actions: [
    {
      agent: "supply",
      tool: "transfer_stock",
      args: {
        sku: "VLV-050",
        fromLocation: "LOC-HAM",
        toLocation: "LOC-VLC",
        quantity: "60",
        uom: "PCE",
        neededBy: "2026-12-16",
        reason: "replenish",
      },
    },
  ],
};

let stack: Stack;
let browser: Browser;
const open: Visit[] = [];
const as = async (tenant: Tenant, user: string, options: VisitOptions = {}): Promise<Page> => {
  const made = await visit(browser, stack, tenant, user, options);
  made.page.setDefaultTimeout(60_000);
  open.push(made);
  return made.page;
};
const openCard = async (tenant: Tenant, requestId: string): Promise<string> => {
  const request = await tenant.reaches(requestId, ["awaiting_approval"]);
  const step = request.plan.steps.find((candidate: { tool: string }) => candidate.tool === "transfer_stock");
  return `/approvals/${step.approval.id}`;
};
const approve = async (page: Page): Promise<void> => {
  await readToTheEnd(page);
  const button = page.locator("button[data-gate]");
  await expect.poll(() => button.getAttribute("data-gate"), { timeout: 15_000 }).toBe("open");
  await button.click();
};

describe("what people do with an item", () => {
  beforeAll(async () => {
    const chromium = findChromium();
    if (chromium === null) throw new Error("the browser tests need Chromium: apt-get install chromium, or name it in QM_CHROMIUM");
    stack = await startStack();
    browser = await launchBrowser(chromium);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });
  afterEach(async ({ task }) => {
    for (const { page, context, problems } of open.splice(0)) {
      // biome-ignore lint/performance/useDomNodeTextContent: only what a person sees
      const words = task.result?.state === "fail" ? await page.evaluate(() => document.body.innerText).catch(() => "(no text)") : "";
      if (words !== "") process.stderr.write(`\n${page.url()} ${problems.join("; ")}\n${words.slice(0, 2_500)}\n`);
      await context.close();
      expect(problems).toEqual([]);
    }
  });

  it("tells of a stop on every page, and lets what is approved wait until it ends", async () => {
    const tenant = await freshTenant(stack);
    const flip = async (user: string, body: Record<string, string>) => await tenant.call(user, "/v1/kill-switch", { method: "POST", body });
    const both = async (action: string, reason: string): Promise<void> => {
      const { body } = await flip("admin.max", { action, reason });
      expect((await flip("admin.nora", { confirm: body.id })).status).toBe(200);
    };
    const id = await tenant.submit("planner.anna", TRANSFER);
    const path = await openCard(tenant, id);
    await both("stop", "odd moves out of Hamburg");
    const officer = await as(tenant, "stock.ben");
    await officer.goto(path);
    await officer.locator("button[data-reject]").waitFor();
    await approve(officer);
    await officer.locator("[data-outcome]").getByText("Waits: all execution is stopped.").waitFor();
    const checked = await as(tenant, "admin.max", { bypassCsp: true });
    for (const page of ["/home", "/requests", `/requests/${id}`, "/approvals", path, "/agents", "/ledger", "/policy", "/users", "/stop"]) {
      await checked.goto(page);
      const banner = checked.locator("[data-stop-banner]");
      await banner.getByText("odd moves out of Hamburg").waitFor();
      expect(await banner.textContent()).toContain("Asked by admin.max, confirmed by admin.nora");
      await checked.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
      expect((await accessibilityFindings(checked)).map((finding) => `${page} ${finding}`)).toEqual([]);
    }
    await checked.goto(`/requests/${id}`);
    await checked.getByText("All execution is stopped. Approved steps wait until it goes on").waitFor();
    await both("resume", "looked at");
    await checked.locator("[data-stop-banner]").waitFor({ state: "detached" });
    await checked.getByText("All execution is stopped.").first().waitFor({ state: "detached" });
    await officer
      .locator("[data-outcome]")
      .getByText(/Succeeded/)
      .waitFor();
  }, 180_000);

  it("asks for less, reads the new card, approves it, and undoes what was done as a new request", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", TRANSFER);
    const path = await openCard(tenant, id);
    const officer = await as(tenant, "stock.ben");
    await officer.goto(path);
    await officer.locator("button[data-reject]").waitFor();
    expect(await officer.getByRole("link", { name: "Open the request" }).getAttribute("href")).toBe(`/requests/${id}`);
    await officer.keyboard.press("e");
    const dialog = officer.getByRole("dialog");
    await dialog.getByLabel(/quantity/).fill("61");
    await dialog.getByRole("button", { name: "Plan it with less" }).click();
    await dialog.getByText("must not be more than before").waitFor();
    await dialog.getByLabel(/quantity/).fill("40");
    await dialog.getByRole("button", { name: "Plan it with less" }).click();
    await officer.getByRole("button", { name: "Show the new one" }).click();
    await officer.getByRole("heading", { name: /^Move 40 PCE VLV-050/ }).waitFor();
    expect(await officer.locator("[data-edit]").textContent()).toContain("60 → 40 PCE");
    await approve(officer);
    await officer.locator("[data-outcome]").getByText(/rcp_/).waitFor();
    const done = await tenant.reaches(id, ["completed"]);
    const quantities = done.plan.steps.map((step: { args: { quantity?: string; lines?: { quantity: string }[] } }) => step.args);
    expect(JSON.stringify(quantities)).not.toContain('"60"');
    expect((await tenant.stock("VLV-050", "LOC-HAM")).available).toBe("320");

    const auditor = await as(tenant, "audit.lena");
    await auditor.goto("/ledger");
    const row = (kind: string) => auditor.getByRole("listitem").filter({ hasText: kind });
    await row("Approval edited").getByText("VLV-050 60 → 40 PCE").waitFor();
    await row("Approval opened").getByText("Move 60 PCE").waitFor();
    await row("Decision recorded: approve").getByText("Move 40 PCE").waitFor();
    await row("Receipt recorded: succeeded").getByText("Move 40 PCE").waitFor();

    const planner = await as(tenant, "planner.anna");
    await planner.goto(`/requests/${id}`);
    // The transfer is not called off by itself while its shipment stands: it would leave with goods that are offered.
    const transfer = done.plan.steps.find((step: { tool: string }) => step.tool === "transfer_stock");
    const { agent, tool, args } = transfer.undo;
    const alone = await tenant.reaches(await tenant.submit("planner.anna", { actions: [{ agent, tool, args }] }), [
      "refused",
      "failed",
      "incomplete",
    ]);
    expect(JSON.stringify(alone)).toContain("transfer_is_booked");
    expect((await tenant.stock("VLV-050", "LOC-HAM")).available).toBe("320");
    await planner.getByRole("button", { name: "Undo…" }).first().click();
    await planner.getByRole("dialog").getByText("Undo the booking first").waitFor();
    await planner.getByRole("button", { name: "Leave it" }).click();
    await planner.getByRole("button", { name: "Undo…" }).nth(1).click();
    await planner.getByRole("dialog").getByText("Possible before the cut-off").waitFor();
    await planner.getByRole("button", { name: "Ask for it" }).click();
    await planner.waitForURL((url) => /\/requests\/req_/.test(url.pathname) && !url.pathname.endsWith(id));
    const undoing = planner.url().split("/").at(-1) ?? "";
    const released = await tenant.reaches(undoing, ["awaiting_approval", "completed"]);
    const tools = released.plan.steps.map((step: { tool: string }) => step.tool);
    expect(tools).toEqual(expect.arrayContaining(["cancel_shipment", "release_reservation"]));
  });

  it("is claimed by key, commented on, and handed to somebody who may decide", async () => {
    const tenant = await freshTenant(stack);
    const path = await openCard(tenant, await tenant.submit("planner.anna", TRANSFER));
    const ben = await as(tenant, "stock.ben");
    await ben.goto(path);
    await ben.locator("button[data-reject]").waitFor();
    await ben.keyboard.press("c");
    const bea = await as(tenant, "stock.bea");
    await bea.goto(path);
    await bea.getByText("stock.ben is looking at this").waitFor();
    const choose = async (page: Page, name: string) => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name }).click();
    };
    await choose(ben, "Comment…");
    await ben.getByRole("dialog").getByLabel("Comment").fill("Aisle 4 is closed until noon.");
    await ben.getByRole("button", { name: "Keep comment" }).click();
    await ben.locator("article").getByText("Aisle 4 is closed until noon.").waitFor();
    await choose(ben, "Delegate…");
    await ben.getByRole("dialog").getByLabel(/User/).fill("planner.anna");
    await ben.getByRole("button", { name: "Hand on" }).click();
    await ben.getByRole("dialog").getByText("This person cannot decide it.").waitFor();
    await ben.getByRole("dialog").getByLabel(/User/).fill("stock.bea");
    await ben.getByRole("button", { name: "Hand on" }).click();
    await ben.getByText("stock.bea is looking at this").waitFor();
  });

  it("are chosen by key and approved together, each with its own answer, and count in the review health", async () => {
    const tenant = await freshTenant(stack);
    for (const quantity of ["5", "7"]) {
      const args = { ...TRANSFER.actions[0]?.args, fromLocation: "LOC-HAM", toLocation: "LOC-RTM", sku: "VLV-080", quantity };
      await tenant.submit("planner.anna", { actions: [{ ...TRANSFER.actions[0], args }] });
    }
    const page = await as(tenant, "stock.ben");
    await page.goto("/approvals");
    await page.getByRole("option").nth(1).waitFor();
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+J");
    await page.locator("[data-batch]").getByText("2 chosen").waitFor();
    await page.locator("[data-batch]").getByRole("button", { name: "Approve 2" }).click();
    await page.getByRole("dialog").getByText("12 PCE VLV-080").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Approve 2" }).click();
    await expect.poll(() => page.locator("[data-batch-result] li").allTextContents()).toHaveLength(2);
    for (const line of await page.locator("[data-batch-result] li").allTextContents()) expect(line).toContain("approved");
    await page.getByRole("button", { name: "Close" }).click();
    await page.goto("/health");
    await page
      .getByRole("row", { name: /stock\.ben/ })
      .getByText("100 %")
      .waitFor();
  });
});
