import { newId, type Principal } from "@quartermaster/shared/contracts";
import { type StoredAnswer, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { bodyHashOf, findStoredAnswer } from "../rest/idempotency.ts";
import { createRequest } from "./create-request.ts";
import type { RequestBody } from "./request-body.ts";
import { fetchRequestToken } from "./request-token.ts";
import { validateActions } from "./validate-actions.ts";

export interface Submission {
  caller: Principal;
  body: RequestBody;
  idempotencyKey: string | null;
  /** The caller's own bearer, for the request token only; never stored. */
  authorization: string | undefined;
}

const proposes = (body: RequestBody, context: CoordinatorContext): boolean =>
  (body.actions ?? []).some((action) => context.catalogue.tools().some((tool) => tool.name === action.tool && tool.effect === "propose"));

/**
 * Takes a request in, whatever door it came through, and starts it.
 * @throws AppError invalid_request | unknown_tool | not_found | idempotency_mismatch | unavailable
 */
export async function submitRequest(
  context: CoordinatorContext,
  orchestrator: Pick<Orchestrator, "kick">,
  submission: Submission,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { caller, body, idempotencyKey: key } = submission;
  const idempotency = key === null ? null : { key, hash: bodyHashOf("POST", "/v1/requests", body) };
  if (idempotency) {
    const stored = await transaction(context.pool, caller.tenant, (tx) => findStoredAnswer(tx, caller, idempotency.key, idempotency.hash));
    if (stored) return { ...stored, replayed: true };
  }
  if (body.actions) validateActions(body.actions, context.catalogue);
  const id = newId("req");
  const token = await fetchRequestToken(context, id, submission.authorization);
  // Known steps that would change something need the token; nothing may be stored under a key that could never succeed.
  if (token === null && body.mode !== "dry_run" && proposes(body, context)) {
    throw new AppError("unavailable", { detail: "approvals does not answer, so nobody could approve this", retryAfterSeconds: 2 });
  }
  const answer = await createRequest(context, { id, caller, body, token, idempotency });
  await context.faults("coordinator.afterReceive");
  if (!answer.replayed) orchestrator.kick(caller.tenant, id);
  return answer;
}
