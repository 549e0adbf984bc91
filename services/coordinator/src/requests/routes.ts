import { transaction } from "@quartermaster/shared/db";
import { type HttpServer, idempotencyKeyOf } from "@quartermaster/shared/http";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import type { Orchestrator } from "../orchestration/orchestrator.ts";
import { answerOnce } from "../rest/answer-once.ts";
import type { Caller } from "../rest/caller.ts";
import { awaitChange, Wait } from "./await-change.ts";
import { cancelRequest } from "./cancel-request.ts";
import { ListQuery, listRequests } from "./list-requests.ts";
import { RequestBody } from "./request-body.ts";
import { loadRequest } from "./request-store.ts";
import { viewRequest } from "./request-view.ts";
import { submitRequest } from "./submit-request.ts";
import { readTrajectory } from "./trajectory.ts";
import { trajectoryLines } from "./trajectory-lines.ts";

const ById = z.strictObject({ id: z.string().max(80) });
const WaitQuery = z.strictObject({ wait: Wait.optional() });

/** Aborts when the client goes away. */
const signalOf = (reply: FastifyReply): AbortSignal => {
  const controller = new AbortController();
  reply.raw.once("close", () => controller.abort());
  return controller.signal;
};

/** Submitting, reading, listing and cancelling requests. */
export function registerRequestRoutes(server: HttpServer, context: CoordinatorContext, caller: Caller, orchestrator: Orchestrator): void {
  server.post("/v1/requests", { schema: { body: RequestBody } }, async (request, reply) => {
    const principal = await caller(request);
    const submission = {
      caller: principal,
      body: request.body,
      idempotencyKey: idempotencyKeyOf(request),
      authorization: request.headers.authorization,
    };
    const answer = await submitRequest(context, orchestrator, submission);
    if (answer.replayed) reply.header("Idempotency-Replayed", "true");
    return reply.code(answer.status).send(answer.body);
  });

  server.get("/v1/requests", { schema: { querystring: ListQuery } }, async (request) => {
    const principal = await caller(request);
    return await transaction(context.pool, principal.tenant, (tx) => listRequests(tx, request.query, principal.user));
  });

  server.get("/v1/requests/:id", { schema: { params: ById, querystring: WaitQuery } }, async (request, reply) => {
    const principal = await caller(request);
    const first = await loadRequest(context.pool, principal.tenant, request.params.id);
    const row = await awaitChange(context, first, request.query.wait ?? 0, signalOf(reply));
    return await transaction(context.pool, principal.tenant, (tx) => viewRequest(tx, row, context.budgets.request));
  });

  server.post("/v1/requests/:id/cancel", { schema: { params: ById } }, async (request, reply) => {
    const principal = await caller(request);
    return await answerOnce(context.answers, principal, request, reply, async () => {
      const row = await cancelRequest(context, orchestrator, principal, request.params.id);
      return {
        status: 202,
        body: await transaction(context.pool, principal.tenant, (tx) => viewRequest(tx, row, context.budgets.request)),
      };
    });
  });

  server.get("/v1/requests/:id/trajectory", { schema: { params: ById } }, async (request, reply) => {
    const principal = await caller(request);
    const { id } = request.params;
    const trajectory = await readTrajectory(context, principal, id);
    if (!request.headers.accept?.includes("application/x-ndjson")) return trajectory;
    return await reply
      .type("application/x-ndjson")
      .header("content-disposition", `attachment; filename="trajectory-${id.replaceAll(/[^\w-]/g, "")}.jsonl"`)
      .send(trajectoryLines(trajectory));
  });
}
