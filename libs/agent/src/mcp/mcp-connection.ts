import { readFileSync } from "node:fs";
import { Client, ProtocolError, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { boundedFetch } from "./bounded-fetch.ts";
import type { McpServerSetting } from "./mcp-settings.ts";

type ListedTool = Awaited<ReturnType<Client["listTools"]>>["tools"][number];
export type McpAnswer = Awaited<ReturnType<Client["callTool"]>>;

/**
 * One server, shared by every task of the process. Connects when first needed, and anew after a failure: a server that died or
 * hangs is let go of. One call's failure never cuts off the others: what they are on is closed after the last of them.
 */
export interface McpConnection {
  /** @throws whatever the way there threw. */
  list(signal: AbortSignal): Promise<ListedTool[]>;
  /** @throws whatever the way there threw. */
  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<McpAnswer>;
  close(): Promise<void>;
}

const MAX_PAGES = 10;

/** One way to the server. */
interface Line {
  client: Promise<Client>;
  /** Calls that are on it. */
  users: number;
  /** No new call takes it; it is closed once nobody is on it. */
  isOver: boolean;
}

/** What was promised, or the signal's reason as soon as it is aborted. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let stopListening = (): void => {};
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
    stopListening = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    stopListening();
  }
}

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
  let open: Line | null = null;

  const close = (line: Line): Promise<void> => line.client.then((one) => one.close()).catch(() => {});
  const letGo = (line: Line): void => {
    line.isOver = true;
    if (open === line) open = null;
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

  function openLine(): Line {
    const line: Line = { client: connect(), users: 0, isOver: false };
    // Also when nobody waits for it any more.
    line.client.catch(() => letGo(line));
    return line;
  }

  async function use<T>(signal: AbortSignal, work: (client: Client) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    open ??= openLine();
    const line = open;
    line.users++;
    try {
      return await work(await unlessAborted(line.client, signal));
    } catch (error) {
      // A task that was cancelled and a server that answers with an error say nothing against the way there.
      if (!signal.aborted && !ProtocolError.isInstance(error)) letGo(line);
      throw error;
    } finally {
      line.users--;
      if (line.isOver && line.users === 0) await close(line);
    }
  }

  const bounds = (signal: AbortSignal) => ({
    signal,
    timeout: setting.timeoutMs,
    maxTotalTimeout: setting.timeoutMs,
    resetTimeoutOnProgress: false,
  });

  return {
    list: (signal) => use(signal, async (client) => (await client.listTools({}, { ...bounds(signal), cacheMode: "refresh" })).tools),
    call: (tool, args, signal) => use(signal, (client) => client.callTool({ name: tool, arguments: args }, bounds(signal))),
    close: async () => {
      const line = open;
      if (line === null) return;
      letGo(line);
      await close(line);
    },
  };
}
