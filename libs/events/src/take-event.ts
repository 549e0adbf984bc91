import { recordId, type StatedFacts, withStatedFacts } from "@quartermaster/executor";
import type { JsonObject } from "@quartermaster/shared/contracts";
import { isRetryableDatabaseError, type OutboxTx, type Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash } from "@quartermaster/shared/signing";
import { AnsweredCall, noteAnswer } from "./answered-call.ts";
import { beginCause } from "./change-cause.ts";
import type { EventAnswer, EventBody } from "./event-body.ts";
import type { EventContext, EventHandler, EventPlan, EventSource, EventsDefinition } from "./event-handler.ts";
import type { EventsPorts } from "./events-ports.ts";
import { refuseWhileMaking, refuseWhileSending, sentUnder, waitingFor } from "./sent-effects.ts";
import { settleReceipts } from "./settle-receipts.ts";
import { UnknownReference } from "./unknown-reference.ts";

/** Clocks of gateways run apart by this much at most. */
const CLOCK_SKEW_MS = 5 * 60_000;
const MOST_ATTEMPTS = 4;

export interface Taken {
  answer: EventAnswer;
  /** True for a further delivery of an event that was taken in before. */
  replayed: boolean;
}

interface Delivery {
  tenant: string;
  source: EventSource;
  body: EventBody;
}

const invalid = (path: string, message: string): AppError =>
  new AppError("invalid_request", { detail: `${path}: ${message}`, errors: [{ path, message }] });

/** The step's handler, for a source that may report it. @throws AppError invalid_request | role_missing */
function handlerOf(ports: EventsPorts, { body, source }: Delivery): EventHandler<unknown> {
  const handler = ports.definition.handlers.find((candidate) => candidate.bizStep === body.bizStep);
  if (!handler) {
    const known = ports.definition.handlers.map((candidate) => candidate.bizStep).join(", ");
    throw invalid("/bizStep", `no step of ${ports.definition.domain}; there are ${known}`);
  }
  if (!handler.sources.includes(source)) throw new AppError("role_missing", { detail: `${source} does not report ${body.bizStep}` });
  return handler;
}

function readWhat(handler: EventHandler<unknown>, body: EventBody): unknown {
  const parsed = handler.what.safeParse(body.what);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => ({ path: `/what/${issue.path.join("/")}`, message: issue.message }));
  throw new AppError("invalid_request", { detail: errors.map(({ path, message }) => `${path}: ${message}`).join("; "), errors });
}

/** The stored answer of an earlier delivery. @throws AppError idempotency_mismatch */
async function findTaken(tx: Tx, { tenant, body }: Delivery, hash: string): Promise<EventAnswer | null> {
  const { rows } = await tx.query<{ body_hash: string; answer: EventAnswer }>(
    "select body_hash, answer from inbound_event where tenant = $1 and event_id = $2",
    [tenant, body.eventId],
  );
  if (!rows[0]) return null;
  if (rows[0].body_hash !== hash)
    throw new AppError("idempotency_mismatch", { detail: `the event ${body.eventId} was delivered before with another content` });
  return rows[0].answer;
}

async function readTime(tx: Tx, { tenant, body }: Delivery): Promise<{ businessNow: string; at: string }> {
  const { rows } = await tx.query<{ now: string }>("select business_now($1) as now", [tenant]);
  const businessNow = rows[0]?.now ?? new Date().toISOString();
  if (body.eventTime === undefined) return { businessNow, at: businessNow };
  const at = new Date(body.eventTime).toISOString();
  if (Date.parse(at) > Date.parse(businessNow) + CLOCK_SKEW_MS)
    throw new AppError("event_time_invalid", { detail: `it is ${businessNow} here; ${at} is still to come` });
  return { businessNow, at };
}

const CORRECTED = "select biz_step, undo, corrected_by, sequence from inbound_event where tenant = $1 and event_id = $2 for update";

/** Plans to take an earlier event back. */
async function planCorrection(handler: EventHandler<unknown>, body: EventBody, context: EventContext): Promise<EventPlan> {
  const corrects = body.errorDeclaration?.corrects ?? "";
  const { rows } = await context.tx.query<{ biz_step: string; undo: JsonObject | null; corrected_by: string | null }>(CORRECTED, [
    context.tenant,
    corrects,
  ]);
  const earlier = rows[0];
  if (!earlier) throw new AppError("unknown_record", { detail: `there is no event ${corrects}` });
  if (earlier.biz_step !== body.bizStep) throw invalid("/bizStep", `${corrects} is ${earlier.biz_step}`);
  if (earlier.corrected_by !== null)
    throw new AppError("event_not_correctable", { detail: `${corrects} was declared an error by ${earlier.corrected_by}` });
  if (!handler.revert || earlier.undo === null)
    throw new AppError("event_not_correctable", { detail: `${body.bizStep} is not taken back by a declared error` });
  return handler.revert(earlier.undo, context);
}

