// Prints what a server offers as an entry of the allow-list, with the hash of every tool: npm run mcp:tools -- NAME URL, or NAME COMMAND [ARGUMENT …]
import type { JsonObject } from "@quartermaster/shared/contracts";
import { createMcpConnection } from "./mcp-connection.ts";
import { McpServerSetting } from "./mcp-settings.ts";
import { pinHash } from "./pin-hash.ts";

const [server, target, ...args] = process.argv.slice(2);
const usage = "usage: npm run mcp:tools -- NAME URL\n       npm run mcp:tools -- NAME COMMAND [ARGUMENT …]\n";

async function run(name: string, way: string): Promise<void> {
  const transport = /^https?:/.test(way) ? { kind: "http", url: way } : { kind: "stdio", command: way, args };
  const setting = McpServerSetting.parse({ server: name, transport, tools: [] });
  const connection = createMcpConnection(setting);
  try {
    const listed = await connection.list(AbortSignal.timeout(setting.timeoutMs));
    const tools = listed.map(({ name: tool, description, inputSchema, outputSchema }) => ({
      tool,
      description: `WRITE YOUR OWN. The server says: ${description ?? "nothing"}`.slice(0, 1000),
      inputSchema: inputSchema as JsonObject,
      ...(outputSchema === undefined ? {} : { outputSchema }),
      schemaHash: pinHash({ tool, inputSchema, outputSchema }),
    }));
    process.stdout.write(`${JSON.stringify({ server: name, transport, tools }, null, 2)}\n`);
  } finally {
    await connection.close();
  }
}

if (server === undefined || target === undefined) {
  process.stderr.write(usage);
  process.exitCode = 2;
} else {
  run(server, target).catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
