import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bus } from "@quartermaster/shared/bus";
import { Envelope, type Grant, newId, Preview, Receipt, signed } from "@quartermaster/shared/contracts";
import { stepContentHash } from "@quartermaster/shared/signing";
import { aGrant, answerEpochs, freePort, grantMessage, startNats, type TestNats, until } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, createApp } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
let nats: TestNats;
let approvals: Bus;
let app: App;
let port: number;
const home = mkdtempSync(join(tmpdir(), "qm-supply-"));
const receipts: Receipt[] = [];
let told = 0;
let questions = 0;
let telling: { stop(): Promise<void> };

/** Says as approvals does which epoch is in force. */
const tellEpochs = () =>
  answerEpochs(approvals, world.keys.signer("approvals"), () => {
    questions += 1;
    return told;
  });

function environment(changes: Record<string, string> = {}): Record<string, string> {
  const file = (name: string, content: string) => {
    writeFileSync(join(home, name), content, { mode: 0o600 });
    return join(home, name);
  };
  return {
    QM_ROLES: "executor,events",
    QM_HTTP_PORT: String(port),
    QM_DATABASE_URL: world.db.url("qm_supply_executor"),
    QM_EVENTS_DATABASE_URL: world.db.url("qm_supply_events"),
    QM_NATS_URL: nats.url,
    QM_NATS_SEED_FILE: file("x_supply.nk", nats.seeds.x_supply ?? ""),
    QM_NATS_ROLE: "x_supply",
    QM_SIGNING_KEY_FILE: file("key.json", JSON.stringify(world.keys.privateKey("x_supply"))),
    QM_PUBLIC_KEYS_FILE: file("public.json", JSON.stringify(world.keys.keySet)),
    QM_LOG_LEVEL: "fatal",
    QM_DEMO: "1",
    // Settings of the agent role may be given to every process of the service.
    QM_MODEL_BASE_URL: "http://127.0.0.1:1/v1",
    QM_MODEL: "none",
    ...changes,
  };
}

beforeAll(async () => {
  world = await startSupplyWorld();
  nats = await startNats();
  port = await freePort();
  app = await createApp(readConfig(environment()));
  await app.start();
  approvals = await nats.bus("approvals");
  telling = tellEpochs();
  await approvals.consume(
    "QM_RECEIPTS",
    "approvals",
    async (message) => {
      const envelope = Envelope.parse(JSON.parse(message.body));
      receipts.push(world.keys.verifier.verify("receipt", signed(Receipt).parse(envelope.payload), ["x_supply"]));
    },
    { slots: 4 },
  );
});
afterAll(async () => {
  await app?.stop();
  await nats?.stop();
  await world?.drop();
  rmSync(home, { recursive: true, force: true });
});

/** What a probe of the process sees. */
const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) })).status;

const step = () =>
  world.step("transfer_stock", { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "1", uom: "PCE" });
const ask = async (kind: "preview" | "outcome" | "epoch", body: unknown) =>
  JSON.parse((await approvals.request(`qm.${kind}.supply`, JSON.stringify(body), { timeoutMs: 3_000 })).body);

async function preview(): Promise<Preview> {
  const { tool, schemaHash, args } = step();
  const request = {
    kind: "preview",
    previewId: newId("prv"),
    tenant: "demo",
    stepId: newId("stp"),
    tool,
    toolVersion: 1,
    schemaHash,
    args,
    resolved: [],
    predicted: [],
    guards: [],
    foreign: [],
    contentHash: stepContentHash({ tool, args, guards: [], dependsOn: [] }),
  };
  return world.keys.verifier.verify("preview", signed(Preview).parse(await ask("preview", request)), ["x_supply"]);
}

