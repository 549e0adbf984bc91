import { executeGrant, type OutsideSystem } from "@quartermaster/executor";
import { newId, type Receipt } from "@quartermaster/shared/contracts";
import { aGrant } from "@quartermaster/testing";
import type { SupplyWorld } from "./supply-world.ts";

/** The built-in system of record seen through the same port: grants and receipts of one tenant instead of calls and answers. */
export function builtInSystem(world: SupplyWorld): OutsideSystem & { requestOf(key: string): string } {
  const requests = new Map<string, string>();
  /** A key stands for one step of one request here. */
  const requestOf = (key: string): string => {
    const known = requests.get(key) ?? newId("req");
    requests.set(key, known);
    return known;
  };
  const resultOf = (receipt: Receipt) => ({
    reference: receipt.outputs.transferId ?? "",
    version: String(receipt.records[0]?.version ?? ""),
    outcome: "confirmed" as const,
    fields: {},
  });
  return {
    name: "postgres",
    requestOf,
    repeat: { kind: "by_key", quietMs: 60_000 },
    carries: () => true,
    async read(tenant, selectors) {
      const rows = await world.db.admin<{ id: string; version: number; sku: string; location: string; on_hand: string }>(
        "select id, version, sku, location, on_hand::text from stock where tenant = $1 and status = 'available' and lot is null",
        [tenant],
      );
      return selectors.flatMap((selector) =>
        rows
          .filter((row) => `${row.sku}|${row.location}` === selector.id)
          .map((row) => ({
            ...selector,
            version: String(row.version),
            fields: { sku: row.sku, location: row.location, onHand: row.on_hand },
          })),
      );
    },
    async apply(effect, key, expectedVersion) {
      const guard = { kind: "exact" as const, domain: "supply" as const, record: "STK-006", version: `read@${expectedVersion}` };
      const step = world.step(effect.tool, effect.args, expectedVersion === null ? [] : [guard]);
      const preview = await world.preview(step);
      if (preview.refusal) return { kind: "rejected", ...preview.refusal };
      const receipt = await executeGrant(world.ports, aGrant(step, preview, { requestId: requestOf(key) }));
      switch (receipt.outcome) {
        case "succeeded":
          return { kind: receipt.code === "already_applied" ? "already_applied" : "applied", result: resultOf(receipt) };
        case "stale":
          return { kind: "stale", detail: receipt.detail ?? "" };
        case "unknown":
          return { kind: "unknown", detail: receipt.detail ?? "" };
        case "refused":
        case "failed":
          return { kind: "rejected", code: receipt.code ?? "failed", detail: receipt.detail ?? "" };
      }
    },
    async lookup(tenant, key) {
      const rows = await world.db.admin<{ receipt: Receipt }>(
        "select receipt from used_grant where tenant = $1 and outcome = 'succeeded' and receipt ->> 'requestId' = $2",
        [tenant, requestOf(key)],
      );
      return rows[0] ? { kind: "found", result: resultOf(rows[0].receipt) } : { kind: "not_found" };
    },
  };
}
