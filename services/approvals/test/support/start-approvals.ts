import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bus, BusMessage } from "@quartermaster/shared/bus";
import { Secret } from "@quartermaster/shared/config";
import {
  MESSAGE_TYPES,
  newId,
  type Plan,
  type PlanCommand,
  type PlanState,
  type Receipt,
  STREAMS,
  subjects,
  TYPE_HEADER,
} from "@quartermaster/shared/contracts";
import type { SealRing, Signed } from "@quartermaster/shared/signing";
import {
  cloneDatabase,
  freePort,
  quietLog,
  startNats,
  type TestDatabase,
  type TestKeys,
  type TestNats,
  testKeys,
  testSealRing,
  until,
} from "@quartermaster/testing";
import { createApp } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { type FakeExecutor, startFakeExecutor } from "./fake-executor.ts";

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of many shapes
  body: any;
}

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Stack {
  url: string;
  /** Every route, as Fastify prints it: a tree of paths. */
  routeTree: string;
  nats: TestNats;
  database: TestDatabase;
  keys: TestKeys;
  ring: SealRing;
  supply: FakeExecutor;
  transit: FakeExecutor;
  submit(plan: Plan): Promise<void>;
  command(command: PlanCommand): Promise<void>;
  call(user: string, method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** The item of a plan's step, once it is there. */
  item(plan: Plan, stepId: string, user?: string): Promise<Answer["body"]>;
  decide(user: string, item: Answer["body"], decision?: "approve" | "reject", headers?: Record<string, string>): Promise<Answer>;
  /** Receipts that approvals passed on, as they were signed. */
  passedOn: Signed<Receipt>[];
  /** Forgets the plan states of before, as a coordinator that has missed them. */
  forgetStates(): void;
  /** Newest plan state that passes a test. */
  state(plan: Plan, test: (state: PlanState) => boolean, what: string): Promise<PlanState>;
  stop(): Promise<void>;
}

const WORLD = join(import.meta.dirname, "../../../../data/seed-world.json");

async function seed(database: TestDatabase, tenants: readonly string[]): Promise<void> {
  const world = readFileSync(WORLD, "utf8");
  const pool = database.pool("qm_approvals_seed", { max: 1 });
  for (const tenant of tenants) {
    await database.admin("insert into tenants (tenant, demo) values ($1, true)", [tenant]);
    const client = await pool.connect();
    await client.query("begin");
    await client.query("select set_config('qm.tenant', $1, true)", [tenant]);
    await client.query("select seed_world($1, $2)", [tenant, world]);
    await client.query("commit");
    client.release();
  }
}

async function watchStates(bus: Bus, passedOn: Signed<Receipt>[]): Promise<Map<string, PlanState>> {
  const states = new Map<string, PlanState>();
  const take = async (message: BusMessage) => {
    if (message.headers.get(TYPE_HEADER) === MESSAGE_TYPES.receiptIssued) {
      passedOn.push((JSON.parse(message.body) as { payload: Signed<Receipt> }).payload);
      return;
    }
    const state = (JSON.parse(message.body) as { payload: PlanState }).payload;
    if ((states.get(state.planId)?.sequence ?? 0) < state.sequence) states.set(state.planId, state);
  };
  await bus.consume(STREAMS.receipts, "coordinator_decision", take, { slots: 1 });
  return states;
}

/** Settings of a replica on a database and a bus. */
export const configFor = (port: number, database: TestDatabase, natsUrl: string): Config => ({
  instance: "test",
  host: "127.0.0.1",
  port,
  databaseUrl: new Secret(database.url("qm_approvals")),
  nats: { url: natsUrl, seedFile: "", role: "approvals" },
  signingKeyFile: "",
  publicKeysFile: "",
  sealRingFile: "",
  demo: true,
  logLevel: "silent",
  fault: undefined,
  testMode: false,
  oidc: undefined,
  consoleDir: undefined,
  coordinatorUrl: undefined,
  outcomeTimeoutMs: 86_400_000,
  notifications: { consoleUrl: undefined, egressAllow: new Set(), egressCaFile: undefined, mail: undefined, mailDomains: [] },
});

const envelope = (type: string, tenant: string, requestId: string, payload: unknown) =>
  JSON.stringify({
    id: newId("evt"),
    type,
    version: 1,
    tenant,
    causationId: null,
    correlationId: requestId,
    occurredAt: new Date().toISOString(),
    payload,
  });

const client =
  (base: string): Stack["call"] =>
  async (user, method, path, options = {}) => {
    const json = options.body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer demo-${user}`, ...json, ...options.headers },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    });
    const text = await response.text();
    const isJson =
      response.headers.get("content-type")?.includes("json") === true && !response.headers.get("content-type")?.includes("ndjson");
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  };

/** The real service on a real bus and database, with executors that have no database, in tenants "demo" and "t2". */
export async function startApprovals(settings: Partial<Config> = {}, ring = testSealRing()): Promise<Stack> {
  const [nats, database] = await Promise.all([startNats(), cloneDatabase("approvals")]);
  await seed(database, ["demo", "t2"]);
  const keys = testKeys();
  const port = await freePort();
  const coordinator = await nats.bus("coordinator");
  const supply = await startFakeExecutor(await nats.bus("x_supply"), keys.signer("x_supply"), "supply");
  const transit = await startFakeExecutor(await nats.bus("x_transit"), keys.signer("x_transit"), "transit");
  const passedOn: Signed<Receipt>[] = [];
  const states = await watchStates(coordinator, passedOn);
  const ports = { ring, bus: await nats.bus("approvals"), signer: keys.signer("approvals"), verifier: keys.verifier };
  const app = await createApp({ ...configFor(port, database, nats.url), ...settings }, quietLog("approvals"), ports);
  await app.start();
  const call = client(`http://127.0.0.1:${port}`);
  const publish = async (type: string, message: { tenant: string; requestId: string }) =>
    await coordinator.publish(
      subjects.plan(message.tenant, message.requestId),
      envelope(type, message.tenant, message.requestId, message),
      { msgId: newId("evt") },
    );
  const state: Stack["state"] = async (plan, test, what) =>
    await until(
      () => {
        const found = states.get(plan.id);
        return found && test(found) ? found : undefined;
      },
      { what },
    );
  return {
    url: `http://127.0.0.1:${port}`,
    routeTree: app.http.printRoutes({ commonPrefix: false }),
    nats,
    database,
    keys,
    ring,
    supply,
    transit,
    call,
    state,
    passedOn,
    forgetStates: () => states.clear(),
    submit: async (plan) => await publish(MESSAGE_TYPES.planSubmitted, plan),
    command: async (command) => await publish(MESSAGE_TYPES.planCommand, command),
    async item(plan, stepId, user = "stock.ben") {
      const ready = (s: PlanState) =>
        s.revision === plan.revision && s.steps.some((step) => step.stepId === stepId && step.approval !== null);
      const found = await state(plan, ready, "an approval");
      const id = found.steps.find((step) => step.stepId === stepId)?.approval?.id;
      return (await call(user, "GET", `/v1/approvals/${id}`)).body;
    },
    decide: async (user, item, decision = "approve", headers = {}) =>
      await call(user, "POST", `/v1/approvals/${item.id}/decisions`, {
        body: { decision, cardHash: item.card.hash },
        headers: { "if-match": `"${item.revision}"`, ...headers },
      }),
    async stop() {
      await app.stop();
      await supply.stop();
      await transit.stop();
      await nats.stop();
      await database.drop();
    },
  };
}
