import { gzipSync } from "node:zlib";
import type { Bus } from "@quartermaster/shared/bus";
import { newId, subjects } from "@quartermaster/shared/contracts";
import { type IdempotentCalls, type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { HttpServer } from "@quartermaster/shared/http";
import { parseStrict } from "@quartermaster/shared/signing";
import { z } from "zod";
import { answerOnce } from "../rest/answer-once.ts";
import type { Caller } from "../rest/caller.ts";

const SEED_TIMEOUT_MS = 60_000;
/** Random characters of a new tenant's name: 80 bits, as in every id. */
const TENANT_CHARS = 16;
const MAX_WORLD_BYTES = 4 * 1024 * 1024;

const TenantBody = z.strictObject({ world: z.record(z.string(), z.json()).optional() }).optional();
/** A reset takes nothing: whoever sends a world wants another call. */
const ResetBody = z.strictObject({}).nullish();
const SeedReply = z.looseObject({ ok: z.boolean(), code: z.string().optional(), detail: z.string().optional() });

export interface DemoDeps {
  pool: Pool;
  answers: IdempotentCalls;
  bus: Pick<Bus, "request">;
}

/** Has the seeder, the only process that may write a world, do it. A world travels compressed: bus messages are limited. */
async function seed(bus: DemoDeps["bus"], order: { type: "reset" | "create"; tenant: string }, world?: unknown): Promise<void> {
  const worldGzip = world === undefined ? {} : { worldGzip: gzipSync(JSON.stringify(world)).toString("base64") };
  const reply = await bus.request(subjects.demoSeed(), JSON.stringify({ ...order, ...worldGzip }), { timeoutMs: SEED_TIMEOUT_MS });
  const answer = SeedReply.parse(parseStrict(reply.body));
  // A tenant of this very name was made by an earlier try of the same call.
  if (answer.ok || (order.type === "create" && answer.code === "conflict")) return;
  throw new AppError(answer.code === "invalid_request" ? "invalid_request" : "unavailable", {
    detail: answer.detail ?? "the world could not be written",
  });
}

/** The demo directory of one tenant. */
export async function listDemoUsers(pool: Pool, tenant: string): Promise<{ user: string; roles: string[]; token: string }[]> {
  const found = await transaction(pool, tenant, (tx) =>
    tx.query<{ id: string; roles: string[] }>("select id, roles from users order by id limit 200"),
  );
  const suffix = tenant === "demo" ? "" : `@${tenant}`;
  return found.rows.map((row) => ({ user: row.id, roles: row.roles, token: `demo-${row.id}${suffix}` }));
}

/** Fresh worlds and the directory of demo users; exists in demo mode only. */
export function registerDemoRoutes(server: HttpServer, deps: DemoDeps, caller: Caller): void {
  server.post("/v1/demo/reset", { schema: { body: ResetBody } }, async (request, reply) => {
    const principal = await caller(request);
    return await answerOnce(deps.answers, principal, request, reply, async () => {
      await seed(deps.bus, { type: "reset", tenant: principal.tenant });
      return { status: 200, body: { tenant: principal.tenant, status: "ready" } };
    });
  });

  server.post("/v1/demo/tenants", { bodyLimit: MAX_WORLD_BYTES, schema: { body: TenantBody } }, async (request, reply) => {
    const principal = await caller(request);
    return await answerOnce(deps.answers, principal, request, reply, async (callId) => {
      // Named after the call: a tenant whose maker died before it could answer is this one.
      const tenant = `t-${(callId ?? newId("own")).slice(-TENANT_CHARS)}`;
      await seed(deps.bus, { type: "create", tenant }, request.body?.world);
      return { status: 201, body: { tenant, status: "ready", users: await listDemoUsers(deps.pool, tenant) } };
    });
  });

  server.get("/v1/demo/users", { config: { open: true } }, async (request) => {
    const tenant = request.headers.authorization === undefined ? "demo" : (await caller(request)).tenant;
    return { items: await listDemoUsers(deps.pool, tenant), nextCursor: null };
  });
}
