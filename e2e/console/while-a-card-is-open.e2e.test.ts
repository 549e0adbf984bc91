import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant, tenantOf } from "../client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { findChromium, launchBrowser, readToTheEnd, type Visit, type VisitOptions, visit } from "./open-browser.ts";

const WORLD = fileURLToPath(new URL("../../data/seed-world.json", import.meta.url));
const LIMIT_MS = 30_000;

const transfer = (sku: string, fromLocation: string, toLocation: string, quantity: string, uom: string) => ({
  actions: [
    {
      agent: "supply",
      tool: "transfer_stock",
      args: { sku, fromLocation, toLocation, quantity, uom, neededBy: "2026-12-14", reason: "replenish" },
    },
  ],
});

let stack: Stack;
let browser: Browser;
const open: Visit[] = [];
const as = async (tenant: Tenant, user: string, options: VisitOptions = {}): Promise<Page> => {
  const made = await visit(browser, stack, tenant, user, options);
  made.page.setDefaultTimeout(LIMIT_MS);
  open.push(made);
  return made.page;
};
const itemOf = async (tenant: Tenant, requestId: string, tool = "transfer_stock"): Promise<string> => {
  const request = await tenant.reaches(requestId, ["awaiting_approval"]);
  return request.plan.steps.find((step: { tool: string }) => step.tool === tool).approval.id as string;
};
const gateOf = (page: Page) => page.locator("button[data-gate]");
const gateIs = (page: Page, state: string) => expect.poll(() => gateOf(page).getAttribute("data-gate"), { timeout: 20_000 }).toBe(state);

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

describe("while a card is open", () => {
  it("two people approve it, each in a browser of their own, and each sees what the other did", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", transfer("SLV-IPA", "LOC-RTM", "LOC-GDN", "1000", "LTR"));
    const path = `/approvals/${await itemOf(tenant, id)}`;
    const pages = [await as(tenant, "stock.ben"), await as(tenant, "hse.gita", { width: 390, height: 844 })];
    for (const page of pages) {
      await page.goto(path);
      await readToTheEnd(page);
    }
    for (const [index, page] of pages.entries()) {
      await gateIs(page, "confirm");
      await page.getByRole("textbox").fill("1000");
      await gateIs(page, "open");
      await gateOf(page).click();
      await page
        .locator("[data-outcome]")
        .getByText(`You approved, ${index + 1} of 2.`)
        .waitFor();
    }
    // The booking that depends on it has people of its own; until they decide nothing is executed.
    for (const page of pages) await page.locator("[data-outcome]").getByText("It runs once people have decided on step 2").waitFor();
    const booking = (await tenant.read("planner.anna", id)).plan.steps.find((step: { tool: string }) => step.tool === "book_shipment");
    const { body } = await tenant.call("audit.lena", `/v1/approvals/${booking.approval.id}`);
    for (const { role } of body.policy.slots as { role: string }[]) {
      const person = { transport_manager: "transport.cleo", dg_officer: "hse.gita" }[role];
      const decided = await tenant.decide(person ?? role, booking.approval.id, "approve");
      expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    }
    for (const page of pages) await page.locator("[data-outcome]").getByText(/rcp_/).waitFor();
  });

  it("and its goods go to somebody else, approving answers that it changed, and the new card can be read", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", transfer("VLV-050", "LOC-HAM", "LOC-VLC", "60", "PCE"));
    const item = await itemOf(tenant, id);
    const page = await as(tenant, "stock.ben");
    await page.goto(`/approvals/${item}`);
    await readToTheEnd(page);
    await gateIs(page, "open");
    const args = { sku: "VLV-050", location: "LOC-HAM", quantity: "200", uom: "PCE", demandRef: "SO-7999" };
    const other = await tenant.submit("planner.adam", {
      actions: [{ agent: "supply", tool: "reserve_stock", args }],
      acknowledge: ["same_units_promised_twice"],
    });
    const taken = await tenant.reaches(other, ["completed", "awaiting_approval"]);
    if (taken.status === "awaiting_approval") {
      await tenant.decide("stock.bea", await itemOf(tenant, other, "reserve_stock"), "approve");
      await tenant.reaches(other, ["completed"]);
    }
    await gateOf(page).click();
    await page.getByRole("button", { name: "Show the new one" }).click();
    await page
      .getByText(/safety stock/i)
      .first()
      .waitFor();
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("320");
    // The plan is made again because of it, and its item replaces the one on the screen.
    await page.getByRole("link", { name: "Open the new card" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(item));
    await readToTheEnd(page);
    // Below its safety stock it is a higher risk, so the amount is typed.
    await gateIs(page, "confirm");
    await page.getByRole("textbox").fill("60");
    await gateIs(page, "open");
    await gateOf(page).click();
    // And it takes a second person, whom the first card did not ask.
    await page.locator("[data-outcome]").getByText("It now waits for an operations director.").waitFor();
    const decided = await tenant.decide("ops.iris", page.url().split("/").at(-1) ?? "", "approve");
    expect(decided.status, JSON.stringify(decided.body)).toBeLessThan(300);
    await page.locator("[data-outcome]").getByText(/rcp_/).waitFor();
    await tenant.reaches(id, ["completed"]);
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("380");
  });

  it("and its time is over, it says so and cannot be approved any more", async () => {
    const tenant = await freshTenant(stack);
    const short = { default_ttl_hours: 0.005, urgent_ttl_hours: 0.005 };
    const policy = await tenant.call("admin.max", "/v1/policy/documents", {
      method: "POST",
      body: { v: 1, version: "short-2026-12", thresholds: short },
    });
    expect(policy.status, JSON.stringify(policy.body)).toBeLessThan(300);
    const id = await tenant.submit("planner.anna", transfer("VLV-050", "LOC-HAM", "LOC-VLC", "60", "PCE"));
    const item = await itemOf(tenant, id);
    const page = await as(tenant, "stock.ben");
    await page.goto(`/approvals/${item}`);
    await gateOf(page).waitFor();
    await page
      .locator("[data-outcome]")
      .getByText(/Expired at .*, nothing was executed/)
      .waitFor();
    expect(await gateOf(page).count()).toBe(0);
    const late = await tenant.decide("stock.ben", item, "approve");
    expect(late).toMatchObject({ status: 409, body: { code: "expired" } });
    await tenant.reaches(id, ["expired"]);
    expect((await tenant.stock("VLV-050", "LOC-HAM")).reserved).toBe("120");
  });
});

