import { spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { createLogger } from "@quartermaster/shared/log";
import { freePort, until } from "@quartermaster/testing";
import { afterAll, describe, expect, it } from "vitest";
import { createMcpConnection } from "../src/mcp/mcp-connection.ts";
import { McpServerSetting } from "../src/mcp/mcp-settings.ts";
import { createMcpSource } from "../src/mcp/mcp-source.ts";
import { pinHash } from "../src/mcp/pin-hash.ts";

// The example servers that come with the official package.
const EXAMPLES = join(dirname(fileURLToPath(import.meta.resolve("@modelcontextprotocol/sdk/server/mcp.js"))), "../examples/server");
const signal = AbortSignal.timeout(60_000);
const log = createLogger({ service: "test" }, "silent");
const cleanUp: (() => Promise<void> | void)[] = [];
afterAll(async () => {
  for (const one of cleanUp.reverse()) await one();
});

/** Pins one tool as an operator would: from what the server lists. */
async function pinned(server: string, transport: object, tool: string) {
  const connection = createMcpConnection(McpServerSetting.parse({ server, transport, tools: [] }));
  cleanUp.push(() => connection.close());
  let listed: Awaited<ReturnType<typeof connection.list>> = [];
  await until(async () => {
    listed = await connection.list(signal).catch(() => []);
    return listed.length > 0;
  });
  const found = listed.find((one) => one.name === tool);
  if (!found) throw new Error(`the example has no tool ${tool}`);
  const { inputSchema, outputSchema } = found;
  const schemas = { inputSchema: inputSchema as JsonObject, ...(outputSchema ? { outputSchema: outputSchema as JsonObject } : {}) };
  const pin = { tool, description: "A tool of an example server.", ...schemas, schemaHash: pinHash({ tool, ...schemas }) };
  const source = createMcpSource([McpServerSetting.parse({ server, transport, tools: [pin] })], log);
  cleanUp.push(() => source.close());
  const [made] = source.tools;
  if (!made) throw new Error("no tool was made");
  return made;
}

describe("the example servers of the official package", { timeout: 60_000 }, () => {
  it("answer over stdio", async () => {
    const weather = await pinned(
      "weather",
      { kind: "stdio", command: process.execPath, args: [join(EXAMPLES, "mcpServerOutputSchema.js")] },
      "get_weather",
    );
    expect(weather.name).toBe("mcp_weather_get_weather");
    const answer = await weather.ask(weather.schema.parse({ city: "Hamburg", country: "DE" }) as never, signal);
    expect(answer).toMatchObject({ ok: true, failed: false });
    expect(JSON.parse(answer.ok ? answer.text : "")).toHaveProperty("temperature.celsius");
  });

  it("answer over streamable HTTP", async () => {
    const port = await freePort();
    const child = spawn(process.execPath, [join(EXAMPLES, "simpleStreamableHttp.js")], {
      env: { PATH: process.env.PATH ?? "", MCP_PORT: String(port) },
      stdio: "ignore",
    });
    cleanUp.push(() => void child.kill("SIGKILL"));
    const greet = await pinned("greeter", { kind: "http", url: `http://127.0.0.1:${port}/mcp` }, "greet");
    expect(await greet.ask(greet.schema.parse({ name: "Anna" }) as never, signal)).toEqual({
      ok: true,
      failed: false,
      text: "Hello, Anna!",
    });
  });
});
