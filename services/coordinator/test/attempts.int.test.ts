import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newId } from "@quartermaster/shared/contracts";
import { cloneDatabase, freePort, startNats, type TestDatabase, testKeys, until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

let nats: Awaited<ReturnType<typeof startNats>>;
let database: TestDatabase;
let home: string;
const children = new Set<ReturnType<typeof spawn>>();

beforeAll(async () => {
  nats = await startNats();
  database = await cloneDatabase("coordinator");
  await database.admin("insert into tenants (tenant, demo) values ('demo', true)");
  home = mkdtempSync(join(tmpdir(), "qm-attempts-"));
  const keys = testKeys();
  writeFileSync(join(home, "coordinator.nk"), nats.seeds.coordinator ?? "");
  writeFileSync(join(home, "key.json"), JSON.stringify(keys.privateKey("coordinator")));
  writeFileSync(join(home, "public.json"), JSON.stringify(keys.keySet));
});
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  await nats?.stop();
  await database?.drop();
  if (home) rmSync(home, { recursive: true, force: true });
});

/** A coordinator of its own process; `exited` resolves with the signal that ended it. */
async function startCoordinatorProcess(fault: string): Promise<{ exited: Promise<NodeJS.Signals | null> }> {
  const env = {
    ...process.env,
    QM_TEST: "1",
    QM_FAULT: fault,
    QM_HTTP_PORT: String(await freePort()),
    QM_DATABASE_URL: database.url("qm_coordinator"),
    QM_NATS_URL: nats.url,
    QM_NATS_SEED_FILE: join(home, "coordinator.nk"),
    QM_SIGNING_KEY_FILE: join(home, "key.json"),
    QM_PUBLIC_KEYS_FILE: join(home, "public.json"),
    QM_MODEL_BASE_URL: "http://127.0.0.1:9/v1",
    QM_MODEL: "none",
    QM_APPROVALS_URL: "http://127.0.0.1:9",
    QM_LOG_LEVEL: "silent",
  };
  const args = ["--conditions=@quartermaster/source", "--import", "tsx", MAIN];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  children.add(child);
  return { exited: new Promise((resolve) => child.once("exit", (_code, signal) => resolve(signal))) };
}

interface Line extends Record<string, unknown> {
  status: string;
  phase: string;
  attempts: number;
  answer: string | null;
  refusal: { code: string } | null;
  open_issues: { code: string }[];
}

/** @param deaths processes that the request has already outlived. */
async function submit(text: string, deaths = 0): Promise<string> {
  const [id, thread] = [newId("req"), newId("thr")];
  await database.admin("insert into threads (tenant, id, created_by) values ('demo', $1, 'planner.anna')", [thread]);
  await database.admin(
    `insert into requests (tenant, id, thread_id, requester, requester_roles, text, language, attempts, updated_at)
     values ('demo', $1, $2, 'planner.anna', '{planner}', $3, 'en', $4, now() - interval '1 minute')`,
    [id, thread, text, deaths],
  );
  return id;
}

const read = async (id: string): Promise<Line> => {
  const line = (await database.admin("select * from requests where id = $1", [id]))[0] as Line | undefined;
  if (!line) throw new Error("the request is gone");
  return line;
};
/** What its dead holder's lease would do in seconds. */
const endLease = (id: string) => database.admin("update requests set lease_until = now() - interval '1 second' where id = $1", [id]);

describe("a request whose step ends the process", { timeout: 300_000 }, () => {
  it("is taken up five times and then ends with its reason in words, and the process that ends it lives on", async () => {
    // Three deaths are written down, two happen: every process takes its time to start.
    const id = await submit("hello", 3);
    for (let death = 4; death <= 5; death++) {
      const { exited } = await startCoordinatorProcess("coordinator.beforeStep:kill");
      expect(await exited).toBe("SIGKILL");
      expect(await read(id)).toMatchObject({ phase: "intent", attempts: death - 1 });
      await endLease(id);
    }
    await startCoordinatorProcess("coordinator.beforeStep:kill");
    const line = await until(
      async () => {
        const now = await read(id);
        return now.phase === "done" ? now : null;
      },
      { what: "the end of the request", timeoutMs: 60_000 },
    );
    expect(line).toMatchObject({
      status: "failed",
      refusal: { code: "attempts_exhausted" },
      open_issues: [{ code: "attempts_exhausted" }],
    });
    expect(line.answer).toContain("given up");
    const events = await database.admin("select name from request_events where request_id = $1", [id]);
    expect(events.map(({ name }) => name)).toContain("request.completed");
    // The process that ended it lives: its fault strikes with the next request's step, not before.
    const next = await submit("hello again");
    await until(async () => (await read(next)).attempts === 0 && (await read(next)).owner !== null, { what: "the next request taken up" });
  });
});
