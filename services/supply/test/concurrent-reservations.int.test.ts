import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "@quartermaster/shared/bus";
import { Envelope, type Grant, Receipt, signed } from "@quartermaster/shared/contracts";
import { answerEpochs, freePort, grantMessage, startNats, type TestNats, until } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

const PROCESSES = 4;
const WISHES = 200;
const UNITS = 100;
const MAIN = join(import.meta.dirname, "../dist/main.js");

let world: SupplyWorld;
let nats: TestNats;
let approvals: Bus;
const executors: { child: ChildProcess; port: number }[] = [];
const receipts = new Map<string, Receipt>();
const home = mkdtempSync(join(tmpdir(), "qm-reserve-"));
const file = (name: string, content: string): string => {
  writeFileSync(join(home, name), content, { mode: 0o600 });
  return join(home, name);
};

/** The executor as it is run in production: its own process, its own connections. */
async function startExecutor(index: number): Promise<void> {
  const port = await freePort();
  const env = {
    PATH: process.env.PATH ?? "",
    QM_ROLES: "executor",
    QM_HTTP_PORT: String(port),
    QM_DATABASE_URL: world.db.url("qm_supply_executor"),
    QM_NATS_URL: nats.url,
    QM_NATS_SEED_FILE: file(`${index}.nk`, nats.seeds.x_supply ?? ""),
    QM_NATS_ROLE: "x_supply",
    QM_SIGNING_KEY_FILE: file(`${index}.key.json`, JSON.stringify(world.keys.privateKey("x_supply"))),
    QM_PUBLIC_KEYS_FILE: file(`${index}.public.json`, JSON.stringify(world.keys.keySet)),
    QM_LOG_LEVEL: "fatal",
    QM_DEMO: "1",
  };
  const child = spawn(process.execPath, [MAIN], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  executors.push({ child, port });
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status === 200;
  await until(isReady, { what: `executor ${index} is ready`, timeoutMs: 230_000 });
}

beforeAll(async () => {
  [world, nats] = await Promise.all([startSupplyWorld(), startNats()]);
  await Promise.all(Array.from({ length: PROCESSES }, async (_, index) => await startExecutor(index)));
  approvals = await nats.bus("approvals");
  answerEpochs(approvals, world.keys.signer("approvals"));
  await approvals.consume(
    "QM_RECEIPTS",
    "approvals",
    async (message) => {
      const payload = signed(Receipt).parse(Envelope.parse(JSON.parse(message.body)).payload);
      const receipt = world.keys.verifier.verify("receipt", payload, ["x_supply"]);
      receipts.set(receipt.grantId, receipt);
    },
    { slots: 8 },
  );
}, 260_000);
afterAll(async () => {
  await Promise.all(
    executors.map(async ({ child }) => {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    }),
  );
  await nats?.stop();
  await world?.drop();
  rmSync(home, { recursive: true, force: true });
});

async function makeGrants(): Promise<Grant[]> {
  const grants: Grant[] = [];
  const wishes = Array.from({ length: WISHES }, (_, index) => `SO-${index}`);
  const lane = async () => {
    for (let demandRef = wishes.pop(); demandRef !== undefined; demandRef = wishes.pop()) {
      const args = { sku: "VLV-080", location: "LOC-RTM", quantity: "1", uom: "PCE", demandRef };
      const guard = { kind: "bound" as const, domain: "supply" as const, record: "STK-010", facts: {}, atLeast: { available: "1" } };
      grants.push(await world.grant(world.step("reserve_stock", args, [guard])));
    }
  };
  await Promise.all(Array.from({ length: 4 }, lane));
  return grants;
}

it("of 200 reservations at once, in four processes, exactly the hundred units that are there are set aside, and every loser is told why", async () => {
  await world.db.admin(
    `begin; set local session_replication_role = replica; update stock set on_hand = ${UNITS} where tenant = 'demo' and id = 'STK-010'; commit`,
  );
  // All of them were decided while every unit was free.
  const grants = await makeGrants();
  const signer = world.keys.signer("approvals");
  const left = [...grants];
  const lane = async () => {
    for (let grant = left.pop(); grant !== undefined; grant = left.pop()) {
      const message = grantMessage(signer, grant);
      const msgId = grant.grantId;
      // A second try under the same id is the same message to the stream.
      await until(async () => await approvals.publish(message.subject, message.body, { msgId }).then(() => true), {
        what: "the grant is sent",
      });
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  await until(() => receipts.size === WISHES, { what: `${WISHES} receipts`, timeoutMs: 150_000 });

  const ended = [...receipts.values()];
  expect(ended.filter((receipt) => receipt.outcome === "succeeded")).toHaveLength(UNITS);
  const losers = ended.filter((receipt) => receipt.outcome !== "succeeded");
  expect([...new Set(losers.map((receipt) => `${receipt.outcome} ${receipt.code}`))].sort()).toEqual(["stale insufficient_available"]);
  for (const loser of losers) expect(loser.detail).toContain("VLV-080");
  const [row] = await world.db.admin(
    `select trim_scale(s.on_hand)::text on_hand, trim_scale(s.reserved)::text reserved, count(r.id)::int reservations, trim_scale(sum(r.quantity))::text sum
     from stock s join reservations r on r.tenant = s.tenant and r.stock = s.id and r.state = 'active'
     where s.tenant = 'demo' and s.id = 'STK-010' group by s.on_hand, s.reserved`,
  );
  expect(row).toEqual({ on_hand: "100", reserved: "100", reservations: UNITS, sum: "100" });
  const handled = await Promise.all(
    executors.map(async ({ port }) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return [...text.matchAll(/qm_executor_grants_total\{[^}]*\} (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
    }),
  );
  expect(handled.reduce((sum, count) => sum + count, 0)).toBe(WISHES);
  expect(handled.filter((count) => count > 0).length).toBeGreaterThan(1);
}, 300_000);
