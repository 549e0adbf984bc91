import { executeGrant, handleGrantMessage, storeEpoch } from "@quartermaster/executor";
import { type Guard, newId, Receipt, signed } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { grantMessage, until } from "@quartermaster/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

let world: SupplyWorld;
beforeAll(async () => {
  world = await startSupplyWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

const TRANSFER = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity: "60", uom: "PCE", neededBy: "2026-12-14" };
const guard = (available = "60"): Guard => ({
  kind: "bound",
  domain: "supply",
  record: "STK-006",
  facts: { lot: null, status: "available", expiry: null, aboveSafety: true },
  atLeast: { available },
});
const stock = async (id: string) =>
  (
    await world.db.admin<{ on_hand: string; reserved: string; version: number }>(
      "select trim_scale(on_hand)::text on_hand, trim_scale(reserved)::text reserved, version from stock where tenant = 'demo' and id = $1",
      [id],
    )
  )[0];
/** What transport states of a transfer. */
const carriage = (id: string | undefined, shipmentId: string | null, state: string) => ({
  domain: "transit" as const,
  kind: "carriage",
  id: id ?? "",
  version: 1,
  fields: { transferId: id ?? "", shipmentId, state },
});
const count = async (table: string) =>
  (await world.db.admin<{ n: number }>(`select count(*)::int n from ${table} where tenant = 'demo'`))[0]?.n ?? 0;
/** Sets units aside for somebody else, by a grant of its own. */
const reserve = async (quantity: string, demandRef: string) =>
  executeGrant(
    world.ports,
    await world.grant(world.step("reserve_stock", { sku: "VLV-050", location: "LOC-HAM", quantity, uom: "PCE", demandRef })),
  );

/** Holds whoever reaches it until `open` is called. */
function gate() {
  let open = () => {};
  let reached = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrival = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const faults = async (point: string) => {
    if (point !== "executor.beforeCommit") return;
    reached();
    await opened;
  };
  return { faults, open, arrival };
}

describe("an epoch that is raised while a grant runs", () => {
  it("is in force only when that one has ended, and stops every other", async () => {
    const { faults, open, arrival } = gate();
    const running = executeGrant({ ...world.ports, faults }, await world.grant(world.step("transfer_stock", TRANSFER, [guard()])));
    await arrival;
    const record = { v: 1 as const, tenant: "demo", epoch: 5, issuedAt: new Date().toISOString() };
    const raised = storeEpoch(world.ports, world.keys.signer("approvals").sign("epoch", record));
    await until(async () => (await world.db.admin("select from pg_locks where locktype = 'advisory' and not granted")).length > 0, {
      what: "the epoch to wait",
    });
    open();
    expect(await running).toMatchObject({ outcome: "succeeded" });
    expect(await raised).toBe(5);
    const late = await world.grant(world.step("transfer_stock", { ...TRANSFER, quantity: "1" }, [guard()]));
    expect(await executeGrant(world.ports, late)).toMatchObject({ outcome: "refused", code: "grant_epoch" });
    expect(await stock("STK-006")).toMatchObject({ reserved: "180" });
    await world.db.admin("delete from grant_epoch");
  });
});

describe("a grant whose word on the epoch grows old while it runs", () => {
  it("makes no effect, and makes it once when it comes again", async () => {
    let old = false;
    const epochs = { confirm: async () => ({ epoch: 0, holds: () => !old }) };
    const faults = async (point: string) => {
      if (point === "executor.beforeCommit") old = true;
    };
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    await expect(executeGrant({ ...world.ports, epochs, faults }, grant)).rejects.toMatchObject({ name: "NakLater" });
    expect(await stock("STK-006")).toMatchObject({ reserved: "120" });
    expect(await count("transfers")).toBe(0);
    expect(await executeGrant(world.ports, grant)).toMatchObject({ outcome: "succeeded" });
    expect(await stock("STK-006")).toMatchObject({ reserved: "180" });
  });
});

describe("an execution", () => {
  it("allocates a transfer and reserves its units; on hand does not move", async () => {
    const receipt = await executeGrant(world.ports, await world.grant(world.step("transfer_stock", TRANSFER, [guard()])));
    expect(receipt).toMatchObject({
      outcome: "succeeded",
      code: null,
      outputs: { transferId: expect.stringMatching(/^TRF-[A-Z2-7]{10}$/) },
    });
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "180", version: 2 });
    const [transfer] = await world.db.admin("select state, from_location, to_location, reservation from transfers where tenant = 'demo'");
    expect(transfer).toMatchObject({ state: "allocated", from_location: "LOC-HAM", to_location: "LOC-VLC" });
    expect(receipt.records).toContainEqual({ record: "STK-006", version: 2 });
    expect(receipt.inverse).toEqual({ tool: "release_reservation", args: { reservationId: transfer?.reservation, reason: "undo" } });
    const ledger = await world.db.admin(
      "select trim_scale(delta_reserved)::text delta, cause_id from stock_ledger where tenant = 'demo' and cause_type = 'grant'",
    );
    expect(ledger).toEqual([{ delta: "60", cause_id: receipt.grantId }]);
  });

  it("makes one effect of 200 deliveries on several connections, all with the same receipt", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    const receipts: Receipt[] = [];
    // Eight at a time, as a process with eight slots takes them from the stream.
    const lane = async () => {
      for (let delivery = 0; delivery < 25; delivery++) receipts.push(await executeGrant(world.ports, grant));
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    expect(receipts).toHaveLength(200);
    expect(new Set(receipts.map((receipt) => receipt.receiptId)).size).toBe(1);
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "180", version: 2 });
    expect(await count("transfers")).toBe(1);
  });

  it("repeats the effect's receipt for another grant of the same effect", async () => {
    const first = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    const second = { ...first, grantId: newId("grt") };
    const [a, b] = await Promise.all([executeGrant(world.ports, first), executeGrant(world.ports, second)]);
    expect([a.code, b.code].sort()).toEqual(["already_applied", null]);
    expect(a.outputs).toEqual(b.outputs);
    expect(await count("transfers")).toBe(1);
  });

  it("is not disturbed by a reservation that leaves enough", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    expect((await reserve("100", "SO-9001")).outcome).toBe("succeeded");
    expect((await executeGrant(world.ports, grant)).outcome).toBe("succeeded");
    expect((await stock("STK-006"))?.reserved).toBe("280");
  });

  it("is stale when somebody else took the units, writes nothing, and leaves the effect key free", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    await reserve("210", "SO-9002");
    await reserve("100", "SO-9003");
    const receipt = await executeGrant(world.ports, grant);
    expect(receipt).toMatchObject({ outcome: "stale", outputs: {}, records: [] });
    expect(await executeGrant(world.ports, grant)).toEqual(receipt);
    expect((await stock("STK-006"))?.reserved).toBe("430");
    expect(await world.db.admin("select 1 from used_grant where effect_key = $1 and outcome = 'succeeded'", [grant.effectKey])).toEqual([]);
  });

  it("is stale when the other side of safety stock is reached, although enough is left", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    await reserve("180", "SO-9004");
    expect(await executeGrant(world.ports, grant)).toMatchObject({ outcome: "stale", code: "guard_broken" });
  });

  it("is stale when the effect or the facts differ from the approved ones", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    expect(await executeGrant(world.ports, { ...grant, grantId: newId("grt"), effectHash: grant.cardHash ?? "" })).toMatchObject({
      outcome: "stale",
      code: "effect_mismatch",
    });
    expect(await executeGrant(world.ports, { ...grant, grantId: newId("grt"), facts: { ...grant.facts, valueEur: "1" } })).toMatchObject({
      outcome: "stale",
      code: "facts_changed",
    });
    expect((await stock("STK-006"))?.version).toBe(1);
  });

  it("needs two people for controlled goods whatever the grant's policy says", async () => {
    const move = { sku: "PMP-220", fromLocation: "LOC-HAM", toLocation: "LOC-GDN", quantity: "1", uom: "PCE" };
    expect((await world.preview(world.step("transfer_stock", move))).refusal).toMatchObject({ code: "serials_missing" });
    const step = world.step("transfer_stock", { ...move, serials: ["PMP220-HAM-003"] });
    expect(await executeGrant(world.ports, await world.grant(step))).toMatchObject({ outcome: "refused", code: "approvers_insufficient" });
    expect(await executeGrant(world.ports, await world.grant(step, {}, 2))).toMatchObject({ outcome: "succeeded" });
    expect(await world.db.admin("select id, held_for like 'TRF-%' held from serials where tenant = 'demo' and state = 'reserved'")).toEqual(
      [{ id: "PMP220-HAM-003", held: true }],
    );
  });

  it("adds to the active reservation of the same demand", async () => {
    const first = await reserve("10", "SO-9005");
    const second = await reserve("5", "SO-9005");
    expect(second.outputs).toEqual(first.outputs);
    const rows = await world.db.admin(
      "select trim_scale(quantity)::text quantity, version from reservations where tenant = 'demo' and demand_ref = 'SO-9005'",
    );
    expect(rows).toEqual([{ quantity: "15", version: 2 }]);
  });

  it("calls a transfer off when its reservation is released", async () => {
    const made = await executeGrant(world.ports, await world.grant(world.step("transfer_stock", TRANSFER, [guard()])));
    const inverse = made.inverse;
    if (!inverse) throw new Error("no inverse");
    const foreign = [carriage(made.outputs.transferId, null, "none")];
    const released = await executeGrant(world.ports, await world.grant(world.step(inverse.tool, inverse.args), { foreign }));
    expect(released.outcome).toBe("succeeded");
    expect(await world.db.admin("select state from transfers where tenant = 'demo'")).toEqual([{ state: "cancelled" }]);
    expect((await stock("STK-006"))?.reserved).toBe("120");
  });

  it("publishes the signed receipt under the step's subject", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER, [guard()]));
    world.sent.length = 0;
    await handleGrantMessage(world.ports, grantMessage(world.keys.signer("approvals"), grant));
    const message = world.sent[0];
    expect(message?.subject).toBe(`qm.receipt.supply.demo.${grant.stepId}`);
    const envelope = JSON.parse(message?.body ?? "{}");
    expect(envelope.type).toBe("receipt.issued");
    expect(world.keys.verifier.verify("receipt", signed(Receipt).parse(envelope.payload), ["x_supply"]).grantId).toBe(grant.grantId);
  });

  it("refuses a grant on the subject of another step", async () => {
    const message = grantMessage(world.keys.signer("approvals"), await world.grant(world.step("transfer_stock", TRANSFER)));
    await expect(handleGrantMessage(world.ports, { ...message, subject: `qm.grant.supply.demo.${newId("stp")}` })).rejects.toMatchObject({
      code: "grant_refused",
    });
  });
});

