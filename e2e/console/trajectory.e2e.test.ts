import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant } from "../client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { accessibilityFindings, findChromium, launchBrowser, visit } from "./open-browser.ts";

const IMAGES = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const WIDTHS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const chromium = findChromium();
let stack: Stack;
let browser: Browser;

/** Opens the first step of a kind and returns what it then shows. */
async function openStep(page: Page, kind: string): Promise<string> {
  await page.getByRole("combobox", { name: /^What/ }).selectOption(kind);
  const step = page.getByRole("list", { name: "What the agents did" }).getByRole("listitem").first();
  await step.getByRole("button").click();
  return (await step.textContent()) ?? "";
}

describe("the trajectory of a request", () => {
  beforeAll(async () => {
    if (chromium === null)
      throw new Error("the browser tests need Chromium: install it (Debian: apt-get install chromium) or name it in QM_CHROMIUM");
    stack = await startStack();
    browser = await launchBrowser(chromium);
  });
  afterAll(async () => {
    await browser?.close();
    await stack?.stop();
  });

  it("is opened from the request and tells what was asked, seen, called, returned and proposed, and why it stopped", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec" });
    await tenant.reaches(id, ["awaiting_approval"]);
    const { page, context, problems } = await visit(browser, stack, tenant, "planner.anna");
    page.setDefaultTimeout(60_000);
    await page.goto(`/requests/${id}`);
    await page.getByRole("link", { name: "Every step" }).click();
    await page.waitForURL(`**/requests/${id}/trajectory`);
    const timeline = page.getByRole("list", { name: "What the agents did" });
    await timeline.getByRole("listitem").first().waitFor();
    if (process.env.QM_SCREENSHOTS === "1") await page.screenshot({ path: `${IMAGES}trajectory.png` });

    expect(await openStep(page, "asked")).toContain("Move 60 VLV-050 from Hamburg to Valencia by 14 Dec");
    expect(await openStep(page, "model")).toMatch(/Calls it asked for.*check_availability/s);
    const called = await openStep(page, "tool");
    expect(called).toMatch(/check_availability.*Arguments.*VLV-050.*Result.*LOC-HAM/s);
    const proposed = await openStep(page, "proposal");
    expect(proposed).toMatch(/transfer_stock.*Arguments.*60.*Result/s);
    await page.getByRole("combobox", { name: /^What/ }).selectOption("stop");
    expect(await timeline.textContent()).toContain("answered");

    await page.getByRole("combobox", { name: /^What/ }).selectOption("");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`trajectory-${id}.jsonl`);
    const lines = readFileSync(await file.path(), "utf8")
      .trimEnd()
      .split("\n");
    const steps = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(steps.length).toBeGreaterThanOrEqual(
      await timeline
        .getByRole("listitem")
        .count()
        .then((count) => count - 4),
    );
    expect(steps.some((step) => step.tool === "transfer_stock" && step.proposal)).toBe(true);
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each(WIDTHS)("has no accessibility finding at $width by $height, with a step open", async (size) => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec" });
    await tenant.reaches(id, ["awaiting_approval"]);
    for (const theme of ["light", "dark"] as const) {
      const { page, context, problems } = await visit(browser, stack, tenant, "planner.anna", { ...size, theme, bypassCsp: true });
      await page.goto(`/requests/${id}/trajectory`);
      await openStep(page, "tool");
      expect(await accessibilityFindings(page)).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    }
  });
});