describe("the executor process", () => {
  it("is ready once it takes grants", async () => {
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });

  it("previews, executes a granted step, sends the receipt and answers look-ups", async () => {
    const grant = aGrant(step(), await preview());
    expect(await ask("outcome", { v: 1, tenant: "demo", grantId: grant.grantId })).toEqual({ seen: false });
    const message = grantMessage(world.keys.signer("approvals"), grant);
    await approvals.publish(message.subject, message.body, { msgId: grant.grantId });
    const receipt = await until(() => receipts.find((candidate) => candidate.grantId === grant.grantId), { what: "the receipt" });
    expect(receipt.outcome).toBe("succeeded");
    const looked = await ask("outcome", { v: 1, tenant: "demo", grantId: grant.grantId });
    expect(world.keys.verifier.verify("receipt", signed(Receipt).parse(looked), ["x_supply"])).toEqual(receipt);
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toContain('qm_executor_grants_total{outcome="succeeded"} 1');
  });

  it("keeps a forged grant for people and acts on nothing in it", async () => {
    const grant = aGrant(step(), await preview());
    const message = grantMessage(world.keys.signer("coordinator"), grant);
    await approvals.publish(message.subject, message.body, { msgId: grant.grantId });
    const dead = await until(
      async () => (await world.db.admin("select code, tenant from dead_grant where subject = $1", [message.subject]))[0],
      { what: "the dead grant" },
    );
    expect(dead).toEqual({ code: "key_unknown", tenant: "demo" });
    expect(await ask("outcome", { v: 1, tenant: "demo", grantId: grant.grantId })).toEqual({ seen: false });
  });

  it("accepts no grant that approvals did not make for this very step, whoever else's real key is used", { timeout: 60_000 }, async () => {
    const pictureOf = async () =>
      await Promise.all(
        ["stock", "transfers", "reservations", "used_grant"].map((table) =>
          world.db.admin(`select to_jsonb(t)::text row from ${table} t order by 1`),
        ),
      );
    const before = await pictureOf();
    const grant = aGrant(step(), await preview());
    const approvalsKey = world.keys.signer("approvals");
    const good = grantMessage(approvalsKey, grant);
    const wrap = (payload: unknown, type = "grant.issued") =>
      good.body.replace(/"payload":.*$/s, `"payload":${JSON.stringify(payload)}}`).replace('"grant.issued"', `"${type}"`);
    const signature = approvalsKey.sign("grant", grant);
    const used = receipts.find((candidate) => candidate.outcome === "succeeded");
    const forged: [string, string, string?][] = [
      ...["supply", "transit", "x_supply", "x_transit", "coordinator", "seed"].map((role): [string, string] => [
        `signed by ${role}`,
        wrap(world.keys.signer(role).sign("grant", grant)),
      ]),
      ["signed for another purpose", wrap(approvalsKey.sign("revoke", grant))],
      ["a receipt as a grant", wrap(world.keys.signer("x_supply").sign("receipt", used))],
      ["without a signature", wrap({ ...signature, signature: "" })],
      ["with other args under the signature", wrap({ ...signature, body: { ...grant, args: { ...grant.args, quantity: "400" } } })],
      ["with another key's id", wrap({ ...signature, kid: "supply-1" })],
      ["with a field more", wrap({ ...signature, body: { ...grant, uses: 2 } })],
      ["for another executor", wrap(approvalsKey.sign("grant", { ...grant, aud: "transit-executor" }))],
      ["of another domain", wrap(approvalsKey.sign("grant", { ...grant, agent: "transit" as const }))],
      ["of another tenant", wrap(approvalsKey.sign("grant", { ...grant, tenant: "t2" }))],
      ["of another type", wrap(signature, "plan.state")],
      ["on another step's subject", good.body, `qm.grant.supply.demo.${newId("stp")}`],
      ["on another tenant's subject", good.body, `qm.grant.supply.t2.${grant.stepId}`],
      ["a field twice", good.body.replace('"type":', '"type":"grant.revoked","type":')],
      ["a prototype", good.body.replace('"type":', '"__proto__":{"approved":true},"type":')],
      ["a deep nest", "[".repeat(100_000)],
      ["no JSON", "grant"],
    ];
    for (const [what, body, subject] of forged)
      await approvals.publish(subject ?? good.subject, body, { msgId: `forged:${grant.grantId}:${what}` });
    const dead = await until(
      async () => {
        const rows = await world.db.admin<{ body: string }>("select body from dead_grant");
        return forged.every(([, body]) => rows.some((row) => row.body === body.slice(0, 200_000))) ? rows : null;
      },
      { what: "every forged grant among the dead ones", timeoutMs: 45_000 },
    );
    expect(dead.length).toBeGreaterThanOrEqual(forged.length);
    expect(await pictureOf()).toEqual(before);
    expect(await ask("outcome", { v: 1, tenant: "demo", grantId: grant.grantId })).toEqual({ seen: false });
  });

  const send = async (grant: Grant): Promise<void> => {
    const message = grantMessage(world.keys.signer("approvals"), grant);
    await approvals.publish(message.subject, message.body, { msgId: grant.grantId });
  };
  const receiptOf = async (grant: Grant): Promise<Receipt> =>
    await until(() => receipts.find((candidate) => candidate.grantId === grant.grantId), { what: "the receipt" });
  const wasSeen = async (grant: Grant): Promise<boolean> =>
    (await world.db.admin("select from used_grant where grant_id = $1", [grant.grantId])).length > 0;

  it("runs nothing while approvals does not say which epoch is in force, and everything that still holds once it does", async () => {
    await telling.stop();
    let unanswered = 0;
    const silent = approvals.subscribe("qm.epoch_now", () => {
      unanswered += 1;
    });
    // What was said before is good for two seconds; until it is asked for again, grants still run.
    await until(
      async () => {
        await send(aGrant(step(), await preview()));
        return unanswered > 0;
      },
      { everyMs: 200, what: "a question that nobody answers" },
    );
    const grant = aGrant(step(), await preview());
    const short = aGrant(step(), await preview(), { exp: new Date(Date.now() + 4_000).toISOString() });
    unanswered = 0;
    await Promise.all([send(grant), send(short)]);
    // A grant whose time is over meanwhile ends as expired, without approvals.
    expect(await receiptOf(short)).toMatchObject({ outcome: "refused", code: "grant_expired" });
    await until(() => unanswered >= 2, { what: "a second question" });
    expect(await wasSeen(grant)).toBe(false);
    await silent.stop();
    telling = tellEpochs();
    expect(await receiptOf(grant)).toMatchObject({ outcome: "succeeded" });
  });

  it("asks no more than once in two seconds for many grants of a tenant", async () => {
    const before = questions;
    const startedAt = Date.now();
    for (let count = 0; count < 8; count++) {
      const grant = aGrant(step(), await preview());
      await send(grant);
      expect(await receiptOf(grant)).toMatchObject({ outcome: "succeeded" });
    }
    expect(questions - before).toBeLessThanOrEqual(1 + Math.floor((Date.now() - startedAt) / 2_000));
  });

  it("refuses what a new epoch voided although no replica was told: each asks before it runs a grant", async () => {
    const second = await freePort();
    const replica = await createApp(readConfig(environment({ QM_HTTP_PORT: String(second), QM_INSTANCE: "second" })));
    await replica.start();
    try {
      const grants = await Promise.all(Array.from({ length: 6 }, async () => aGrant(step(), await preview())));
      told = 1;
      // What was said before is good for two seconds; whichever replica asks first keeps the answer for both.
      await until(
        async () => {
          const probe = aGrant(step(), await preview());
          await send(probe);
          return (await receiptOf(probe)).code === "grant_epoch";
        },
        { what: "a grant that is refused" },
      );
      await Promise.all(grants.map(send));
      for (const grant of grants) expect(await receiptOf(grant)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
      const kept = await world.db.admin("select epoch::int, signed -> 'body' ->> 'nonce' is not null as asked from grant_epoch");
      expect(kept).toEqual([{ epoch: 1, asked: true }]);
      const current = aGrant(step(), await preview(), { epoch: 1 });
      await send(current);
      expect(await receiptOf(current)).toMatchObject({ outcome: "succeeded" });
    } finally {
      await replica.stop();
    }
  });

  it("keeps to the newest epoch when approvals was restored or has forgotten its own", async () => {
    told = 0;
    const before = questions;
    await until(
      async () => {
        const grant = aGrant(step(), await preview());
        await send(grant);
        expect(await receiptOf(grant)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
        return questions > before || undefined;
      },
      { what: "a question that is answered with no epoch" },
    );
    const grant = aGrant(step(), await preview());
    await send(grant);
    expect(await receiptOf(grant)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
  });

  it("refuses older grants once a newer epoch was stored, and never goes back", async () => {
    const grant = aGrant(step(), await preview());
    const epoch = (value: number, role = "approvals") =>
      ask(
        "epoch",
        world.keys.signer(role).sign("epoch", { v: 1 as const, tenant: "demo", epoch: value, issuedAt: new Date().toISOString() }),
      );
    expect(await epoch(9, "coordinator")).toMatchObject({ code: "key_unknown" });
    expect(await epoch(2)).toEqual({ epoch: 2 });
    expect(await epoch(1)).toEqual({ epoch: 2 });
    const message = grantMessage(world.keys.signer("approvals"), grant);
    await approvals.publish(message.subject, message.body, { msgId: grant.grantId });
    const receipt = await until(() => receipts.find((candidate) => candidate.grantId === grant.grantId), { what: "the receipt" });
    expect(receipt).toMatchObject({ outcome: "refused", code: "grant_epoch" });
  });

  it("takes in world events of a gateway, once, and tells strangers and wrong bodies apart", async () => {
    const post = async (token: string, body: unknown) => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/events`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token === "" ? {} : { authorization: `Bearer ${token}` }) },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });
      return {
        status: answer.status,
        replayed: answer.headers.get("idempotency-replayed"),
        body: (await answer.json()) as { code?: string },
      };
    };
    const event = { eventId: "wms-1", bizStep: "goods_issue", what: { demandRef: "SHP-1007" } };
    expect(await post("", event)).toMatchObject({ status: 401 });
    expect(await post("demo-planner.anna", event)).toMatchObject({ status: 401 });
    expect(await post("demo-supplier", event)).toMatchObject({ status: 403, body: { code: "role_missing" } });
    expect(await post("demo-warehouse@nobody", event)).toMatchObject({ status: 401 });
    expect(await post("demo-warehouse", { ...event, colour: "red" })).toMatchObject({ status: 400, body: { code: "invalid_request" } });
    expect(await post("demo-warehouse", '{"eventId":"a","eventId":"b"}')).toMatchObject({ status: 400, body: { code: "invalid_json" } });
    expect(await post("demo-warehouse", `"${"x".repeat(70_000)}"`)).toMatchObject({ status: 413 });
    const [first, again] = [await post("demo-warehouse", event), await post("demo-warehouse", event)];
    expect(first).toMatchObject({
      status: 200,
      replayed: null,
      body: { records: expect.arrayContaining([{ record: "RSV-3003", version: 2 }]) },
    });
    expect(again).toEqual({ ...first, replayed: "true" });
    const look = (id: string) => fetch(`http://127.0.0.1:${port}/v1/events/${id}`, { headers: { authorization: "Bearer demo-warehouse" } });
    expect([await (await look("wms-1")).json(), (await look("wms-2")).status]).toEqual([first.body, 404]);
  });

  it("answers malformed requests with a code", async () => {
    expect(await ask("preview", { kind: "preview" })).toMatchObject({ code: "envelope_invalid" });
  });
});

it("is not ready while its database does not answer, and ready again when it does", async () => {
  expect(await readiness()).toBe(200);
  await world.db.setReachable(false);
  await until(async () => (await readiness()) === 503, { what: "an executor without a database that says so" });
  await world.db.setReachable(true);
  await until(async () => (await readiness()) === 200, { what: "an executor that is ready again" });
});