describe("a revocation", () => {
  const revoke = async (grant: Awaited<ReturnType<SupplyWorld["grant"]>>) => {
    const { requestId, revision, tool, contentHash, effectKey } = grant;
    const body = {
      v: 1 as const,
      typ: "revoke" as const,
      grantId: grant.grantId,
      tenant: "demo",
      stepId: grant.stepId,
      planId: grant.planId,
      reason: "cancelled",
      issuedAt: new Date().toISOString(),
      of: { requestId, revision, tool, contentHash, effectKey },
    };
    const payload = world.keys.signer("approvals").sign("revoke", body);
    const envelope = {
      id: newId("evt"),
      type: "grant.revoked",
      version: 1,
      tenant: "demo",
      causationId: null,
      correlationId: requestId,
      occurredAt: body.issuedAt,
      payload,
    };
    return handleGrantMessage(world.ports, { subject: `qm.grant.supply.demo.${grant.stepId}`, body: JSON.stringify(envelope) });
  };

  it("refuses an unused grant from then on, and answers a used one with its receipt", async () => {
    const unused = await world.grant(world.step("transfer_stock", TRANSFER));
    const refusal = await revoke(unused);
    expect(refusal).toMatchObject({ outcome: "refused", code: "revoked" });
    expect(await executeGrant(world.ports, unused)).toEqual(refusal);
    const used = await world.grant(world.step("transfer_stock", TRANSFER));
    const receipt = await executeGrant(world.ports, used);
    expect(await revoke(used)).toEqual(receipt);
    expect(await count("transfers")).toBe(1);
  });

  it("and the grant itself at the same time end in one truth", async () => {
    const grant = await world.grant(world.step("transfer_stock", TRANSFER));
    const [executed, revoked] = await Promise.all([executeGrant(world.ports, grant), revoke(grant)]);
    expect(executed).toEqual(revoked);
    expect(await count("transfers")).toBe(executed.outcome === "succeeded" ? 1 : 0);
  });
});

