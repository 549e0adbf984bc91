import type { EventContext } from "@quartermaster/events";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { declarationsById } from "../adapters/postgres-declarations.ts";
import type { Declaration } from "../domain/declaration.ts";
import type { CustomsWhat } from "./customs-what.ts";

async function idBy(tx: Tx, column: "lrn" | "mrn" | "itn", value: string | undefined): Promise<string | null> {
  if (value === undefined) return null;
  return (await tx.query<{ id: string }>(`select id from declarations where ${column} = $1`, [value])).rows[0]?.id ?? null;
}

async function idByReference(context: EventContext, reference: string | undefined): Promise<string | null> {
  if (reference === undefined) return null;
  const sent = await context.tx.query<{ declaration: string }>("select declaration from declaration_messages where our_reference = $1", [
    reference,
  ]);
  const lodged = sent.rows[0]?.declaration ?? (await idBy(context.tx, "lrn", reference));
  return lodged ?? (await context.sentUnder(reference))?.outputs.declarationId ?? null;
}

/** The declaration that an event names, locked. @throws AppError unknown_record | event_too_early */
export async function locateDeclaration(what: CustomsWhat, context: EventContext): Promise<Declaration> {
  const { tx } = context;
  const id =
    what.declarationId ??
    (await idByReference(context, what.ourReference)) ??
    (await idBy(tx, "lrn", what.lrn)) ??
    (await idBy(tx, "mrn", what.mrn)) ??
    (await idBy(tx, "itn", what.itn));
  const [declaration] = id === null ? [] : await declarationsById(tx, [id], " for update");
  if (!declaration) throw new AppError("unknown_record", { detail: `there is no declaration ${Object.values(what).join(", ")}` });
  return declaration;
}
