import { executeGrant } from "@quartermaster/executor";
import { type Grant, type Guard, newId, type Receipt } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SupplyWorld, startSupplyWorld } from "./support/supply-world.ts";

// Each test is named after what went wrong in a public system (docs/public-issues.md), and shows that it cannot go wrong here.

let world: SupplyWorld;
beforeAll(async () => {
  world = await startSupplyWorld();
});
afterAll(() => world.drop());
beforeEach(() => world.seed("demo"));

type Row = Record<string, unknown>;
const rows = async <R extends Row = Row>(sql: string, values: unknown[] = []) => await world.db.admin<R>(sql, values);
const stock = async (id: string) =>
  (
    await rows<{ on_hand: string; reserved: string }>(
      "select trim_scale(on_hand)::text on_hand, trim_scale(reserved)::text reserved from stock where tenant = 'demo' and id = $1",
      [id],
    )
  )[0];
const grantFor = async (tool: string, args: Row, guards: Guard[] = [], deciders = 1) =>
  await world.grant(world.step(tool, args as never, guards), {}, deciders);
const run = async (tool: string, args: Row, guards: Guard[] = [], deciders = 1): Promise<Receipt> =>
  await executeGrant(world.ports, await grantFor(tool, args, guards, deciders));
const outcomes = (receipts: Receipt[]) => receipts.map((receipt) => receipt.outcome).sort();
const units = (record: string, available: string, facts: Guard extends { facts: infer F } ? F : never = {} as never): Guard => ({
  kind: "bound",
  domain: "supply",
  record,
  facts,
  atLeast: { available },
});

const VALVES = { sku: "VLV-050", location: "LOC-HAM", uom: "PCE" };
/** Twenty pieces without a safety stock. */
const SMALL = { sku: "VLV-080", location: "LOC-RTM", uom: "PCE" };
const reserve = (quantity: string, demandRef: string, more: Row = {}) => ({ ...VALVES, quantity, demandRef, ...more });
const transfer = (quantity: string, more: Row = {}) => ({
  sku: "VLV-050",
  fromLocation: "LOC-HAM",
  toLocation: "LOC-VLC",
  quantity,
  uom: "PCE",
  ...more,
});
/** Runs statements past triggers, as a superuser who repairs something would. Constraints still hold. */
const forced = async (sql: string) => await rows(`begin; set local session_replication_role = replica; ${sql}; commit`);