describe("the database", () => {
  const denied = expect.objectContaining({ code: "42501" });

  it("lets the agent role read and nothing else", async () => {
    const pool = world.db.pool("qm_supply_agent");
    const rows = await transaction(pool, "demo", (tx) => tx.query("select id from stock where id = 'STK-006'"));
    expect(rows.rows).toHaveLength(1);
    for (const sql of [
      "update stock set reserved = 0",
      "delete from reservations",
      "insert into change_cause (tenant, id, kind, entities) values ('demo', 'x', 'seed', '{*}')",
      "insert into used_grant (grant_id, tenant, step_id, effect_key, outcome, entities) values ('g', 'demo', 's', 'e', 'succeeded', '{}')",
    ]) {
      await expect(
        transaction(pool, "demo", (tx) => tx.query(sql)),
        sql,
      ).rejects.toEqual(denied);
    }
  });

  it("refuses executor writes without a used grant of the same transaction, outside its entities, or of whole columns", async () => {
    const use = "insert into used_grant (grant_id, tenant, step_id, effect_key, outcome, entities) values ($1, 'demo', 's', $1, $2, $3)";
    const write = (id: string, prepare: (tx: Parameters<Parameters<typeof transaction>[2]>[0]) => Promise<unknown>) =>
      transaction(world.ports.pool, "demo", async (tx) => {
        await tx.query("select set_config('qm.grant_id', $1, true)", [id]);
        await prepare(tx);
        await tx.query("update stock set version = version + 1 where id = 'STK-006'");
      });
    await expect(write("g0", async () => {})).rejects.toEqual(denied);
    await expect(write("g1", (tx) => tx.query(use, ["g1", "succeeded", ["STK-007"]]))).rejects.toEqual(denied);
    await expect(write("g2", (tx) => tx.query(use, ["g2", "stale", ["STK-006"]]))).rejects.toEqual(denied);
    await expect(
      write("g3", async (tx) => {
        await tx.query("savepoint a");
        await tx.query(use, ["g3", "succeeded", ["STK-006"]]);
        await tx.query("rollback to savepoint a");
      }),
    ).rejects.toEqual(denied);
    await write("g4", (tx) => tx.query(use, ["g4", "succeeded", ["STK-006"]]));
    // The old grant does not cover a new transaction.
    await expect(write("g4", async () => {})).rejects.toEqual(denied);
    for (const sql of [
      "update stock set on_hand = on_hand + 1 where id = 'STK-006'",
      "update stock set sku = 'X' where id = 'STK-006'",
      "delete from stock",
      "truncate stock",
      "insert into used_grant (grant_id, tenant, step_id, effect_key, outcome, entities, xid) values ('g', 'demo', 's', 'e', 'succeeded', '{}', '1')",
      "set session_replication_role = replica",
      "alter table stock disable trigger all",
    ]) {
      await expect(
        transaction(world.ports.pool, "demo", (tx) => tx.query(sql)),
        sql,
      ).rejects.toEqual(denied);
    }
  });

  it("shows nothing of one tenant to another, whatever is asked for", async () => {
    await world.seed("t2");
    for (const role of ["qm_supply_agent", "qm_supply_executor"]) {
      const pool = world.db.pool(role);
      const foreign = await transaction(pool, "t3", (tx) => tx.query("select id from stock union all select id from reservations"));
      expect(foreign.rows).toEqual([]);
      const everybody = await transaction(pool, "*", (tx) => tx.query("select id from stock union all select id from items"));
      expect(everybody.rows).toEqual([]);
    }
  });

  it("seeds demo tenants only", async () => {
    await expect(world.seed("default")).rejects.toThrow();
    await expect(world.seed("acme", false)).rejects.toThrow();
  });
});
