import type { EventContext, EventHandler, EventPlan } from "@quartermaster/events";
import { Decimal } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { baseOf, requireItem } from "./require-item.ts";

const Id = z.string().min(1).max(80);
const Named = z.strictObject({ countId: Id });
const Result = Named.extend({
  results: z
    .array(z.strictObject({ sku: Id, lot: Id.optional(), counted: Decimal, uom: z.string().min(1).max(20).optional() }))
    .min(1)
    .max(500),
});

interface Count {
  id: string;
  state: string;
  skus: string[];
}

async function lockCount(id: string, from: readonly string[], { tx }: EventContext): Promise<Count> {
  const { rows } = await tx.query<Count & Record<string, unknown>>("select id, state, skus from counts where id = $1 for update", [id]);
  const [count] = rows;
  if (!count) throw new AppError("unknown_record", { detail: `there is no count ${id}` });
  if (!from.includes(count.state))
    throw new AppError("illegal_transition", { detail: `${id} is ${count.state}; this is possible in ${from.join(", ")}` });
  return count;
}

const move = (count: Count, state: string, context: EventContext): EventPlan => ({
  entities: [count.id],
  async apply() {
    const { rows } = await context.tx.query<{ version: number }>(
      "update counts set state = $2, version = version + 1 where id = $1 returning version",
      [count.id, state],
    );
    return { records: [{ record: count.id, version: rows[0]?.version ?? 0 }], undo: null };
  },
});

const step = (bizStep: string, from: readonly string[], to: string): EventHandler<z.infer<typeof Named>> => ({
  bizStep,
  sources: ["warehouse"],
  what: Named,
  plan: async ({ countId }, context) => move(await lockCount(countId, from, context), to, context),
});

const result: EventHandler<z.infer<typeof Result>> = {
  bizStep: "count_result",
  sources: ["warehouse"],
  what: Result,
  async plan(what, context) {
    const count = await lockCount(what.countId, ["open"], context);
    const results: { sku: string; lot: string | null; quantity: string }[] = [];
    for (const [index, { sku, lot, counted, uom }] of what.results.entries()) {
      if (!count.skus.includes(sku)) throw new AppError("quantity_mismatch", { detail: `${count.id} does not count ${sku}` });
      const item = await requireItem(sku, context);
      results.push({ sku, lot: lot ?? null, quantity: baseOf(item, counted, uom, `results/${index}/counted`) });
    }
    const moved = move(count, "counted", context);
    return {
      ...moved,
      async apply() {
        await context.tx.query("update counts set results = $2, counted_at = $3 where id = $1", [
          count.id,
          JSON.stringify(results),
          context.at,
        ]);
        return moved.apply();
      },
    };
  },
};

/** Counting: people start, report and close. What differs is posted by adjust_stock, which people approve. */
export const COUNT_HANDLERS = [
  step("count_opened", ["requested"], "open"),
  result,
  step("count_closed", ["counted"], "posted"),
  step("count_cancelled", ["requested", "open", "counted"], "cancelled"),
] as const;
