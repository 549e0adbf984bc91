import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Brief, newId, STREAMS, subjects, TaskResult } from "@quartermaster/shared/contracts";
import type { Signed } from "@quartermaster/shared/signing";
import { cloneDatabase, freePort, startNats, testKeys } from "@quartermaster/testing";
import { type Answer, startMisbehavingServer } from "./misbehaving-server.ts";

const REPOSITORY = fileURLToPath(new URL("../../..", import.meta.url));
const CHILD = fileURLToPath(new URL("agent-child.ts", import.meta.url));

export interface AgentProcess {
  instance: string;
  exited: Promise<NodeJS.Signals | null>;
  kill(): void;
}

export interface StartOptions {
  /** Where the process kills itself, `<point>:kill:<n>`. */
  fault?: string | undefined;
  taskSlots?: number;
  /** The model calls tools through programs. */
  codeTools?: boolean;
  /** A newer version of the agent, with one more tool: one that lists the version before as compatible, or one that does not. */
  newer?: "compatible" | "incompatible";
  prices?: Record<string, { prompt: string; completion: string }>;
}

/** Agent processes that a test may kill, on a real bus and database, before a model server that the test plays. */
export async function startKillableAgents(answers: readonly Answer[]) {
  const keys = testKeys();
  const nats = await startNats();
  const database = await cloneDatabase("supply");
  const home = mkdtempSync(join(tmpdir(), "qm-kill-"));
  const model = await startMisbehavingServer(answers);
  const results: TaskResult[] = [];
  const children = new Set<ChildProcess>();
  writeFileSync(join(home, "supply.nk"), nats.seeds.supply ?? "");
  writeFileSync(join(home, "key.json"), JSON.stringify(keys.privateKey("supply")));
  writeFileSync(join(home, "public.json"), JSON.stringify(keys.keySet));
  const coordinator = await nats.bus("coordinator");
  const consumer = await coordinator.consume(
    STREAMS.results,
    "coordinator",
    async (message) => {
      const frame = JSON.parse(message.body) as { task: { artifacts: { parts: { data: { result: Signed<TaskResult> } }[] }[] } };
      results.push(TaskResult.parse(frame.task.artifacts[0]?.parts[0]?.data.result.body));
    },
    { slots: 1 },
  );

  /** Starts an agent process; it is alive until its fault or the test ends it. */
  async function start({ fault, taskSlots = 1, prices, codeTools = false, newer }: StartOptions = {}): Promise<AgentProcess> {
    const port = await freePort();
    const instance = newId("ins");
    const file = join(home, `${instance}.json`);
    const settings = {
      instance,
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
      model: { baseUrl: model.baseUrl, name: "m", ...(prices ? { prices } : {}) },
      codeTools,
      ...(newer === undefined ? {} : { newer }),
      taskSlots,
    };
    writeFileSync(file, JSON.stringify(settings));
    const child = spawn(process.execPath, ["--import", "tsx", CHILD, file], {
      cwd: REPOSITORY,
      stdio: ["ignore", "ignore", "inherit"],
    });
    children.add(child);
    const exited = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_code, signal) => resolve(signal)));
    return { instance, exited, kill: () => child.kill("SIGKILL") };
  }

  return {
    database,
    model,
    results,
    start,
    resultOf: (brief: Brief) => results.find((result) => result.taskId === brief.taskId),
    /** Sends a task as the coordinator does, every time under a message id of its own. */
    async publish(body: Brief): Promise<void> {
      const brief = keys.signer("coordinator").sign("brief", body);
      const message = { messageId: body.briefId, role: "ROLE_USER", contextId: body.threadId, parts: [{ data: { brief } }] };
      const call = { jsonrpc: "2.0", id: 1, method: "SendMessage", params: { message } };
      await coordinator.publish(subjects.task("supply", body.tenant, body.threadId), JSON.stringify(call), { msgId: newId("msg") });
    },
    /** Ends every process; one that outlived a failed case would take the next case's task. */
    killAll(): void {
      for (const child of children) child.kill("SIGKILL");
      children.clear();
    },
    async stop(): Promise<void> {
      await consumer.stop();
      await model.stop();
      await nats.stop();
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

export type KillableAgents = Awaited<ReturnType<typeof startKillableAgents>>;
