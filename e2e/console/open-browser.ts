import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import type { Tenant } from "../client.ts";
import type { Stack } from "../start-stack.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"];

/** Path of an installed Chromium; QM_CHROMIUM names another. Null when there is none. */
export function findChromium(): string | null {
  const named = process.env.QM_CHROMIUM;
  return [...(named ? [named] : []), ...PLACES].find((path) => existsSync(path)) ?? null;
}

export const launchBrowser = (path: string): Promise<Browser> => chromium.launch({ executablePath: path, args: FLAGS });

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Violations of the content security policy and errors on the page, as they came. */
  problems: string[];
}

export interface VisitOptions {
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  locale?: string;
  /** Lets the accessibility checker in; nothing else may use it. */
  bypassCsp?: boolean;
}

/** Opens the console as one demo person of a tenant; without a user as a browser that was never here. */
export async function visit(
  browser: Browser,
  stack: Stack,
  tenant: Tenant,
  user: string | null,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: stack.url,
    colorScheme: options.theme ?? "light",
    viewport: { width: options.width ?? 1440, height: options.height ?? 900 },
    locale: options.locale ?? "en-GB",
    bypassCSP: options.bypassCsp ?? false,
    hasTouch: (options.width ?? 1440) < 720,
    reducedMotion: "reduce",
  });
  const problems: string[] = [];
  await context.exposeFunction("noteViolation", (text: string) => void problems.push(text));
  await context.addInitScript((name: string | null) => {
    if (name !== null) localStorage.setItem("qm.demo-user", name);
    document.addEventListener("securitypolicyviolation", (event) => {
      const note = (globalThis as unknown as { noteViolation(text: string): void }).noteViolation;
      note(`${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
    });
  }, user && `${user}@${tenant.name}`);
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|Trusted|React|Maximum/i.test(message.text())) problems.push(message.text());
  });
  return { page, context, problems };
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Findings of the accessibility checker on the page as it stands, one line each. */
export async function accessibilityFindings(page: Page): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { target: unknown[]; failureSummary: string }[] }[] }> };
    };
    const { violations } = await axe.run();
    return violations.map(
      (found) =>
        `${found.impact} ${found.id}: ${found.nodes.map((node) => node.target.join(" ")).join(" | ")} ${found.nodes[0]?.failureSummary ?? ""}`,
    );
  });
}

/** Reads a card to its end, as a person scrolls. */
export async function readToTheEnd(page: Page): Promise<void> {
  await page.locator("article h3").last().scrollIntoViewIfNeeded();
  await page.locator("article").hover();
  await page.mouse.wheel(0, 10_000);
}
