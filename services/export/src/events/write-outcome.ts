import type { EventContext } from "@quartermaster/events";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Declaration, DeclarationContent } from "../domain/declaration.ts";
import type { LicenceCharge } from "../domain/licence-uses.ts";
import type { OpenMessage } from "./answered-message.ts";
import type { StepRule } from "./customs-steps.ts";
import type { CustomsWhat } from "./customs-what.ts";

type Written = { record: string; version: number };

/** Days after release at which the office may invalidate; counted from release, as the seed has it. */
const AUTO_INVALIDATION_DAYS = 150;

async function versionOf(tx: Tx, record: string, text: string, values: unknown[]): Promise<Written> {
  const { rows } = await tx.query<{ version: number }>(text, values);
  if (!rows[0]) throw new Error(`${record} is gone under its own lock`);
  return { record, version: rows[0].version };
}

/** Their number may be given once, to one declaration. @throws AppError conflict */
async function refuseTakenNumber(tx: Tx, declaration: string, number: string): Promise<void> {
  const { rows } = await tx.query<{ id: string }>("select id from declarations where (mrn = $1 or itn = $1) and id <> $2", [
    number,
    declaration,
  ]);
  if (rows[0]) throw new AppError("conflict", { detail: `${number} is the number of ${rows[0].id}` });
}

/** Moves the declaration: state, numbers, times, one version on. */
export async function writeDeclaration(
  declaration: Declaration,
  state: string,
  rule: StepRule,
  what: CustomsWhat,
  context: EventContext,
): Promise<Written> {
  const { tx, at } = context;
  const gives = rule.step === "customs_accepted";
  const number = gives ? (what.mrn ?? what.itn) : undefined;
  if (number !== undefined) await refuseTakenNumber(tx, declaration.id, number);
  const column = rule.timeColumn;
  const released = rule.step === "customs_released";
  return versionOf(
    tx,
    declaration.id,
    `update declarations set state = $2, mrn = coalesce($3, mrn), itn = coalesce($4, itn), exit_status = coalesce($5, exit_status)
       ${column === null ? "" : `, ${column} = $6::timestamptz`}
       ${released ? `, auto_invalidation_at = $6::timestamptz + interval '${AUTO_INVALIDATION_DAYS} days'` : ""},
       version = version + 1 where id = $1 returning version`,
    [
      declaration.id,
      state,
      gives ? (what.mrn ?? null) : null,
      gives ? (what.itn ?? null) : null,
      rule.exitStatus,
      ...(column === null && !released ? [] : [at]),
    ],
  );
}

/** Closes what we asked for with the answer. */
export const writeAnswer = (message: OpenMessage, verdict: "accepted" | "rejected", context: EventContext): Promise<Written> =>
  versionOf(
    context.tx,
    message.id,
    "update declaration_messages set state = $2, reply = $3, version = version + 1 where id = $1 returning version",
    [message.id, verdict, context.reason],
  );

/** Makes the declaration say what the accepted amendment asked for. */
export async function writeContent(declaration: Declaration, content: DeclarationContent, context: EventContext): Promise<void> {
  const { tx } = context;
  await tx.query("update declarations set consignee = $2, country_of_destination = $3, incoterm = $4, office_of_exit = $5 where id = $1", [
    declaration.id,
    content.consignee,
    content.destinationCountry,
    content.incoterm,
    content.officeOfExit,
  ]);
  for (const line of content.lines) {
    await tx.query(
      `update declaration_lines set quantity = $2, base_quantity = $3, net_kg = $4, statistical_value_eur = $5, cn8 = $6, version = version + 1 where id = $1
         and (quantity, base_quantity, net_kg, statistical_value_eur, cn8) is distinct from ($2::numeric, $3::numeric, $4::numeric, $5::numeric, $6)`,
      [`${declaration.id}/${line.line}`, line.quantity, line.baseQuantity, line.netKg, line.statisticalValueEur, line.cn8],
    );
  }
}

const CHARGE = {
  // What was never committed here, because it was lodged elsewhere, is used all the same.
  use: `used = used + $2::numeric, committed = greatest(committed - $2::numeric, 0),
    state = case when used + $2::numeric >= quantity then 'exhausted' else state end`,
  free: `committed = greatest(committed - $2::numeric, 0), state = case when state = 'exhausted' and $2::numeric > 0 and used < quantity then 'valid' else state end`,
  amend: "committed = greatest(committed + $2::numeric, 0)",
} as const;

/** Uses, frees or commits licence quantities. @throws AppError quantity_mismatch when a licence does not have as much. */
export async function writeCharges(charges: readonly LicenceCharge[], how: keyof typeof CHARGE, context: EventContext): Promise<Written[]> {
  const written: Written[] = [];
  for (const { licence, amount } of charges) {
    const text = `update licences set ${CHARGE[how]}, version = version + 1 where id = $1 returning version`;
    written.push(
      await versionOf(context.tx, licence, text, [licence, amount]).catch((cause: { code?: string }) => {
        if (cause.code !== "23514") throw cause;
        throw new AppError("quantity_mismatch", { detail: `${licence} does not have ${amount} left`, cause });
      }),
    );
  }
  return written;
}
