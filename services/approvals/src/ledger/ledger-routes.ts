import { Readable } from "node:stream";
import { transaction } from "@quartermaster/shared/db";
import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { exportEntry, readSealed } from "./entry-rows.ts";
import { verifyLedger } from "./verify-ledger.ts";

/** Where a page begins: after this position, of the ledger's bigint range as far as numbers are exact. */
const Position = wholeNumber(0, 999_999_999_999_999);
const Query = z.strictObject({
  after: Position.default(0),
  limit: wholeNumber(1, 200).default(200),
  cursor: Position.optional(),
});

/** Registers export and verification of the tenant's ledger. JSON lines go out in pages, so a long ledger is never held in memory. */
export function registerLedgerRoutes(deps: RouteDeps): void {
  const { server, access, pool, verifier } = deps;
  server.get("/v1/ledger", { schema: { querystring: Query } }, async (request, reply) => {
    const { tenant } = await access.read(request);
    const { limit, cursor } = request.query;
    const after = cursor ?? request.query.after;
    const page = async (from: number, size: number) =>
      (await transaction(pool, tenant, async (tx) => await readSealed(tx, tenant, from, size))).map((row) => exportEntry(tenant, row));
    if (!request.headers.accept?.includes("application/x-ndjson")) {
      const items = await page(after, limit);
      return { items, nextCursor: items.length === limit ? String(items.at(-1)?.position ?? after) : null };
    }
    const lines = async function* () {
      for (let from = after; ; ) {
        const items = await page(from, 500);
        for (const item of items) yield `${JSON.stringify(item)}\n`;
        if (items.length < 500) return;
        from = items.at(-1)?.position ?? from;
      }
    };
    return await reply
      .type("application/x-ndjson")
      .header("content-disposition", 'attachment; filename="ledger.jsonl"')
      .send(Readable.from(lines()));
  });
  server.get("/v1/ledger/verify", async (request) => {
    const { tenant } = await access.read(request);
    return await transaction(pool, tenant, async (tx) => await verifyLedger(tx, tenant, verifier));
  });
}
