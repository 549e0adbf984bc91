import { Hash, Id, INVISIBLE_TEXT, type Principal, visibleText } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError, toProblem } from "@quartermaster/shared/errors";
import { z } from "zod";
import { readIfMatch } from "../http/read-if-match.ts";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { viewApproval } from "../queue/approval-view.ts";
import { readApproval } from "../queue/read-approval.ts";
import { answerDecision } from "./decision-answer.ts";
import { judgeDecision } from "./judge-decision.ts";
import { type DecisionOutcome, recordDecision } from "./record-decision.ts";

/** An empty one says nothing, like none; what is there has to be seen. */
const Reason = z.union([z.string().trim().length(0), visibleText(2_000)], INVISIBLE_TEXT).nullish();
const DecisionBody = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: Reason,
  reasonCode: z.string().max(60).nullish(),
  cardHash: Hash,
});
const BatchBody = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: Id,
        revision: z.number().int().positive(),
        cardHash: Hash,
        decision: z.enum(["approve", "reject"]),
        reason: Reason,
        reasonCode: z.string().max(60).nullish(),
      }),
    )
    .min(1)
    .max(50),
});

type Wish = z.infer<typeof DecisionBody>;

async function decide(deps: RouteDeps, principal: Principal, id: string, wish: Wish, ifMatch: number | null) {
  const read = async () => await transaction(deps.pool, principal.tenant, async (tx) => await readApproval(tx, principal.tenant, id));
  const found = await read();
  const command = {
    by: principal.user,
    roles: principal.roles,
    decision: wish.decision,
    cardHash: wish.cardHash,
    ifMatch,
    approvalId: id,
    planId: found.planId,
    reason: wish.reason || null,
    reasonCode: wish.reasonCode ?? null,
  };
  // An item of an older plan revision is closed; only its own row says how, as it is by now.
  const current = await recordDecision(deps, principal.tenant, command).catch(async (error: unknown): Promise<DecisionOutcome> => {
    if (!AppError.isInstance(error) || error.code !== "not_found") throw error;
    const { approval: closed, businessNow } = await read();
    const judgement = closed.state === "pending" ? null : judgeDecision(closed, command, businessNow);
    if (judgement?.kind === "refused") return { kind: "refused", judgement, approval: closed };
    if (judgement?.kind === "replay") return { kind: "replayed", approval: closed };
    throw error;
  });
  const { approval, replayed } = answerDecision(current);
  const { businessNow } = await read();
  return { view: viewApproval(approval, principal, businessNow), replayed };
}

/** Registers the routes that decide: one item, or an explicit list with a result for each. */
export function registerDecisionRoutes(deps: RouteDeps): void {
  const { server } = deps;
  server.post(
    "/v1/approvals/:id/decisions",
    { schema: { params: z.strictObject({ id: z.string().max(60) }), body: DecisionBody } },
    async (request, reply) => {
      const principal = await deps.access.decide(request);
      return await withIdempotency(deps.answers, principal, request, reply, async () => {
        const { view, replayed } = await decide(deps, principal, request.params.id, request.body, readIfMatch(request.headers["if-match"]));
        if (replayed) reply.header("idempotency-replayed", "true");
        reply.header("etag", `"${view.revision}"`);
        return view;
      });
    },
  );
  server.post("/v1/approvals/decisions", { schema: { body: BatchBody } }, async (request, reply) => {
    const principal = await deps.access.decide(request);
    return await withIdempotency(deps.answers, principal, request, reply, async () => {
      const results = [];
      // One after the other: each item is judged as it is after the one before it.
      for (const { id, revision, ...wish } of request.body.items) {
        try {
          const { view, replayed } = await decide(deps, principal, id, wish, revision);
          results.push({ id, status: 200, replayed, state: view.state, revision: view.revision, error: null });
        } catch (error) {
          const problem = toProblem(error);
          results.push({ id, status: problem.status, replayed: false, state: null, revision: null, error: problem });
        }
      }
      return { items: results };
    });
  });
}
