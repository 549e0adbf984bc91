import { type ExecutorPorts, executeGrant, type OutsideLink, reconcileCalls } from "@quartermaster/executor";
import { transaction } from "@quartermaster/shared/db";
import { expect, it } from "vitest";
import { createPostgresSupplyReads } from "../../src/adapters/postgres-supply-reads.ts";
import type { SupplyWorld } from "../support/supply-world.ts";

/** A supply executor whose transfers one system makes. */
export interface TransfersWorld {
  world: SupplyWorld;
  /** Absent for the built-in system of record. */
  link?: OutsideLink;
}

const MOVE = { sku: "VLV-050", fromLocation: "LOC-HAM", toLocation: "LOC-VLC", uom: "PCE", neededBy: "2026-12-14" };

const portsOf = ({ world, link }: TransfersWorld): ExecutorPorts => (link ? { ...world.ports, outside: link } : world.ports);
const move = async ({ world }: TransfersWorld, quantity: string) => world.grant(world.step("transfer_stock", { ...MOVE, quantity }, []));
const coming = ({ world }: TransfersWorld) =>
  transaction(world.db.pool("qm_supply_agent"), "demo", async (tx) =>
    createPostgresSupplyReads(tx).transfersTo({ sku: "VLV-050", location: "LOC-VLC" }),
  );

/** What `transfersTo` answers, whatever system makes the transfers: our own records of them, from the moment it is known that they are made. */
export function transfersContract(given: () => TransfersWorld): void {
  it("gives a transfer that was made among those that still come to its place, once, under our id", async () => {
    await given().world.seed("demo");
    const grant = await move(given(), "6");
    const receipt = await executeGrant(portsOf(given()), grant);
    expect(receipt.outcome).toBe("succeeded");
    await executeGrant(portsOf(given()), grant);
    expect(await coming(given())).toEqual([
      {
        id: receipt.outputs.transferId,
        due: "6",
        state: "allocated",
        neededBy: "2026-12-14",
        request: grant.requestId,
        version: 1,
      },
    ]);
  });
}

/** The same of a system whose answer can be lost. */
export function lostTransfersContract(given: () => TransfersWorld & { link: OutsideLink }): void {
  it("gives a transfer whose answer was lost once the system has been asked, and not before", async () => {
    const { world, link } = given();
    await world.seed("demo");
    const { system } = link;
    const losing: OutsideLink = {
      ...link,
      system: {
        ...system,
        apply: async (...call) => {
          await system.apply(...call);
          return { kind: "unknown", detail: "the line broke" };
        },
      },
    };
    const receipt = await executeGrant({ ...world.ports, outside: losing }, await move(given(), "8"));
    expect(receipt.outcome).toBe("unknown");
    expect(await coming(given())).toEqual([]);
    await world.db.admin("update outside_call set look_at = now() - interval '1 minute', lease_until = now() - interval '1 minute'");
    await reconcileCalls({ ...world.ports, outside: link });
    expect(await coming(given())).toMatchObject([{ due: "8", state: "allocated" }]);
  });
}
