import { afterEach, describe, expect, it } from "vitest";
import { createMcpConnection, type McpConnection } from "../src/mcp/mcp-connection.ts";
import { McpServerSetting } from "../src/mcp/mcp-settings.ts";
import { aWorld, DRAUGHT, startHttpServer, type TestWorld, textAnswer } from "./mcp-test-server.ts";

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of cleanUp.splice(0).reverse()) await one();
});

async function connected(world: TestWorld, over: object = {}): Promise<McpConnection> {
  const server = await startHttpServer(world);
  const setting = { server: "port", transport: { kind: "http", url: server.url }, tools: [], timeoutMs: 20_000, ...over };
  const connection = createMcpConnection(McpServerSetting.parse(setting));
  cleanUp.push(
    () => server.stop(),
    () => connection.close(),
  );
  return connection;
}

const never = new AbortController().signal;
const call = (connection: McpConnection, unlocode: string, signal = never) => connection.call(DRAUGHT.name, { unlocode }, signal);

const whenAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));

/** A server at which SLOW waits until the test lets it go, HANGS never answers and WRONG is an error; `arrived` says when a call is there. */
function aSlowWorld() {
  const [arrived, released] = [new AbortController(), new AbortController()];
  const world = aWorld({
    answer: async ({ unlocode }) => {
      if (unlocode === "HANGS") await new Promise(() => {});
      if (unlocode === "WRONG") throw new Error("no such port");
      if (unlocode === "SLOW") {
        arrived.abort();
        await whenAborted(released.signal);
      }
      return textAnswer(String(unlocode));
    },
  });
  return { world, arrived: whenAborted(arrived.signal), letGo: () => released.abort() };
}

describe("one connection that several tasks use", { timeout: 60_000 }, () => {
  it("goes on for the others when one task is cancelled, when a call is answered with an error, and when one gets no answer", async () => {
    const { world, arrived, letGo } = aSlowWorld();
    const connection = await connected(world, { timeoutMs: 3_000 });
    const slow = call(connection, "SLOW");
    await arrived;
    const abort = new AbortController();
    const cancelled = call(connection, "HANGS", abort.signal);
    abort.abort(new Error("task is over"));
    await expect(cancelled).rejects.toThrow();
    await expect(call(connection, "WRONG")).rejects.toThrow(/no such port/);
    letGo();
    expect(await slow).toMatchObject({ content: [{ text: "SLOW" }] });
    const [lost, after] = await Promise.allSettled([call(connection, "HANGS"), call(connection, "DEHAM")]);
    expect([lost.status, after.status]).toEqual(["rejected", "fulfilled"]);
    expect(await call(connection, "DEHAM")).toMatchObject({ content: [{ text: "DEHAM" }] });
  });

  it("is closed under nobody: a call that began before another one found the server broken still gets its answer", async () => {
    const { world, arrived, letGo } = aSlowWorld();
    const connection = await connected(world);
    const slow = call(connection, "SLOW");
    await arrived;
    world.tool = { description: "a tool without a name" } as never;
    await expect(connection.list(never)).rejects.toThrow();
    letGo();
    expect(await slow).toMatchObject({ content: [{ text: "SLOW" }] });
    world.tool = structuredClone(DRAUGHT);
    expect(await connection.list(never)).toHaveLength(1);
  });

  it("is not waited for by a task that is cancelled while it is being made, and serves the next", async () => {
    const { world } = aSlowWorld();
    const connection = await connected(world);
    const abort = new AbortController();
    const first = call(connection, "DEHAM", abort.signal);
    const second = call(connection, "NLRTM");
    abort.abort(new Error("task is over"));
    await expect(first).rejects.toThrow("task is over");
    expect(await second).toMatchObject({ content: [{ text: "NLRTM" }] });
    expect(world.calls).toEqual([{ unlocode: "NLRTM" }]);
  });
});