describe("two people at once", () => {
  it("a second reservation of one serial forked the row: two of one were reserved", async () => {
    const move = transfer("1", { sku: "PMP-220", toLocation: "LOC-GDN", serials: ["PMP220-HAM-003"] });
    const before = await rows("select id from stock where tenant = 'demo'");
    const grants = await Promise.all([grantFor("transfer_stock", move, [], 2), grantFor("transfer_stock", move, [], 2)]);
    const receipts = await Promise.all(grants.map(async (grant) => await executeGrant(world.ports, grant)));
    expect(outcomes(receipts)[1]).toBe("succeeded");
    expect(outcomes(receipts)[0]).not.toBe("succeeded");
    expect(await rows("select held_for from serials where tenant = 'demo' and id = 'PMP220-HAM-003' and state = 'reserved'")).toHaveLength(
      1,
    );
    expect(await rows("select id from stock where tenant = 'demo'")).toHaveLength(before.length);
  });

  it("concurrent reservations oversold and lost an update", async () => {
    const grants: Grant[] = [];
    for (let index = 0; index < 12; index++)
      grants.push(await grantFor("reserve_stock", { ...SMALL, quantity: "3", demandRef: `SO-${index}` }, [units("STK-010", "3")]));
    const receipts = await Promise.all(grants.map(async (grant) => await executeGrant(world.ports, grant)));
    expect(receipts.filter((receipt) => receipt.outcome === "succeeded")).toHaveLength(6);
    expect(receipts.filter((receipt) => receipt.outcome === "stale")).toHaveLength(6);
    expect(await stock("STK-010")).toEqual({ on_hand: "20", reserved: "18" });
  });

  it("two outbound moves took the same five units and left minus five", async () => {
    await run("reserve_stock", reserve("355", "SO-1"));
    const grants = await Promise.all(
      ["LOC-VLC", "LOC-LIO"].map(
        async (toLocation) => await grantFor("transfer_stock", transfer("5", { toLocation }), [units("STK-006", "5")]),
      ),
    );
    const receipts = await Promise.all(grants.map(async (grant) => await executeGrant(world.ports, grant)));
    expect(outcomes(receipts)).toEqual(["stale", "succeeded"]);
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "480" });
  });

  it("a lost packet or a second tab posted the same transfer twice", async () => {
    const first = await grantFor("transfer_stock", transfer("60"));
    const second = { ...first, grantId: newId("grt") };
    const receipts = await Promise.all([first, first, second, second].map(async (grant) => await executeGrant(world.ports, grant)));
    expect(new Set(receipts.map((receipt) => receipt.outputs.transferId)).size).toBe(1);
    expect(await rows("select id from transfers where tenant = 'demo'")).toHaveLength(1);
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "180" });
  });

  it("two lines of one call were each checked alone, and their sum oversold", async () => {
    const grants = await Promise.all(
      ["A", "B"].map(async (ref) => await grantFor("reserve_stock", reserve("200", `SO-${ref}`), [units("STK-006", "200")])),
    );
    const receipts = [];
    for (const grant of grants) receipts.push(await executeGrant(world.ports, grant));
    expect(receipts.map((receipt) => receipt.outcome)).toEqual(["succeeded", "stale"]);
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "320" });
  });

  it("a static key swallowed a wanted second run", async () => {
    const first = await grantFor("reserve_stock", reserve("10", "SO-1"));
    const again = await grantFor("reserve_stock", reserve("10", "SO-1"));
    expect(again.contentHash).toBe(first.contentHash);
    expect(again.effectKey).not.toBe(first.effectKey);
    expect(outcomes([await executeGrant(world.ports, first), await executeGrant(world.ports, again)])).toEqual(["succeeded", "succeeded"]);
    expect((await stock("STK-006"))?.reserved).toBe("140");
  });
});