async function store(tx: Tx, { tenant, source, body }: Delivery, hash: string, answer: EventAnswer, undo: JsonObject | null) {
  await tx.query(
    `insert into inbound_event (tenant, event_id, biz_step, source, event_time, body_hash, body, answer, undo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      tenant,
      body.eventId,
      body.bizStep,
      source,
      answer.eventTime,
      hash,
      JSON.stringify(body),
      JSON.stringify(answer),
      undo === null ? null : JSON.stringify(undo),
    ],
  );
  if (body.errorDeclaration)
    await tx.query("update inbound_event set corrected_by = $3 where tenant = $1 and event_id = $2", [
      tenant,
      body.errorDeclaration.corrects,
      body.eventId,
    ]);
}

/** Everything about one event waits here for the transaction that has it. */
const lockEvent = (tx: Tx, { tenant, body }: Delivery) =>
  tx.query("select pg_advisory_xact_lock(hashtextextended($1, 3))", [`${tenant} ${body.eventId}`]);

/** @throws AppError with a stable code; event_too_early in place of unknown_record while the record that is missing is still being made. */
async function planEvent(
  { idsOf }: EventsDefinition,
  handler: EventHandler<unknown>,
  body: EventBody,
  context: EventContext,
): Promise<EventPlan> {
  try {
    return await (body.errorDeclaration ? planCorrection(handler, body, context) : handler.plan(readWhat(handler, body), context));
  } catch (error) {
    if (error instanceof UnknownReference) await refuseWhileMaking(context.tx, context.tenant, idsOf, error.reference);
    throw error;
  }
}

async function runTransaction(
  ports: EventsPorts,
  tx: OutboxTx,
  delivery: Delivery,
  handler: EventHandler<unknown>,
  facts: StatedFacts,
): Promise<Taken> {
  const { tenant, source, body } = delivery;
  const hash = contentHash(body as unknown as JsonObject);
  await lockEvent(tx, delivery);
  const known = await findTaken(tx, delivery, hash);
  if (known) return { answer: known, replayed: true };
  const { businessNow, at } = await readTime(tx, delivery);
  const context: EventContext = {
    tx,
    tenant,
    eventId: body.eventId,
    source,
    businessNow,
    at,
    reason: body.errorDeclaration?.reason ?? body.reason ?? null,
    facts: (selectors) => facts.fresh(selectors),
    sentUnder: (ourReference) => sentUnder(tx, tenant, ourReference),
    waitingFor: (tools, output, value) => waitingFor(tx, tenant, { tools, output, value }),
    refuseWhileSending: (tools, record, answers) => refuseWhileSending(tx, tenant, { tools, record, answers }),
    newRecordId: (prefix, name) => recordId(prefix, `${tenant} ${body.eventId}`, name),
  };
  const plan = await planEvent(ports.definition, handler, body, context);
  await beginCause(tx, { tenant, id: `event:${body.eventId}`, kind: "inbound_event", entities: plan.entities, detail: body.bizStep });
  const effect = await plan.apply();
  const receipts: EventAnswer["receipts"] = [];
  for (const news of effect.outcomes ?? []) receipts.push(...(await settleReceipts(tx, ports.signer, tenant, news, effect.records)));
  const { eventId, bizStep } = body;
  const corrects = body.errorDeclaration?.corrects ?? null;
  const answer: EventAnswer = { eventId, bizStep, eventTime: at, records: effect.records, receipts, corrects };
  await store(tx, delivery, hash, answer, corrects === null ? effect.undo : null);
  await ports.faults("events.beforeCommit");
  return { answer, replayed: false };
}

/** The database refused a second record under one key. */
const isTakenKey = (error: unknown): error is { code: "23505"; detail?: string } =>
  typeof error === "object" && error !== null && "code" in error && error.code === "23505";

/** Another transaction was in the way; nothing of ours was changed. A key that just came to be is found by the next attempt. */
const mayWorkNow = (error: unknown): boolean => isRetryableDatabaseError(error) || isTakenKey(error);

/** After the last attempt: records that are in use become free again, a key that is taken stays taken. */
const givenUp = (cause: unknown): AppError =>
  isTakenKey(cause)
    ? new AppError("conflict", { detail: "another record has a number or id of this event already", cause })
    : new AppError("unavailable", { detail: "the records are in use", cause });

/**
 * Takes in one event in one transaction: check, lock, cause, change, receipts with their outcome, answer, messages. The same event
 * again gives the same answer; what is refused changes nothing and may be delivered again later.
 * @throws AppError with the code that says why not.
 */
export async function takeEvent(ports: EventsPorts, delivery: Delivery): Promise<Taken> {
  const handler = handlerOf(ports, delivery);
  if (delivery.body.errorDeclaration === undefined) readWhat(handler, delivery.body);
  const { tenant } = delivery;
  for (let attempt = 1; ; attempt++) {
    try {
      return await withStatedFacts(
        (selectors) => ports.facts(tenant, selectors),
        (facts) => ports.outbox.transaction(tenant, (tx) => runTransaction(ports, tx, delivery, handler, facts)),
      );
    } catch (error) {
      if (error instanceof AnsweredCall) await noteAnswer(ports, tenant, delivery.body.eventId, error.grantId);
      if (!mayWorkNow(error)) throw error;
      if (attempt >= MOST_ATTEMPTS) throw givenUp(error);
    }
  }
}
