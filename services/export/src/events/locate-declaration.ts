import type { EventContext } from "@quartermaster/events";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { declarationsById } from "../adapters/postgres-declarations.ts";
import type { Declaration, DeclarationContent } from "../domain/declaration.ts";
import type { MessageKind } from "../domain/ports.ts";
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
  return lodged ?? (await context.outputsOf(reference))?.declarationId ?? null;
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

/** What we asked customs for and what it has not answered. */
export interface OpenMessage {
  id: string;
  /** State of the declaration before we asked. */
  priorState: string | null;
  /** What an amendment would make of it. */
  content: DeclarationContent | null;
  version: number;
}

/**
 * The open message of a kind, locked; null when there is none.
 * @throws AppError event_too_early while it is being sent: its own transaction decides what it became.
 */
export async function lockOpenMessage(tx: Tx, declaration: string, kind: MessageKind): Promise<OpenMessage | null> {
  const { rows } = await tx.query<{
    id: string;
    state: string;
    prior_state: string | null;
    payload: { content?: DeclarationContent } | null;
    version: number;
  }>(
    `select id, state, prior_state, payload, version from declaration_messages
     where declaration = $1 and kind = $2 and state not in ('accepted', 'rejected') order by id limit 1 for update`,
    [declaration, kind],
  );
  const [message] = rows;
  if (!message) return null;
  if (message.state === "intent")
    throw new AppError("event_too_early", { detail: `the ${kind} of ${declaration} is being sent`, retryAfterSeconds: 1 });
  return { id: message.id, priorState: message.prior_state, content: message.payload?.content ?? null, version: message.version };
}
