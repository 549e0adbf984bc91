import { type OutsideEffect, type OutsideSystem, outsideKey } from "@quartermaster/executor";
import { newId } from "@quartermaster/shared/contracts";
import { expect, it } from "vitest";

/** A system under the contract, with 480 VLV-050 at LOC-HAM of which at least 300 can be moved to LOC-VLC. */
export interface ContractWorld {
  system: OutsideSystem;
  /** How often an effect was made under a key, as the system itself counts. */
  timesMade(key: string): Promise<number>;
}

const STOCK = { kind: "stock", id: "VLV-050|LOC-HAM" };
const inTime = (): AbortSignal => AbortSignal.timeout(20_000);

/** A transfer as the executor sends it; every call is another effect with a key of its own. */
function aTransfer(quantity: string): { effect: OutsideEffect; key: string } {
  const effect: OutsideEffect = {
    tenant: "demo",
    tool: "transfer_stock",
    content: {
      kind: "transfer",
      stock: "STK-006",
      sku: "VLV-050",
      lot: null,
      serials: [],
      from: "LOC-HAM",
      to: "LOC-VLC",
      quantity,
      unit: "PCE",
      neededBy: null,
    },
    args: { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", quantity, uom: "PCE" },
    ids: { transferId: newId("stp") },
    businessAt: "2026-12-07T09:00:00.000Z",
  };
  return { effect, key: outsideKey(newId("grt")) };
}

/** What every adapter keeps, whatever system is behind it. */
export function outsideContract(world: () => ContractWorld): void {
  it("reads a record with an exact quantity and a version, and reading changes nothing", async () => {
    const [first] = await world().system.read("demo", [STOCK], inTime());
    expect(first).toMatchObject({ ...STOCK, fields: { sku: "VLV-050", location: "LOC-HAM", onHand: "480" } });
    expect(await world().system.read("demo", [STOCK], inTime())).toEqual([first]);
  });

  it("leaves out what does not exist", async () => {
    expect(await world().system.read("demo", [{ kind: "stock", id: "NO-SUCH|LOC-HAM" }], inTime())).toEqual([]);
  });

  it("makes an effect once for its key and gives the same result again", async () => {
    const { system, timesMade } = world();
    const { effect, key } = aTransfer("7");
    expect(await system.lookup("demo", key, inTime())).toEqual({ kind: "not_found" });
    const first = await system.apply(effect, key, null, inTime());
    expect(first).toMatchObject({ kind: "applied", result: { outcome: "confirmed" } });
    const again = await system.apply(effect, key, null, inTime());
    expect(again.kind).toBe("already_applied");
    expect("result" in again && "result" in first && again.result.reference === first.result.reference).toBe(true);
    expect(await timesMade(key)).toBe(1);
  });

  it("finds by its key what was made", async () => {
    const { system } = world();
    const { effect, key } = aTransfer("3");
    const made = await system.apply(effect, key, null, inTime());
    const found = await system.lookup("demo", key, inTime());
    expect(found.kind).toBe("found");
    expect("result" in found && "result" in made && found.result.reference === made.result.reference).toBe(true);
  });

  it("makes it with the version that was read", async () => {
    const { system, timesMade } = world();
    const [record] = await system.read("demo", [STOCK], inTime());
    const { effect, key } = aTransfer("2");
    expect((await system.apply(effect, key, record?.version ?? null, inTime())).kind).toBe("applied");
    expect(await timesMade(key)).toBe(1);
  });

  it("is stale with another version, and nothing is made", async () => {
    const { system, timesMade } = world();
    const { effect, key } = aTransfer("5");
    expect((await system.apply(effect, key, "424242", inTime())).kind).toBe("stale");
    expect(await system.lookup("demo", key, inTime())).toEqual({ kind: "not_found" });
    expect(await timesMade(key)).toBe(0);
  });

  it("refuses what cannot be had, with a code, and nothing is made", async () => {
    const { system, timesMade } = world();
    const { effect, key } = aTransfer("100000");
    expect(await system.apply(effect, key, null, inTime())).toMatchObject({ kind: "rejected", code: "insufficient_available" });
    expect(await system.lookup("demo", key, inTime())).toEqual({ kind: "not_found" });
    expect(await timesMade(key)).toBe(0);
  });

  it("moves the same goods again under another key: a key stands for one wish", async () => {
    const { system, timesMade } = world();
    const first = aTransfer("4");
    const second = aTransfer("4");
    await system.apply(first.effect, first.key, null, inTime());
    expect((await system.apply(second.effect, second.key, null, inTime())).kind).toBe("applied");
    expect([await timesMade(first.key), await timesMade(second.key)]).toEqual([1, 1]);
  });
}
