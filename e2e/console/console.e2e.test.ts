import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { freshTenant, type Tenant } from "../client.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { accessibilityFindings, findChromium, launchBrowser, readToTheEnd, type Visit, type VisitOptions, visit } from "./open-browser.ts";

const MOVE = "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec";
/** What a first visit loads of scripts, English words of every page with it: 180.4 KiB when the notifications page came. */
const FIRST_SCRIPTS_LIMIT = 186 * 1024;
const STYLES_LIMIT = 15 * 1024;
const IMAGES = fileURLToPath(new URL("../../docs/images/", import.meta.url));
const chromium = findChromium();

const transfer = (sku: string, fromLocation: string, toLocation: string, quantity: string, uom: string) => ({
  actions: [
    {
      agent: "supply",
      tool: "transfer_stock",
      args: { sku, fromLocation, toLocation, quantity, uom, neededBy: "2026-12-16", reason: "replenish" },
    },
  ],
});

let stack: Stack;
let browser: Browser;
const open: Visit[] = [];
const as = async (tenant: Tenant, user: string | null, options: VisitOptions = {}): Promise<Visit> => {
  const made = await visit(browser, stack, tenant, user, options);
  made.page.setDefaultTimeout(60_000);
  open.push(made);
  return made;
};
const keepImage = async (page: Page, name: string): Promise<void> => {
  if (process.env.QM_SCREENSHOTS !== "1") return;
  mkdirSync(IMAGES, { recursive: true });
  await page.screenshot({ path: `${IMAGES}${name}.png` });
};
const approvalPath = async (tenant: Tenant, requestId: string): Promise<string> => {
  const request = await tenant.reaches(requestId, ["awaiting_approval"]);
  const step = request.plan.steps.find((candidate: { tool: string }) => candidate.tool === "transfer_stock");
  return `/approvals/${step.approval.id}`;
};