describe("names that somebody hostile chose", () => {
  const HOSTILE = {
    script: `"><script>window.stolen=1</script><img src=x onerror="window.stolen=1">`,
    bidi: "Valve \u202E05-REBBUR\u202C \u200Bend",
    long: "V".repeat(10_000),
  };

  it.each(Object.entries(HOSTILE))("%s: every page shows them as text, and nothing of them runs", async (_kind, name) => {
    const world = JSON.parse(readFileSync(WORLD, "utf8"));
    world.skus.find((item: { sku: string }) => item.sku === "VLV-050").name = name;
    for (const location of world.locations)
      if (location.id === "LOC-HAM" || location.id === "LOC-VLC") location.name = `${location.id} ${name}`;
    for (const party of world.parties) party.remark = name;
    const admin = tenantOf(stack, (await freshTenant(stack)).name);
    const made = await admin.call("admin.max", "/v1/demo/tenants", { method: "POST", body: { world } });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
    const tenant = tenantOf(stack, made.body.tenant as string);
    const id = await tenant.submit("planner.anna", { text: `Move 60 VLV-050 from LOC-HAM to LOC-VLC by 14 Dec. ${name.slice(0, 3_000)}` });
    const item = await itemOf(tenant, id);
    const phone = { width: 390, height: 844 };
    const [officer, planner] = [await as(tenant, "stock.ben", phone), await as(tenant, "planner.anna", phone)];
    const visits: [Page, string][] = [
      [officer, `/approvals/${item}`],
      [officer, "/approvals"],
      [officer, "/home"],
      [planner, `/requests/${id}`],
      [planner, `/requests/${id}/trajectory`],
    ];
    for (const [page, path] of visits) {
      await page.goto(path);
      const shown = page.getByText(path.endsWith("/trajectory") ? /find_stock|transfer_stock/ : /VLV-050|LOC-HAM/);
      await expect.poll(async () => await shown.filter({ visible: true }).count(), { timeout: LIMIT_MS }).toBeGreaterThan(0);
      expect(await page.evaluate(() => (globalThis as { stolen?: number }).stolen)).toBeUndefined();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      expect(wide, `${path} is wider than the phone`).toBeLessThanOrEqual(0);
      // A character that turns the direction of what follows is never put on the page as such.
      expect(await page.evaluate(() => /[\u202A-\u202E\u2066-\u2069\u200B]/.test(document.body.textContent ?? ""))).toBe(false);
    }
    const reserved = (await tenant.stock("VLV-050", "LOC-HAM")).reserved;
    expect(reserved).toBe("120");
  });
});
