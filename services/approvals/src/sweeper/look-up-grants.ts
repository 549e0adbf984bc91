import type { Bus } from "@quartermaster/shared/bus";
import { Receipt, signed, subjects } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";
import { changePlan } from "../adapters/change-plan.ts";
import { releaseStep } from "../decision/release-step.ts";
import { advance, type InboxDeps } from "../inbox/on-plan-message.ts";
import { recordReceipt } from "../inbox/record-receipt.ts";

interface GrantRow {
  tenant: string;
  id: string;
  plan_id: string;
  step_id: string;
  domain: string;
  safe: boolean;
}

const SignedReceipt = signed(Receipt);
const NeverSeen = z.strictObject({ seen: z.literal(false) });

// Those that were looked up longest ago first: an executor that is down answers none of its grants, and others must have their turn.
// "Never seen" counts only 30 s after the expiry: a grant may still lie in the stream until then, but not be accepted any more.
const OPEN = `select tenant, id, plan_id, step_id, domain, exp < now() - interval '30 seconds' as safe from grants
  where state = 'open' and exp < now() and (looked_up_at is null or looked_up_at < now() - interval '10 seconds')
  order by looked_up_at nulls first, exp limit 50`;

async function ask(bus: Pick<Bus, "request">, grant: GrantRow): Promise<z.infer<typeof SignedReceipt> | "never_seen"> {
  const reply = await bus.request(subjects.outcome(grant.domain), JSON.stringify({ v: 1, tenant: grant.tenant, grantId: grant.id }), {
    timeoutMs: 2_000,
  });
  const value = parseStrict(reply.body, { maxBytes: 1_048_576, maxDepth: 24 });
  if (NeverSeen.safeParse(value).success) return "never_seen";
  const parsed = SignedReceipt.safeParse(value);
  if (!parsed.success) throw new AppError("unavailable", { detail: "the executor did not say what became of the grant" });
  return parsed.data;
}

async function neverSeen(deps: InboxDeps, grant: GrantRow): Promise<void> {
  await changePlan(deps.outbox, grant.tenant, grant.plan_id, async (unit) => {
    const ended = await unit.tx.query("update grants set state = 'never_seen' where id = $1 and state = 'open'", [grant.id]);
    if (ended.rowCount !== 1) return;
    unit.ledger({ kind: "grant.never_seen", subject: grant.id, actor: "approvals", stepId: grant.step_id, body: { grantId: grant.id } });
    const step = unit.plan.steps.find((candidate) => candidate.id === grant.step_id && candidate.grantId === grant.id);
    if (step?.state !== "executing") return;
    releaseStep(unit.plan, step, { code: "grant_expired", reason: "the executor never saw the grant" }, unit.now);
  });
}

/** Asks executors what became of grants that ran out without a receipt. Only "never seen" lets a step be granted again. */
export async function lookUpGrants(deps: InboxDeps, bus: Pick<Bus, "request">): Promise<void> {
  const rows = await transaction(deps.pool, ALL_TENANTS, async (tx) => (await tx.query<GrantRow>(OPEN)).rows);
  for (const grant of rows) {
    await transaction(
      deps.pool,
      grant.tenant,
      async (tx) => await tx.query("update grants set looked_up_at = now() where id = $1", [grant.id]),
    );
    try {
      const answer = await ask(bus, grant);
      if (answer === "never_seen") {
        if (!grant.safe) continue;
        await neverSeen(deps, grant);
      } else {
        deps.verifier.verify("receipt", answer, [`x_${grant.domain}`]);
        if (answer.body.grantId !== grant.id || answer.body.tenant !== grant.tenant || answer.body.planId !== grant.plan_id)
          throw new AppError("signature_invalid", { detail: "the receipt is for another grant" });
        await recordReceipt(deps.outbox, answer);
      }
      await advance(deps, grant.tenant, grant.plan_id);
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      deps.log.warn({ err: error, grantId: grant.id }, "grant could not be looked up");
    }
  }
}