describe("the console", () => {
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

  afterEach(async ({ task }) => {
    for (const { page, context, problems } of open.splice(0)) {
      if (task.result?.state === "fail" && !page.isClosed()) {
        // biome-ignore lint/performance/useDomNodeTextContent: only what a person sees
        const words = await page.evaluate(() => document.body.innerText).catch(() => "(no text)");
        process.stderr.write(`\n${page.url()} ${problems.join("; ")}\n${words.slice(0, 2_500)}\n`);
      }
      await context.close();
    }
  });

  it("takes a request in plain words, shows the agents at work, lets the right person approve and shows the receipt to both", async () => {
    const tenant = await freshTenant(stack);
    const planner = await as(tenant, "planner.anna");
    await planner.page.goto("/requests/new");
    await planner.page.getByLabel("Your request").fill(MOVE);
    await planner.page.getByRole("button", { name: "Send" }).click();
    await planner.page.waitForURL(/\/requests\/req_/);
    await planner.page.getByText("Waiting for a stock manager.").waitFor({ timeout: 60_000 });
    await planner.page.getByRole("region", { name: "supply" }).getByText("Proposed: move 60 PCE VLV-050").waitFor();
    await keepImage(planner.page, "request");
    const requestId = planner.page.url().split("/").at(-1) ?? "";
    const path = await approvalPath(tenant, requestId);

    const wrong = await as(tenant, "customs.dirk");
    await wrong.page.goto(path);
    await wrong.page.getByText("This needs a stock manager.").waitFor();
    expect(await wrong.page.getByRole("button", { name: /Approve/ }).count()).toBe(0);
    await planner.page.getByRole("link", { name: "Open the approval" }).click();
    await planner.page.getByText("You asked for this, so somebody else decides.").waitFor();
    await planner.page.goBack();

    const officer = await as(tenant, "stock.ben");
    await officer.page.goto("/approvals");
    await officer.page.getByRole("option", { name: /VLV-050/ }).click();
    const approve = officer.page.locator("button[data-gate]");
    await expect.poll(() => approve.getAttribute("data-gate")).toMatch(/read|dwell|hash/);
    await readToTheEnd(officer.page);
    await expect.poll(() => approve.getAttribute("data-gate"), { timeout: 15_000 }).toBe("open");
    await officer.page.keyboard.press("a");
    await officer.page.keyboard.press("Enter");
    await officer.page.locator("[data-outcome]").getByText("You approved, 1 of 1.").waitFor();
    await officer.page.locator("[data-outcome]").getByText(/rcp_/).waitFor({ timeout: 60_000 });

    await planner.page.locator("[data-receipt]").first().waitFor({ timeout: 60_000 });
    await planner.page.locator("[data-answer]").waitFor({ timeout: 60_000 });
    expect((await tenant.reaches(requestId, ["completed"])).plan.steps.every((step: { state: string }) => step.state === "succeeded")).toBe(
      true,
    );
    expect([...planner.problems, ...officer.problems, ...wrong.problems]).toEqual([]);
  });

  it("only tries a request out when the words beside the switch are clicked, and says so at its end", async () => {
    const tenant = await freshTenant(stack);
    const { page, problems } = await as(tenant, "planner.anna");
    await page.goto("/requests/new");
    const dryRun = page.getByRole("switch", { name: "Only try it (dry run)" });
    const isOn = (): Promise<string | null> => dryRun.getAttribute("aria-checked");
    await page.getByText("Only try it (dry run)").click();
    await expect.poll(isOn).toBe("true");
    await dryRun.click();
    await expect.poll(isOn).toBe("false");
    await page.keyboard.press("Space");
    await expect.poll(isOn).toBe("true");
    await page.getByLabel("Your request").fill(MOVE);
    await page.getByRole("button", { name: "Send" }).click();
    await page.waitForURL(/\/requests\/req_/);
    await page.locator("[data-answer]").getByText("This was a dry run: nothing was done.").waitFor({ timeout: 60_000 });
    expect((await tenant.reaches(page.url().split("/").at(-1) ?? "", ["completed"])).mode).toBe("dry_run");
    expect(problems).toEqual([]);
  });

  it("rejects with a reason that the requester reads, by keyboard alone", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", transfer("VLV-050", "LOC-HAM", "LOC-VLC", "60", "PCE"));
    await tenant.reaches(id, ["awaiting_approval"]);
    const { page, problems } = await as(tenant, "stock.ben");
    await page.goto("/approvals");
    await page.getByRole("option").first().waitFor();
    await page.locator("button[data-reject]").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Wrong quantity" }).press("Space");
    for (let times = 0; times < 5; times++) await page.keyboard.press("ArrowDown");
    expect(await dialog.getByRole("radio", { name: "Something else" }).isChecked()).toBe(true);
    await dialog.getByRole("button", { name: "Reject this step" }).press("Enter");
    await dialog.getByText("Please say what").waitFor();
    await dialog.getByRole("textbox").fill("The aisle is closed until Monday.");
    await dialog.getByRole("button", { name: "Reject this step" }).press("Enter");
    await page.locator("[data-outcome]").getByText("You rejected this.").waitFor();
    const planner = await as(tenant, "planner.anna");
    await planner.page.goto(`/requests/${id}`);
    await planner.page.getByText("The aisle is closed until Monday.").first().waitFor({ timeout: 60_000 });
    expect((await tenant.stock("VLV-050", "LOC-HAM")).available).toBe("360");
    expect([...problems, ...planner.problems]).toEqual([]);
  });

  it("needs the typed confirmation for a critical item and shows who has to follow", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", transfer("SLV-IPA", "LOC-RTM", "LOC-GDN", "1000", "LTR"));
    const path = await approvalPath(tenant, id);
    const { page, problems } = await as(tenant, "stock.ben", { width: 390, height: 844 });
    await page.goto(path);
    await page.getByText("critical").waitFor();
    await readToTheEnd(page);
    const approve = page.locator("button[data-gate]");
    await expect.poll(() => approve.getAttribute("data-gate"), { timeout: 15_000 }).toBe("confirm");
    await page.getByRole("textbox").fill("1000");
    await expect.poll(() => approve.getAttribute("data-gate")).toBe("open");
    await approve.click();
    await page.locator("[data-outcome]").getByText("You approved, 1 of 2.").waitFor();
    await page
      .locator("[data-outcome]")
      .getByText(/It now waits for/)
      .waitFor();
    expect(problems).toEqual([]);
  });

  it("signs in as a demo person, switches, and says so in German", async () => {
    const tenant = await freshTenant(stack);
    const { page, context, problems } = await as(tenant, "planner.anna", { locale: "de-DE" });
    await page.goto("/home");
    await page.getByRole("heading", { name: "Nichts wartet auf Sie" }).waitFor();
    await page.keyboard.press("u");
    await page.getByRole("menuitemcheckbox", { name: /stock\.ben/ }).click();
    await page.getByRole("button", { name: /stock\.ben/ }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    await context.close();
    expect(problems).toEqual([]);
  });

  it("sends a browser that was never here to sign in once, and on to the page that was asked for", async () => {
    const tenant = await freshTenant(stack);
    for (const [asked, signIn, wanted] of [
      ["/", "/sign-in", "/home"],
      ["/approvals", "/sign-in?to=%2Fapprovals", "/approvals"],
    ] as const) {
      const { page, problems } = await as(tenant, null);
      const addresses: string[] = [];
      page.on("framenavigated", (frame) => addresses.push(frame.url().slice(stack.url.length)));
      await page.goto(asked);
      await page.getByText("Start as planner.anna").waitFor();
      const people = page.getByRole("button", { name: /\./ });
      expect(await people.first().textContent()).toContain("planner.anna");
      expect(await people.nth(1).textContent()).toContain("stock.ben");
      await people.nth(1).click();
      await page.waitForURL((url) => url.pathname === wanted);
      await page.getByRole("navigation").first().waitFor();
      expect([...new Set(addresses.filter((address) => address.startsWith("/sign-in")))]).toEqual([signIn]);
      expect(problems).toEqual([]);
    }
  });

  it("has no accessibility finding and breaks no policy, on every page, in both themes, on the desk and on the phone", async () => {
    const tenant = await freshTenant(stack);
    const id = await tenant.submit("planner.anna", { text: MOVE });
    const more = [
      transfer("SLV-IPA", "LOC-RTM", "LOC-GDN", "1000", "LTR"),
      transfer("PLC-S7", "LOC-LIO", "LOC-HAM", "40", "PCE"),
      transfer("VLV-080", "LOC-HAM", "LOC-RTM", "12", "PCE"),
      transfer("BRG-22220", "LOC-GDN", "LOC-LIO", "20", "PCE"),
      transfer("LMP-LED", "LOC-VLC", "LOC-HAM", "60", "PCE"),
    ];
    for (const body of more) await tenant.submit("planner.anna", body);
    const card = await approvalPath(tenant, id);
    await expect
      .poll(async () => (await tenant.call("stock.ben", "/v1/approvals?mine=true")).body.items.length, { timeout: 60_000 })
      .toBeGreaterThan(3);
    const pages: [string, string][] = [
      ["/home", "h1"],
      ["/requests", "h1"],
      ["/requests/new", "textarea"],
      [`/requests/${id}`, "ol"],
      ["/approvals", "[role=option]"],
      [card, "article table"],
      ["/agents", "h2"],
      ["/ledger", "ol"],
      ["/policy", "table"],
      ["/health", "[data-queue-age]"],
      ["/notifications", "form"],
    ];
    const findings: string[] = [];
    const rounds: [VisitOptions, [string, string][]][] = [
      [{ theme: "light" }, pages],
      [{ theme: "dark" }, pages.filter(([path]) => path === "/approvals" || path === `/requests/${id}`)],
      [
        { theme: "light", width: 390, height: 844 },
        pages.filter(([path]) => [card, "/approvals", "/requests/new", "/notifications"].includes(path)),
      ],
    ];
    for (const [options, some] of rounds) {
      const checked = await as(tenant, "stock.ben", { ...options, bypassCsp: true });
      const strict = await as(tenant, "stock.ben", options);
      for (const [path, mark] of some) {
        for (const { page } of [strict, checked]) {
          await page.goto(path);
          await page
            .locator(mark)
            .first()
            .waitFor()
            .catch(async (cause) => {
              throw new Error(`${path} ${JSON.stringify(options)} shows no ${mark}: ${await page.locator("body").textContent()}`, {
                cause,
              });
            });
          await page.locator("[role=status][aria-label]").first().waitFor({ state: "detached" });
        }
        for (const finding of await accessibilityFindings(checked.page)) findings.push(`${path} ${JSON.stringify(options)} ${finding}`);
        if (path === "/approvals" && options.width === undefined && options.theme === "light") {
          await strict.page.locator("article table").waitFor();
          await keepImage(strict.page, "queue");
        }
        if (path === card && options.width !== undefined) await keepImage(strict.page, "phone");
      }
      expect(strict.problems).toEqual([]);
    }
    expect(findings).toEqual([]);
  }, 300_000);

  it("keeps what a first visit loads small", async () => {
    const start = await (await fetch(`${stack.url}/`)).text();
    const paths = [...start.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? "");
    const sizes = await Promise.all(
      paths.map(async (path) => [path, gzipSync(Buffer.from(await (await fetch(stack.url + path)).arrayBuffer())).length] as const),
    );
    const sum = (end: string) => sizes.filter(([path]) => path.endsWith(end)).reduce((total, [, size]) => total + size, 0);
    expect(sum(".js")).toBeLessThan(FIRST_SCRIPTS_LIMIT);
    expect(sum(".css")).toBeLessThan(STYLES_LIMIT);
  });
});