describe("one truth", () => {
  it("reserved amounts in two tables drifted apart, and people were locked out", async () => {
    const drift = expect.objectContaining({ code: "23514" });
    const use =
      "insert into used_grant (grant_id, tenant, step_id, effect_key, outcome, entities) values ($1, 'demo', 's', $1, 'succeeded', $2)";
    // Even an executor with a used grant, in its own transaction, cannot leave the two apart.
    const write = async (id: string, sql: string) =>
      await transaction(world.ports.pool, "demo", async (tx) => {
        await tx.query("select set_config('qm.grant_id', $1, true)", [id]);
        await tx.query(use, [id, ["STK-006", "RSV-3003"]]);
        await tx.query(sql);
      });
    await expect(write("g1", "update stock set reserved = reserved + 1 where id = 'STK-006'")).rejects.toEqual(drift);
    await expect(write("g2", "update reservations set quantity = 1 where id = 'RSV-3003'")).rejects.toEqual(drift);
    await expect(write("g3", "update reservations set state = 'released' where id = 'RSV-3003'")).rejects.toEqual(drift);
    await run("reserve_stock", reserve("10", "SO-1"));
    expect(
      await rows(
        `select s.id from stock s left join reservations r on r.tenant = s.tenant and r.stock = s.id and r.state = 'active'
         where s.tenant = 'demo' group by s.id, s.reserved having s.reserved <> coalesce(sum(r.quantity), 0)`,
      ),
    ).toEqual([]);
  });

  it("reserved went negative, and nothing repaired it", async () => {
    await expect(forced("update stock set reserved = -1 where tenant = 'demo' and id = 'STK-006'")).rejects.toMatchObject({
      code: "23514",
    });
    const more = world.step("release_reservation", { reservationId: "RSV-3004", quantity: "11", uom: "PCE", reason: "x" });
    expect((await world.preview(more)).refusal).not.toBeNull();
    const grants = await Promise.all(
      [1, 2].map(async () => await grantFor("release_reservation", { reservationId: "RSV-3004", reason: "x" })),
    );
    const receipts = await Promise.all(grants.map(async (grant) => await executeGrant(world.ports, grant)));
    expect(receipts.filter((receipt) => receipt.outcome === "succeeded")).toHaveLength(1);
    expect(
      await rows("select state, trim_scale(quantity)::text quantity from reservations where tenant = 'demo' and id = 'RSV-3004'"),
    ).toEqual([{ state: "released", quantity: "0" }]);
  });

  it("a cancel freed what was never allocated, or nothing at all", async () => {
    const made = await run("transfer_stock", transfer("60"));
    await run("reserve_stock", reserve("25", "SO-9"));
    const { tool, args } = made.inverse ?? { tool: "", args: {} };
    const carriage = {
      domain: "transit" as const,
      kind: "carriage",
      id: String(made.outputs.transferId),
      version: 0,
      fields: { shipmentId: null, state: "none" },
    };
    const back = await world.grant(world.step(tool, args), { foreign: [carriage] });
    expect((await executeGrant(world.ports, back)).outcome).toBe("succeeded");
    // Exactly its own sixty: the hundred and twenty of the shipment and the twenty-five of the order stay.
    expect((await stock("STK-006"))?.reserved).toBe("145");
    const gone = await world.preview(world.step(tool, args));
    expect(gone.refusal ?? gone.guards.find((guard) => !guard.holds)).toBeTruthy();
    expect((await world.preview(world.step("release_reservation", { reservationId: "RSV-NOPE", reason: "x" }))).refusal).not.toBeNull();
  });

  it("the negative-stock check was off in a background job", async () => {
    // Whoever writes, past every trigger: the row itself refuses.
    for (const change of ["on_hand = -1", "on_hand = 100, reserved = 120", "reserved = 481"])
      await expect(forced(`update stock set ${change} where tenant = 'demo' and id = 'STK-006'`), change).rejects.toMatchObject({
        code: "23514",
      });
    for (const role of ["qm_supply_executor", "qm_supply_events"]) {
      const off = transaction(world.db.pool(role), "demo", async (tx) => await tx.query("set local session_replication_role = replica"));
      await expect(off, role).rejects.toMatchObject({ code: "42501" });
    }
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "120" });
  });

  it("a back-dated entry drove a later balance negative", async () => {
    const dated = { ...VALVES, countedQuantity: "470", reason: "count", postingDate: "2026-11-01" };
    expect((await world.preview(world.step("adjust_stock", dated as never))).refusal).not.toBeNull();
    expect((await run("adjust_stock", { ...VALVES, countedQuantity: "470", reason: "count" })).outcome).toBe("succeeded");
    const late = await rows(
      "select l.id from stock_ledger l where tenant = 'demo' and cause_type = 'grant' and at < (select max(at) from stock_ledger where tenant = 'demo' and cause_type = 'seed')",
    );
    expect(late).toEqual([]);
    const change = transaction(
      world.ports.pool,
      "demo",
      async (tx) => await tx.query("update stock_ledger set at = at - interval '30 days'"),
    );
    await expect(change).rejects.toMatchObject({ code: "42501" });
  });
});

