import { newId, type Principal, UserId, visibleText } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import { changePlan, type PlanUnit } from "../adapters/change-plan.ts";
import { rolesOf } from "../adapters/user-store.ts";
import { whyCannotDecide } from "../decision/judge-decision.ts";
import type { ApprovalPicture } from "../decision/plan-picture.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { viewApproval } from "./approval-view.ts";
import { readApproval } from "./read-approval.ts";
import { storable } from "./search-fields.ts";

const INSERT_COMMENT =
  "insert into comments (tenant, id, approval_id, by_user, text) values ($1, $2, $3, $4, $5) on conflict (id) do nothing";
const Params = z.strictObject({ id: z.string().max(60) });

/** Runs a change on one open item under its plan's lock. @throws AppError not_found | conflict */
async function changeOpen(
  deps: RouteDeps,
  principal: Principal,
  id: string,
  work: (unit: PlanUnit, approval: ApprovalPicture) => Promise<void>,
) {
  const { planId } = await transaction(deps.pool, principal.tenant, async (tx) => await readApproval(tx, principal.tenant, id));
  return await changePlan(deps.outbox, principal.tenant, planId, async (unit) => {
    const approval = unit.plan.approvals.find((candidate) => candidate.id === id);
    if (approval?.state !== "pending") throw new AppError("conflict", { detail: "this item is not open any more" });
    await work(unit, approval);
    return viewApproval(approval, principal, unit.businessNow);
  });
}

function claim(unit: PlanUnit, approval: ApprovalPicture, principal: Principal): void {
  const because = whyCannotDecide(approval, principal.user, principal.roles);
  if (because) throw new AppError(because);
  if (approval.claimedBy === principal.user) return;
  if (approval.claimedBy !== null)
    throw new AppError("conflict", { detail: `${approval.claimedBy} is looking at this`, extra: { claimedBy: approval.claimedBy } });
  approval.claimedBy = principal.user;
  approval.claimedAt = unit.now;
  unit.event("approval.claimed", { approvalId: approval.id, by: principal.user });
}

function release(unit: PlanUnit, approval: ApprovalPicture, principal: Principal): void {
  if (approval.claimedBy === null) return;
  if (approval.claimedBy !== principal.user) throw new AppError("forbidden", { detail: `${approval.claimedBy} claimed this` });
  approval.claimedBy = null;
  approval.claimedAt = null;
  unit.event("approval.claimed", { approvalId: approval.id, by: null });
}

async function delegate(unit: PlanUnit, approval: ApprovalPicture, principal: Principal, to: string): Promise<void> {
  const because = whyCannotDecide(approval, principal.user, principal.roles);
  if (because) throw new AppError(because);
  const roles = await rolesOf(unit.tx, unit.plan.tenant, to);
  if (!roles) throw new AppError("invalid_request", { detail: "there is no such person", errors: [{ path: "/to", message: "not known" }] });
  // The rules are the same for the person it goes to: a requester does not come to decide by delegation.
  const theirs = whyCannotDecide(approval, to, roles);
  if (theirs) throw new AppError(theirs, { detail: `${to} cannot decide this` });
  Object.assign(approval, { claimedBy: to, claimedAt: unit.now, delegatedTo: to });
  unit.event("approval.claimed", { approvalId: approval.id, by: to, delegatedBy: principal.user });
}

/** Registers claim, release, delegate and comments. None of them changes what a person decides on. */
export function registerClaimRoutes(deps: RouteDeps): void {
  const { server, access, pool, answers } = deps;
  server.post("/v1/approvals/:id/claim", { schema: { params: Params } }, async (request, reply) => {
    const principal = await access.decide(request);
    return await withIdempotency(
      answers,
      principal,
      request,
      reply,
      async () => await changeOpen(deps, principal, request.params.id, async (unit, approval) => claim(unit, approval, principal)),
    );
  });
  server.post("/v1/approvals/:id/release", { schema: { params: Params } }, async (request, reply) => {
    const principal = await access.decide(request);
    return await withIdempotency(
      answers,
      principal,
      request,
      reply,
      async () => await changeOpen(deps, principal, request.params.id, async (unit, approval) => release(unit, approval, principal)),
    );
  });
  server.post(
    "/v1/approvals/:id/delegate",
    { schema: { params: Params, body: z.strictObject({ to: UserId }) } },
    async (request, reply) => {
      const principal = await access.decide(request);
      const { to } = request.body;
      return await withIdempotency(
        answers,
        principal,
        request,
        reply,
        async () =>
          await changeOpen(deps, principal, request.params.id, async (unit, approval) => await delegate(unit, approval, principal, to)),
      );
    },
  );
  server.post(
    "/v1/approvals/:id/comments",
    { schema: { params: Params, body: z.strictObject({ text: visibleText(4_000) }) } },
    async (request, reply) => {
      const principal = await access.decide(request);
      return await withIdempotency(answers, principal, request, reply, async (callId) => {
        // Named after the call: when its first worker died before the answer was stored, the comment is there already.
        const id = callId === null ? newId("msg") : `msg_${callId.slice("own_".length)}`;
        const at = await transaction(pool, principal.tenant, async (tx) => {
          const { approval } = await readApproval(tx, principal.tenant, request.params.id);
          await tx.query(INSERT_COMMENT, [principal.tenant, id, approval.id, principal.user, storable(request.body.text)]);
          return (await tx.query<{ at: string }>("select at from comments where id = $1", [id])).rows[0]?.at;
        });
        reply.code(201);
        return { id, by: principal.user, text: request.body.text, at };
      });
    },
  );
}
