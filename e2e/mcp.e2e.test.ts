import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshTenant } from "./client.ts";
import { type Stack, startStack } from "./start-stack.ts";
import { until } from "./until.ts";

// The example server that comes with the official package, and its tool as `npm run mcp:tools` prints it.
const SERVER = join(
  dirname(
    createRequire(fileURLToPath(new URL("../libs/agent/package.json", import.meta.url))).resolve("@modelcontextprotocol/sdk/server/mcp.js"),
  ),
  "../../esm/examples/server/mcpServerOutputSchema.js",
);
const TOOL = "mcp_weather_get_weather";
const home = mkdtempSync(join(tmpdir(), "qm-mcp-"));
const list = join(home, "mcp.json");
let stack: Stack;

beforeAll(async () => {
  const repository = fileURLToPath(new URL("..", import.meta.url));
  const args = ["libs/agent/dist/mcp/list-tools-main.js", "weather", process.execPath, SERVER];
  const entry = JSON.parse(execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8", timeout: 60_000 }));
  for (const tool of entry.tools) tool.description = "Weather of a city now. Not for transport times.";
  writeFileSync(list, JSON.stringify({ supply: [entry] }));
  stack = await startStack({ env: { QM_MCP_TOOLS_FILE: list } });
});
afterAll(async () => {
  await stack?.stop();
  rmSync(home, { recursive: true, force: true });
});

describe("a stack with a tool behind an MCP server", () => {
  it("shows the tool among its own, tells its state, and works as before", async () => {
    const tenant = await freshTenant(stack);
    const tools = (await tenant.call("planner.anna", "/v1/tools")).body.items as { name: string; effect: string; agent: string }[];
    expect(tools).toContainEqual(expect.objectContaining({ name: TOOL, effect: "read", agent: "supply" }));
    const health = async () => (await (await fetch(`http://127.0.0.1:${stack.port + 100}/healthz`)).json()) as { outsideTools?: object };
    await until(
      "the tool was found as pinned",
      async () => JSON.stringify((await health()).outsideTools) === JSON.stringify({ [TOOL]: "ok" }),
      30_000,
    );
    const id = await tenant.submit("planner.anna", { text: "How much VLV-050 is in Hamburg?" });
    const done = await tenant.reaches(id, ["completed"]);
    expect(done.answer).toMatch(/480/);
  });
});