describe("units and lots", () => {
  it("a unit edited after reserving turned ten grams into ten kilograms", async () => {
    const drums = { sku: "SLV-IPA", location: "LOC-RTM", quantity: "2", uom: "DRM", demandRef: "SO-1" };
    const made = await run("reserve_stock", drums);
    await forced(`update items set uom_conversions = '{"DRM": "999", "IBC": "1000"}' where tenant = 'demo' and id = 'SLV-IPA'`);
    // What was set aside is base units, and stays what it was.
    expect(
      await rows("select trim_scale(quantity)::text quantity from reservations where tenant = 'demo' and id = $1", [
        made.outputs.reservationId,
      ]),
    ).toEqual([{ quantity: "400" }]);
    const edit = transaction(
      world.ports.pool,
      "demo",
      async (tx) => await tx.query("update items set base_uom = 'KGM' where id = 'SLV-IPA'"),
    );
    await expect(edit).rejects.toMatchObject({ code: "42501" });
    // A grant that was approved under the old factor is not executed under the new one.
    const before = await grantFor("reserve_stock", { ...drums, demandRef: "SO-2" });
    await forced(`update items set uom_conversions = '{"DRM": "200", "IBC": "1000"}' where tenant = 'demo' and id = 'SLV-IPA'`);
    expect((await executeGrant(world.ports, before)).outcome).toBe("stale");
  });

  it("a dozen became 0.96, and 60.0000024 was rounded up to 61", async () => {
    const boxes = await run("reserve_stock", reserve("5", "SO-1", { uom: "BOX" }));
    expect(
      await rows("select trim_scale(quantity)::text quantity from reservations where tenant = 'demo' and id = $1", [
        boxes.outputs.reservationId,
      ]),
    ).toEqual([{ quantity: "60" }]);
    for (const [quantity, uom] of [
      ["60.0000024", "PCE"],
      ["0.08", "BOX"],
      ["0.5", "PCE"],
    ] as const)
      expect((await world.preview(world.step("reserve_stock", reserve(quantity, "SO-2", { uom })))).refusal, quantity).toMatchObject({
        code: "uom_mismatch",
      });
    expect((await stock("STK-006"))?.reserved).toBe("180");
  });

  it("another lot was reserved than the one that expires first", async () => {
    const paint = { sku: "PNT-EPX", location: "LOC-HAM", uom: "CAN", demandRef: "SO-1" };
    // P2601 has too little life left for paint (60 days), so P2609 is the first that may be used; a person may still name one.
    const made = await run("reserve_stock", { ...paint, quantity: "10" });
    expect(await rows("select lot from reservations where tenant = 'demo' and id = $1", [made.outputs.reservationId])).toEqual([
      { lot: "P2609" },
    ]);
    const kits = { sku: "RGT-KIT", location: "LOC-LIO", uom: "KIT", quantity: "10", demandRef: "SO-2" };
    const preview = await world.preview(world.step("reserve_stock", kits));
    expect(JSON.stringify([preview.after, preview.headline, preview.names])).toContain("STK-054");
    const first = await executeGrant(world.ports, await world.grant(world.step("reserve_stock", kits)));
    expect(await rows("select lot from reservations where tenant = 'demo' and id = $1", [first.outputs.reservationId])).toEqual([
      { lot: "K2609" },
    ]);
  });

  it("the lot that expires first was proposed though others had picked it", async () => {
    const kits = { sku: "RGT-KIT", location: "LOC-LIO", uom: "KIT" };
    await run("reserve_stock", { ...kits, quantity: "60", lot: "K2609", demandRef: "SO-1" });
    const next = await run("reserve_stock", { ...kits, quantity: "10", demandRef: "SO-2" });
    expect(await rows("select lot from reservations where tenant = 'demo' and id = $1", [next.outputs.reservationId])).toEqual([
      { lot: "K2611" },
    ]);
  });
});

describe("on the way", () => {
  it("a transfer that was sent showed as stock at the target at once", async () => {
    const there = async () =>
      await rows(
        "select id, trim_scale(on_hand)::text on_hand from stock where tenant = 'demo' and sku = 'VLV-050' and location = 'LOC-VLC'",
      );
    const before = await there();
    const made = await run("transfer_stock", transfer("60"));
    expect(await there()).toEqual(before);
    expect(await stock("STK-006")).toEqual({ on_hand: "480", reserved: "180" });
    expect(await rows("select state from transfers where tenant = 'demo' and id = $1", [made.outputs.transferId])).toEqual([
      { state: "allocated" },
    ]);
  });
});
