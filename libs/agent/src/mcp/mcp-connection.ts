import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { McpServerSetting } from "./mcp-settings.ts";

type ListedTool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];
export type McpAnswer = Awaited<ReturnType<Client["callTool"]>>;

/** One server. Connects when first needed, and anew after a failure: a server that died or hangs is let go of. */
export interface McpConnection {
  /** @throws whatever the way there threw. */
  list(signal: AbortSignal): Promise<ListedTool[]>;
  /** @throws whatever the way there threw. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<McpAnswer>;
  close(): Promise<void>;
}

const MAX_PAGES = 10;

function environmentOf(names: readonly string[]): Record<string, string> {
  const { PATH, HOME } = getDefaultEnvironment();
  // biome-ignore lint/style/noProcessEnv: the operator lists variables that a child process gets
  const given = names.map((name) => [name, process.env[name]] as const);
  const named = [["PATH", PATH] as const, ["HOME", HOME] as const, ...given];
  return Object.fromEntries(named.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

/** @param onTooLong called when an answer over HTTP is too long: whoever waits for it would only wait out the time. */
function openTransport({ transport, maxBytes }: McpServerSetting, onTooLong: () => void): Transport {
  if (transport.kind === "stdio") {
    const { command, args, env, cwd } = transport;
    const spawned = { command, args, env: environmentOf(env), stderr: "ignore" as const, maxBufferSize: maxBytes };
    return new StdioClientTransport(cwd === undefined ? spawned : { ...spawned, cwd });
  }
  const { url, tokenFile } = transport;
  return new StreamableHTTPClientTransport(new URL(url), {
    fetch: boundedFetch(maxBytes, onTooLong),
    // A broken stream is a failed call; whoever needs the answer calls again.
    reconnectionOptions: { maxReconnectionDelay: 1, initialReconnectionDelay: 1, reconnectionDelayGrowFactor: 1, maxRetries: 0 },
    ...(tokenFile === undefined ? {} : { authProvider: { token: async () => readFileSync(tokenFile, "utf8").trim() } }),
  });
}

/** Makes a connection; nothing is opened before the first use. */
export function createMcpConnection(setting: McpServerSetting): McpConnection {
  let open: Promise<Client> | null = null;

  const letGo = async (client: Promise<Client>): Promise<void> => {
    if (open === client) open = null;
    await client.then((one) => one.close()).catch(() => {});
  };

  async function connect(): Promise<Client> {
    // It offers nothing: a server can ask neither for a model's answer nor for a person's.
    const client = new Client(
      { name: "quartermaster", version: "1" },
      { capabilities: {}, versionNegotiation: { mode: "auto" }, listMaxPages: MAX_PAGES, inputRequired: { autoFulfill: false } },
    );
    try {
      const breakOff = (): void => {
        client.close().catch(() => {});
      };
      await client.connect(openTransport(setting, breakOff), { timeout: setting.timeoutMs });
      return client;
    } catch (error) {
      await client.close().catch(() => {});
      throw error;
    }
  }

  async function use<T>(work: (client: Client) => Promise<T>): Promise<T> {
    open ??= connect();
    const mine = open;
    try {
      return await work(await mine);
    } catch (error) {
      await letGo(mine);
      throw error;
    }
  }

  const bounds = (signal: AbortSignal) => ({
    signal,
    timeout: setting.timeoutMs,
    maxTotalTimeout: setting.timeoutMs,
    resetTimeoutOnProgress: false,
  });

  return {
    list: (signal) => use(async (client) => (await client.listTools({}, { ...bounds(signal), cacheMode: "refresh" })).tools),
    call: (tool, args, signal) => use((client) => client.callTool({ name: tool, arguments: args }, bounds(signal))),
    close: async () => {
      if (open) await letGo(open);
    },
  };
}
