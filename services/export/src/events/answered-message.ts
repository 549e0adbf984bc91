import type { EventContext, SentEffect } from "@quartermaster/events";
import { recordId } from "@quartermaster/executor";
import { AppError } from "@quartermaster/shared/errors";
import type { DeclarationContent } from "../domain/declaration.ts";
import type { MessageKind } from "../domain/ports.ts";
import { TOOL_OF } from "./customs-steps.ts";
import type { CustomsWhat } from "./customs-what.ts";

/** What we asked customs for and what it has not answered. */
export interface OpenMessage {
  id: string;
  /** State of the declaration before we asked. */
  priorState: string | null;
  /** What an amendment would make of it. */
  content: DeclarationContent | null;
  version: number;
}

/** What an answer of customs is about: the open message, and the effect that sent it while its receipt waits; null = neither. */
export interface Answered {
  message: OpenMessage | null;
  effectKey: string | null;
}

/** The open message of a kind, locked; the database allows one. */
async function lockOpenMessage(declaration: string, kind: MessageKind, { tx }: EventContext) {
  const { rows } = await tx.query<{
    id: string;
    state: string;
    our_reference: string;
    prior_state: string | null;
    payload: { content?: DeclarationContent } | null;
    version: number;
  }>(
    `select id, state, our_reference, prior_state, payload, version from declaration_messages
     where declaration = $1 and kind = $2 and state not in ('accepted', 'rejected') order by id limit 1 for update`,
    [declaration, kind],
  );
  const [row] = rows;
  if (row?.state === "intent")
    throw new AppError("event_too_early", { detail: `the ${kind} of ${declaration} is being sent`, retryAfterSeconds: 1 });
  return row;
}

/** Refuses an answer to a message that was answered before, or that asked for something else. @throws AppError illegal_transition */
async function refuseOtherMessage(reference: string, open: { id: string } | undefined, kind: MessageKind, { tx }: EventContext) {
  const named = await tx.query<{ id: string; kind: string; declaration: string; lrn: string | null }>(
    `select m.id, m.kind, m.declaration, d.lrn from declaration_messages m join declarations d on d.tenant = m.tenant and d.id = m.declaration
     where m.our_reference = $1`,
    [reference],
  );
  // The reference of a lodging is the declaration's own, too, and every later answer may name it.
  const meant = named.rows.filter((row) => row.kind === kind || row.lrn !== reference);
  if (meant.length === 0 || meant.some((row) => row.id === open?.id)) return;
  throw new AppError("illegal_transition", { detail: `${reference} (${meant[0]?.kind}) waits for no answer of this kind` });
}

/** The effect that sent the message, or, for a lodging of which no message is kept, the only one that waits. */
function senderOf(message: { id: string } | undefined, kind: MessageKind, waiting: readonly SentEffect[]): SentEffect | undefined {
  const sender = waiting.find((effect) => recordId("MSG", effect.grantId, kind) === message?.id);
  return sender ?? (message === undefined && waiting.length === 1 ? waiting[0] : undefined);
}

/**
 * Finds what customs answers on a declaration, by our reference when it is named.
 * @throws AppError illegal_transition | conflict | event_too_early | unknown_record
 */
export async function answeredMessage(what: CustomsWhat, declaration: string, kind: MessageKind, context: EventContext): Promise<Answered> {
  const row = await lockOpenMessage(declaration, kind, context);
  const tool = TOOL_OF[kind];
  const waiting = await context.waitingFor([tool], "declarationId", declaration);
  const message = row ? { id: row.id, priorState: row.prior_state, content: row.payload?.content ?? null, version: row.version } : null;
  const sent = what.ourReference === undefined ? null : await context.sentUnder(what.ourReference);
  if (sent) {
    if (row ? recordId("MSG", sent.grantId, kind) === row.id : waiting.some((effect) => effect.effectKey === sent.effectKey))
      return { message, effectKey: sent.effectKey };
    throw new AppError("illegal_transition", { detail: `what was sent under ${what.ourReference} waits for no answer of this kind` });
  }
  if (what.ourReference !== undefined) await refuseOtherMessage(what.ourReference, row, kind, context);
  // Only one message of a kind can be open: without one on record, what names no earlier sending answers the one that is on its way.
  if (!row) await context.refuseWhileSending([tool], declaration, true);
  return { message, effectKey: senderOf(row, kind, waiting)?.effectKey ?? null };
}
