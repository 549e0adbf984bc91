import { AgentName, JsonObject } from "@quartermaster/shared/contracts";
import { z } from "zod";
import { argumentSchema } from "./argument-schema.ts";
import { mcpToolName } from "./mcp-tool-name.ts";
import { pinHash } from "./pin-hash.ts";

const MAX_SCHEMA_CHARS = 16_000;
const Schema = JsonObject.refine((schema) => JSON.stringify(schema).length <= MAX_SCHEMA_CHARS, `at most ${MAX_SCHEMA_CHARS} characters`);

/** One tool that the agent may use. There is no field for an effect: whatever comes from such a server only reads. */
const McpToolPin = z
  .strictObject({
    /** Its name on the server. */
    tool: z.string().min(1).max(128),
    /** What the model is told, in the operator's words; the server's own are never shown. */
    description: z.string().min(20).max(1000),
    inputSchema: Schema,
    outputSchema: Schema.optional(),
    schemaHash: z.string().regex(/^sha256:[0-9a-f]{64}$/),
  })
  .superRefine((pin, context) => {
    if (pinHash(pin) !== pin.schemaHash) context.addIssue({ code: "custom", message: "schemaHash is not the hash of these schemas" });
    try {
      argumentSchema(pin.inputSchema);
    } catch (error) {
      context.addIssue({ code: "custom", message: `inputSchema: ${error instanceof Error ? error.message : "cannot be used"}` });
    }
  });
export type McpToolPin = z.infer<typeof McpToolPin>;

const Transport = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("http"),
    url: z.url({ protocol: /^https?$/ }),
    /** File with a bearer token. */
    tokenFile: z.string().min(1).optional(),
  }),
  z.strictObject({
    kind: z.literal("stdio"),
    command: z.string().min(1),
    args: z.array(z.string()).max(50).default([]),
    /** Names of variables of this process that the server's process gets besides PATH and HOME. */
    env: z
      .array(z.string().regex(/^(?!QM_|OPENAI_)[A-Za-z_][A-Za-z0-9_]*$/, "no variable of Quartermaster"))
      .max(20)
      .default([]),
    cwd: z.string().min(1).optional(),
  }),
]);

/** One MCP server and the tools of it that may be used. */
export const McpServerSetting = z.strictObject({
  server: z.string().regex(/^[a-z][a-z0-9]{0,19}$/, "small letters and digits, at most 20"),
  transport: Transport,
  /** Longest wait for an answer, in milliseconds. */
  timeoutMs: z.number().int().min(100).max(30_000).default(10_000),
  /** Longest answer in bytes; a longer one is no answer. */
  maxBytes: z.number().int().min(1_000).max(2_000_000).default(256_000),
  tools: z.array(McpToolPin).max(20),
});
export type McpServerSetting = z.infer<typeof McpServerSetting>;

/** Most tools behind servers that one agent may have: with its own they still fit into what the coordinator takes of an agent. */
const MAX_OUTSIDE_TOOLS = 40;

/** What one agent may use. */
const McpServers = z
  .array(McpServerSetting)
  .max(10)
  .superRefine((servers, context) => {
    const tools = servers.flatMap(({ server, tools: pins }, index) =>
      pins.map((pin, at) => ({ path: [index, "tools", at], name: mcpToolName(server, pin.tool), of: `${pin.tool} of ${server}` })),
    );
    if (tools.length > MAX_OUTSIDE_TOOLS)
      context.addIssue({ code: "custom", message: `at most ${MAX_OUTSIDE_TOOLS} tools for one agent, ${tools.length} are listed` });
    const taken = new Map<string, string>();
    for (const { path, name, of } of tools) {
      const first = taken.get(name);
      if (first === undefined) taken.set(name, of);
      else context.addIssue({ code: "custom", path, message: `${of} would be called ${name} here, as ${first} is` });
    }
  });

/** The allow-list: which agent may use which servers. */
const McpSettings = z.partialRecord(AgentName, McpServers);
export type McpSettings = z.infer<typeof McpSettings>;

/** A setting with the allow-list as JSON text; `QM_MCP_TOOLS_FILE` may name a file with it. */
export const mcpSetting = () =>
  z
    .string()
    .optional()
    .transform((text, context): McpSettings => {
      if (text === undefined || text === "") return {};
      try {
        const parsed = McpSettings.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
        const issues = parsed.error.issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
        context.addIssue({ code: "custom", message: issues.join("; ") });
      } catch {
        context.addIssue({ code: "custom", message: "must be JSON" });
      }
      return z.NEVER;
    });
