import { NakLater } from "@quartermaster/shared/bus";
import type { ForeignFact, Grant, Receipt, Selector } from "@quartermaster/shared/contracts";
import { isLostConnection, isRetryableDatabaseError, type OutboxTx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { canonicalJson, contentHash } from "@quartermaster/shared/signing";
import type { OutsideRecord } from "../adapter/outside-system.ts";
import type { DescribeContext, EffectDescription } from "../effect-handler.ts";
import type { ConfirmedEpoch } from "../epoch/create-epoch-watch.ts";
import { type StatedFacts, withStatedFacts } from "../facts/stated-facts.ts";
import { findReferences } from "../grant/resolve-references.ts";
import { type GrantClock, type VerifiedGrant, verifyGrant } from "../grant/verify-grant.ts";
import { carryOut } from "../outside/carry-out.ts";
import { contentOf } from "../outside/content-of.ts";
import { findOpenCall, openCall } from "../outside/open-call.ts";
import type { OutsideCall } from "../outside/outside-call.ts";
import { contradictionOf, readWitnesses, WitnessesNeeded } from "../outside/witnesses.ts";
import { type ExecutorPorts, isLinked } from "../service/executor-ports.ts";
import { evaluateGuards } from "./evaluate-guards.ts";
import { findReceipt, findReceiptOfEffect, insertUsedGrant, lockGrant, readClock, storeReceipt, type UsedOutcome } from "./grant-store.ts";
import { receiptOfEffect, receiptOfReplay, receiptWithoutEffect } from "./receipt-body.ts";
import { receiptMessage } from "./receipt-message.ts";
import { recordId } from "./record-id.ts";

interface Ending {
  outcome: "stale" | "refused";
  code: string;
  detail: string;
}

const stale = (code: string, detail: string): Ending => ({ outcome: "stale", code, detail });

/** Ids that references of this step were resolved to, by the step that made the record. */
function plannedIds(grant: Grant): Map<string, string> {
  const values = new Map(grant.resolved.map((entry) => [entry.path, entry.value]));
  return new Map(findReferences(grant.args).flatMap((reference) => [[reference.step, values.get(reference.path) ?? ""] as const]));
}

/** Compares what the locked rows say with what was approved; null when everything still holds. */
function compareWithGrant(grant: Grant, description: EffectDescription, verified: VerifiedGrant, ports: ExecutorPorts): Ending | null {
  const broken = evaluateGuards(grant.guards, {
    domain: ports.definition.domain,
    found: description.found,
    foreign: grant.foreign,
    afterVersions: grant.afterVersions,
    planned: plannedIds(grant),
    pending: [],
  }).find((outcome) => !outcome.holds);
  // The preview right before signing had no refusal, so one that appears now means that the world moved.
  if (description.refusal) return stale(description.refusal.code, description.refusal.detail);
  if (broken) return stale("guard_broken", `${broken.guard.record}: ${broken.found}`);
  if (canonicalJson(description.facts) !== canonicalJson(grant.facts))
    return stale("facts_changed", "the facts that the policy was applied to are different now");
  if (contentHash(description.effect) !== grant.effectHash)
    return stale("effect_mismatch", "the effect would differ from the approved one");
  const floor = verified.handler.minApprovers(description.facts);
  const approvers = new Set(grant.approvers.map((approver) => approver.user)).size;
  return approvers < floor
    ? { outcome: "refused", code: "approvers_insufficient", detail: `${floor} approvers needed, ${approvers} named` }
    : null;
}

async function finish(ports: ExecutorPorts, tx: OutboxTx, grant: Grant, outcome: UsedOutcome, receipt: Receipt): Promise<Receipt> {
  await insertUsedGrant(tx, grant, outcome, [], receipt);
  tx.send(receiptMessage(ports.signer, receipt));
  return receipt;
}

async function applyEffect(
  ports: ExecutorPorts,
  tx: OutboxTx,
  verified: VerifiedGrant,
  context: DescribeContext,
  clock: GrantClock,
  description: EffectDescription,
): Promise<Receipt> {
  const { grant, handler, args } = verified;
  await insertUsedGrant(tx, grant, "succeeded", description.entities, null);
  const applied = await handler.apply(args, description, {
    ...context,
    grantId: grant.grantId,
    requestId: grant.requestId,
    approvers: grant.approvers.map((approver) => approver.user),
    newRecordId: (prefix, name) => recordId(prefix, grant.grantId, name),
  });
  const receipt = receiptOfEffect(ports.definition.domain, grant, clock, description, applied);
  await storeReceipt(tx, receipt);
  tx.send(receiptMessage(ports.signer, receipt));
  await ports.faults("executor.beforeCommit");
  return receipt;
}

/** What the (first) transaction came to: `call` when the effect is still to be made in another system. */
interface Execution {
  receipt: Receipt;
  call: OutsideCall | null;
}

/** Grant, its used row and what is going to be sent, unless another call is still open on the same effect or rows. */
async function startEffect(
  ports: ExecutorPorts,
  tx: OutboxTx,
  verified: VerifiedGrant,
  context: DescribeContext,
  clock: GrantClock,
  description: EffectDescription,
  witnesses: readonly OutsideRecord[] | null,
): Promise<Execution> {
  const { grant } = verified;
  if (isLinked(ports)) {
    const open = await findOpenCall(tx, grant, description.entities);
    if (open !== null) {
      const receipt = receiptWithoutEffect(ports.definition.domain, grant, clock, open);
      return { receipt: await finish(ports, tx, grant, open.outcome, receipt), call: null };
    }
    if (ports.outside.system.carries(grant.tool)) return openCall(ports, tx, verified, clock, description);
    const against = contradictionOf(ports.definition.outside, grant.tool, contentOf(description), witnesses);
    if (against !== null) {
      const receipt = receiptWithoutEffect(ports.definition.domain, grant, clock, { outcome: "stale", ...against });
      return { receipt: await finish(ports, tx, grant, "stale", receipt), call: null };
    }
  }
  return { receipt: await applyEffect(ports, tx, verified, context, clock, description), call: null };
}

/** Pause of a grant that cannot run because approvals does not say which epoch is in force, at most until the grant ends. */
const UNCONFIRMED_PAUSE_MS = 1_000;
const SHORTEST_PAUSE_MS = 50;

/** A grant that may be void is not run; it comes again, and when its time is over it ends as expired. */
function postponed(grant: Grant, clock: GrantClock): NakLater {
  const left = Date.parse(grant.exp) - Date.parse(clock.databaseNow);
  const pauseMs = Math.max(SHORTEST_PAUSE_MS, Math.min(UNCONFIRMED_PAUSE_MS * (1 + Math.random() / 5), left));
  return new NakLater(Math.round(pauseMs), "approvals does not say which epoch is in force");
}

/** What others stated for the grant, with what they have stated since in its place. */
function withNewer(granted: readonly ForeignFact[], asked: readonly Selector[], stated: readonly ForeignFact[]): ForeignFact[] {
  const isAsked = (fact: ForeignFact) =>
    asked.some(({ domain, kind, id }) => fact.domain === domain && fact.kind === kind && fact.id === id);
  return [...granted.filter((fact) => !isAsked(fact)), ...stated];
}

/**
 * Describes the step under lock. What it says must be stated anew is asked for while nothing is locked, and the transaction runs again;
 * the description then rests on that.
 */
async function describeLocked(verified: VerifiedGrant, context: DescribeContext, facts: StatedFacts): Promise<EffectDescription> {
  const { handler, args } = verified;
  const first: EffectDescription = await handler.describe(args, context);
  const asked = first.fresh ?? [];
  if (asked.length === 0) return first;
  return handler.describe(args, { ...context, foreign: withNewer(context.foreign, asked, facts.fresh(asked)) });
}

/** What one attempt goes by besides the grant itself. */
interface Attempt {
  /** Approvals' word on the epoch; null when it gave none. */
  confirmed: ConfirmedEpoch | null;
  witnesses: readonly OutsideRecord[] | null;
  /** What other domains have stated for it since it was granted. */
  facts: StatedFacts;
}

async function runTransaction(ports: ExecutorPorts, tx: OutboxTx, grant: Grant, attempt: Attempt): Promise<Execution> {
  const { confirmed, witnesses, facts } = attempt;
  const { domain } = ports.definition;
  const ended = (receipt: Receipt): Execution => ({ receipt, call: null });
  await lockGrant(tx, grant.grantId, grant.effectKey);
  const known = await findReceipt(tx, grant.grantId);
  if (known) {
    // An open call is brought to its end by the process that has it, or by the reconciler; until then there is nothing to tell.
    if (known.outcome !== "unknown") tx.send(receiptMessage(ports.signer, known));
    return ended(known);
  }
  const clock = await readClock(tx, grant.tenant, grant.grantId, confirmed);
  const checked = verifyGrant(grant, ports.registry, clock);
  if (!checked.ok)
    return ended(await finish(ports, tx, grant, checked.refusal.outcome, receiptWithoutEffect(domain, grant, clock, checked.refusal)));
  // Asked under the lock: waiting for it may have taken longer than the word is good for.
  if (!confirmed?.holds()) throw postponed(grant, clock);
  const first = await findReceiptOfEffect(tx, grant.tenant, grant.effectKey);
  if (first) return ended(await finish(ports, tx, grant, "replayed", receiptOfReplay(domain, grant, clock, first)));
  const context: DescribeContext = {
    tx,
    tenant: grant.tenant,
    businessNow: clock.businessNow,
    lock: true,
    predicted: () => undefined,
    foreign: grant.foreign,
  };
  const description = await describeLocked(checked.grant, context, facts);
  const ending = compareWithGrant(grant, description, checked.grant, ports);
  if (ending) return ended(await finish(ports, tx, grant, ending.outcome, receiptWithoutEffect(domain, grant, clock, ending)));
  const execution = await startEffect(ports, tx, checked.grant, context, clock, description, witnesses);
  // Asked once more right before the end: rows may have been waited for, or the process stopped, since it was asked under the lock.
  if (!confirmed.holds()) throw postponed(grant, clock);
  return execution;
}

/** Runs the transaction, again when it needs facts of other domains or records of another system: those are read between, without locks. */
async function runGrant(ports: ExecutorPorts, grant: Grant): Promise<Execution> {
  const run = (witnesses: readonly OutsideRecord[] | null) =>
    withStatedFacts(
      (selectors) => ports.facts(grant.tenant, selectors),
      async (facts) => {
        const confirmed = await ports.epochs.confirm(grant.tenant);
        return await ports.outbox.transaction(grant.tenant, (tx) => runTransaction(ports, tx, grant, { confirmed, witnesses, facts }));
      },
    );
  try {
    return await run(null);
  } catch (error) {
    if (!(error instanceof WitnessesNeeded) || !isLinked(ports)) throw error;
    return run(await readWitnesses(ports.outside, grant.tenant, error.selectors));
  }
}

/**
 * Sends what the first transaction wrote down. A failure on the way leaves the call to the reconciler: the grant is used, and
 * delivering it again could not help.
 */
async function finishOutside(ports: ExecutorPorts, { receipt, call }: Execution): Promise<Receipt> {
  if (call === null || !isLinked(ports)) return receipt;
  await ports.faults("executor.afterIntent");
  try {
    return (await carryOut(ports, call)) ?? receipt;
  } catch (error) {
    ports.log.warn({ err: error, grantId: call.grantId, key: call.key }, "outside call left to the reconciler");
    return receipt;
  }
}

/** True for failures that say nothing about the effect: the connection or the server went away, or another transaction was in the way. */
function mayWorkLater(error: unknown): boolean {
  if (error instanceof NakLater) return true;
  if (AppError.isInstance(error)) return error.retryable;
  if (isRetryableDatabaseError(error) || isLostConnection(error)) return true;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  // An operator stepped in, or the server's own system failed.
  return /^(57|58)/.test(code) || /^E[A-Z]+$/.test(code);
}

/**
 * Carries out one grant in one transaction: verify, lock, compare guards, facts and effect, mark the grant used, apply, receipt,
 * outbox. The same grant again gives the same receipt; another grant of the same effect gives a receipt that repeats it. Endings
 * without an effect are stored by grant id and leave the effect key free. An effect that another system makes takes two transactions
 * with the call between them. Nothing runs unless approvals has just said which epoch is in force.
 * @throws NakLater when it does not say, and whatever else may work later; the caller delivers the grant again.
 */
export async function executeGrant(ports: ExecutorPorts, grant: Grant): Promise<Receipt> {
  await ports.faults("executor.beforeLock");
  let receipt: Receipt;
  try {
    receipt = await finishOutside(ports, await runGrant(ports, grant));
  } catch (error) {
    if (mayWorkLater(error)) throw error;
    ports.log.error({ err: error, grantId: grant.grantId, tool: grant.tool }, "effect failed and was rolled back");
    receipt = await storeFailure(ports, grant, AppError.isInstance(error) ? error : new AppError("internal"));
  }
  await ports.faults("executor.afterCommit");
  return receipt;
}

/** After a roll-back: nothing was changed, and the receipt says so. */
async function storeFailure(ports: ExecutorPorts, grant: Grant, error: AppError): Promise<Receipt> {
  return ports.outbox.transaction(grant.tenant, async (tx) => {
    await lockGrant(tx, grant.grantId, null);
    const known = await findReceipt(tx, grant.grantId);
    if (known) return known;
    const clock = await readClock(tx, grant.tenant, grant.grantId);
    return finish(
      ports,
      tx,
      grant,
      "failed",
      receiptWithoutEffect(ports.definition.domain, grant, clock, { outcome: "failed", code: error.code, detail: error.message }),
    );
  });
}
