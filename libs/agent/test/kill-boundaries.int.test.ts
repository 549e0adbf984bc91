import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Brief, newId, STREAMS, subjects, TaskResult } from "@quartermaster/shared/contracts";
import type { Signed } from "@quartermaster/shared/signing";
import { cloneDatabase, freePort, startNats, type TestDatabase, type TestNats, testKeys, until } from "@quartermaster/testing";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aBrief, findCall, transferCall } from "./fixtures.ts";
import { type Answer, calls, type MisbehavingServer, says, startMisbehavingServer } from "./misbehaving-server.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const CHILD = fileURLToPath(new URL("agent-child.ts", import.meta.url));

/** Every place between two writes of a task with three model calls, the last before its answer. */
const BOUNDARIES = [
  "agent.afterClaim:kill:1",
  "agent.beforeModelCall:kill:1",
  "agent.afterModelCall:kill:1",
  "agent.beforeModelCall:kill:2",
  "agent.afterModelCall:kill:2",
  "agent.beforeModelCall:kill:3",
  "agent.afterModelCall:kill:3",
  "agent.beforeFinish:kill:1",
  "agent.afterFinish:kill:1",
];

/** Two processes start in each case, on whatever machine this is. */
const LIMIT_MS = 240_000;

/** Processes of the case at hand; one that outlived a failed case would take the next case's task. */
const children = new Set<ChildProcess>();
const keys = testKeys();
let nats: TestNats;
let database: TestDatabase;
let home: string;
let model: MisbehavingServer;
let results: TaskResult[];
let stopResults: () => Promise<void>;

const text = (call: { name: string; args: unknown }) => ({ name: call.name, args: JSON.stringify(call.args) });

/** The model answers by what it was shown, so a repeated call gives the same answer. */
const byStep: Answer = (request, response) => {
  const shown = (request.body.messages as { role: string }[]).filter((message) => message.role === "tool").length;
  const answer = shown === 0 ? calls([text(findCall())]) : shown === 1 ? calls([text(transferCall())]) : says({ content: "Proposed." });
  answer(request, response);
};

beforeAll(async () => {
  nats = await startNats();
  database = await cloneDatabase("supply");
  home = mkdtempSync(join(tmpdir(), "qm-kill-"));
  model = await startMisbehavingServer([byStep]);
  writeFileSync(join(home, "supply.nk"), nats.seeds.supply ?? "");
  writeFileSync(join(home, "key.json"), JSON.stringify(keys.privateKey("supply")));
  writeFileSync(join(home, "public.json"), JSON.stringify(keys.keySet));
  results = [];
  const bus = await nats.bus("coordinator");
  const consumer = await bus.consume(
    STREAMS.results,
    "coordinator",
    async (message) => {
      const frame = JSON.parse(message.body) as { task: { artifacts: { parts: { data: { result: Signed<TaskResult> } }[] }[] } };
      results.push(TaskResult.parse(frame.task.artifacts[0]?.parts[0]?.data.result.body));
    },
    { slots: 1 },
  );
  stopResults = () => consumer.stop();
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children.clear();
});
afterAll(async () => {
  await stopResults?.();
  await model?.stop();
  await nats?.stop();
  await database?.drop();
  if (home) rmSync(home, { recursive: true, force: true });
});

/** Starts an agent process; it is alive until its fault or the test ends it. */
async function startProcess(fault: string | undefined) {
  const port = await freePort();
  const file = join(home, `${newId("msg")}.json`);
  writeFileSync(
    file,
    JSON.stringify({
      instance: newId("ins"),
      httpHost: "127.0.0.1",
      httpPort: port,
      publicUrl: `http://127.0.0.1:${port}`,
      databaseUrl: database.url("qm_supply_agent"),
      natsUrl: nats.url,
      natsSeedFile: join(home, "supply.nk"),
      natsRole: "supply",
      signingKeyFile: join(home, "key.json"),
      publicKeysFile: join(home, "public.json"),
      logLevel: "silent",
      fault,
      test: true,
      demo: true,
      model: { baseUrl: model.baseUrl, name: "m" },
      taskSlots: 1,
    }),
  );
  const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", CHILD, file], {
    cwd: REPOSITORY,
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.add(child);
  const exited = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
  return { exited, end: () => child.kill("SIGKILL") };
}

async function publishTask(body: Brief): Promise<void> {
  const bus = await nats.bus("coordinator");
  const brief = keys.signer("coordinator").sign("brief", body);
  const message = { messageId: body.briefId, role: "ROLE_USER", contextId: body.threadId, parts: [{ data: { brief } }] };
  await bus.publish(
    subjects.task("supply", body.tenant, body.threadId),
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } }),
    {
      msgId: newId("msg"),
    },
  );
}

/** What of a result must not depend on whether a process died. */
const essence = (result: TaskResult | undefined) => ({
  status: result?.status,
  answer: result?.answer,
  proposals: result?.proposals.map(({ tool, args, ref, origins }) => ({ tool, args, ref, origins })),
  reads: result?.reads.map(({ tool, args, records }) => ({ tool, args, records })),
});

async function runToEnd(fault: string | undefined) {
  const before = model.bodies.length;
  const brief = aBrief({
    budget: { steps: 20, tokens: 100_000, costMicros: null, wallMs: 900_000 },
    deadlineAt: new Date(Date.now() + 900_000).toISOString(),
  });
  const mine = () => results.filter((result) => result.taskId === brief.taskId);
  const first = await startProcess(fault);
  await publishTask(brief);
  let second: Awaited<ReturnType<typeof startProcess>> | undefined;
  if (fault !== undefined) {
    expect(await first.exited, "the process was killed at its boundary").toBe("SIGKILL");
    await database.admin("update agent_tasks set lease_until = now() - interval '1 second' where task_id = $1 and state = 'running'", [
      brief.taskId,
    ]);
    await publishTask(brief);
    second = await startProcess(undefined);
  }
  await until(() => mine().length > 0, { what: `the result after ${fault ?? "no fault"}`, timeoutMs: 120_000 });
  const row = (
    await database.admin<{ state: string; call_lease: unknown }>("select state, call_lease from agent_tasks where task_id = $1", [
      brief.taskId,
    ])
  )[0];
  const running = second ?? first;
  running.end();
  await running.exited;
  return { result: mine()[0], row, asked: model.bodies.length - before };
}

describe("an agent process that is killed", () => {
  let whole: Awaited<ReturnType<typeof runToEnd>>;
  beforeAll(async () => {
    whole = await runToEnd(undefined);
  }, LIMIT_MS);

  it.each(BOUNDARIES)(
    "at %s leaves a task that ends as if nothing had happened, and no answered call is made again",
    async (boundary) => {
      const { result, row, asked } = await runToEnd(boundary);
      expect(essence(result)).toEqual(essence(whole.result));
      expect(row).toMatchObject({ state: "done", call_lease: null });
      expect([whole.asked, asked]).toEqual([3, 3]);
      // A call that was leased and never answered counts as spent in full.
      const lost = boundary.startsWith("agent.beforeModelCall") ? 1 : 0;
      expect(result?.usage.modelCalls).toBe(3 + lost);
    },
    LIMIT_MS,
  );
});
