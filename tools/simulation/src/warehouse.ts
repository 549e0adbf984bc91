import type { DescribeContext, EffectHandler, ExecutorDefinition } from "@quartermaster/executor";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";

const MoveArgs = z.strictObject({ from: z.string(), to: z.string(), units: z.number().int().positive() });
export type MoveArgs = z.infer<typeof MoveArgs>;

interface StockRow {
  [column: string]: unknown;
  tenant: string;
  id: string;
  units: number;
  version: number;
}

/** EUR that one unit is worth, so that large moves need a second person by the shipped policy. */
const UNIT_EUR = 1_000;

/** Reads both places; under lock in an execution, in the order of their ids, as the port demands. */
async function readStock(context: DescribeContext, ids: readonly string[]): Promise<StockRow[]> {
  const name = context.lock ? "stock-lock" : "stock-read";
  const text = `${name} of the simulated warehouse`;
  return (await context.tx.query<StockRow>({ name, text, values: [context.tenant, [...ids]] })).rows;
}

const line = (row: StockRow, units: number) => ({
  path: `${row.id}/units`,
  label: "units",
  value: String(units),
  record: row.id,
  version: row.version,
  unit: "PCE",
  unitLabel: "pieces",
});

const recordOf = (row: StockRow) => ({ version: row.version, facts: {}, atLeast: { available: String(row.units) } });

/** Moves units from one place to another: the smallest effect with two rows, versions and a sum that must not change. */
export const moveUnits: EffectHandler<MoveArgs> = {
  tool: "transfer_stock",
  version: 1,
  compatible: [],
  schema: MoveArgs,
  minApprovers: () => 1,
  async describe(args, context) {
    const rows = await readStock(context, [args.from, args.to]);
    const from = rows.find((row) => row.id === args.from);
    const to = rows.find((row) => row.id === args.to);
    if (!from || !to) throw new AppError("not_found", { detail: "there is no such place" });
    // In a preview, what earlier steps of the plan would bring is there already.
    const coming = (context.predictions ?? []).filter((entry) => entry.kind === "arrival" && entry.entity.place === args.from);
    const units = from.units + coming.reduce((sum, entry) => sum + Number(entry.entity.units), 0);
    return {
      refusal: units < args.units ? { code: "stock_short", detail: `${args.from} has ${units}` } : null,
      headline: `move ${args.units}`,
      before: [line(from, from.units), line(to, to.units)],
      after: [line(from, from.units - args.units), line(to, to.units + args.units)],
      names: {},
      facts: { valueEur: String(args.units * UNIT_EUR), sku: args.from, destination: args.to },
      effect: { from: args.from, to: args.to, units: args.units },
      found: { [from.id]: recordOf(from), [to.id]: recordOf(to) },
      predicted: [{ output: "arrival", kind: "arrival", entity: { place: args.to, units: args.units } }],
      needs: [],
      entities: [from.id, to.id],
      onReject: [],
    };
  },
  async apply(args, description, context) {
    const { tx, tenant, grantId } = context;
    const records = [];
    for (const [id, units] of [
      [args.from, -args.units],
      [args.to, args.units],
    ] as const) {
      const version = description.found[id]?.version ?? 0;
      const values = [tenant, id, units, version];
      const moved = await tx.query({ name: "stock-move", text: "stock-move of the simulated warehouse", values });
      if (moved.rowCount !== 1) throw new AppError("conflict", { detail: `${id} changed under lock` });
      records.push({ record: id, version: version + 1 });
    }
    const values = [tenant, grantId, args.from, args.to, args.units];
    await tx.query({ name: "move-insert", text: "move-insert of the simulated warehouse", values });
    return { outputs: { moveId: context.newRecordId("MOV", "move") }, records, externalOutcome: null };
  },
};

export const WAREHOUSE: ExecutorDefinition = { domain: "supply", handlers: [moveUnits], readFacts: async () => [] };
