import { Id, type Principal, visibleText } from "@quartermaster/shared/contracts";
import { type Tx, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { askSwitch, confirmSwitch, readSwitch, repeatSwitch, type SwitchRow, type SwitchWish } from "./change-switch.ts";

/** One object, not a union: a refusal then names the field that is wrong. */
const Body = z
  .strictObject({ action: z.enum(["stop", "resume"]).optional(), reason: visibleText(500).optional(), confirm: Id.optional() })
  .transform(({ action, reason, confirm }, context): SwitchWish => {
    if (confirm !== undefined && action === undefined && reason === undefined) return { confirm };
    if (confirm === undefined && action !== undefined && reason !== undefined) return { action, reason };
    context.addIssue({ code: "custom", message: "give an action with its reason, or what to confirm" });
    return z.NEVER;
  });

const view = (row: SwitchRow) => ({
  id: row.id,
  action: row.action,
  reason: row.reason,
  askedBy: row.asked_by,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  confirmedBy: row.confirmed_by,
  confirmedAt: row.confirmed_at,
  epoch: row.epoch,
});

function requireAdmin(principal: Principal): void {
  if (!principal.roles.includes("admin")) throw new AppError("role_missing", { detail: "stopping all execution needs the role admin" });
}

/** Registers the kill switch: one admin asks to stop or resume all execution of the tenant, another confirms. */
export function registerSwitchRoutes(deps: RouteDeps): void {
  const { server, access, pool, answers, epochs, log } = deps;
  server.get("/v1/kill-switch", async (request) => {
    const { tenant } = await access.read(request);
    const { pending, last, ...state } = await transaction(pool, tenant, async (tx) => await readSwitch(tx, tenant));
    return { ...state, pending: pending && view(pending), last: last && view(last), executors: epochs.known(tenant) };
  });
  server.post("/v1/kill-switch", { schema: { body: Body } }, async (request, reply) => {
    const principal = await access.decide(request);
    requireAdmin(principal);
    const { tenant, user } = principal;
    const wish = request.body;
    const change = async (tx: Tx): Promise<SwitchRow> =>
      "confirm" in wish ? await confirmSwitch(tx, tenant, user, wish.confirm) : await askSwitch(tx, tenant, user, wish.action, wish.reason);
    return await withIdempotency(answers, principal, request, reply, async (callId) => {
      // Under a key the call may have been done before by a process that died before it answered.
      const work = callId === null ? change : async (tx: Tx) => await repeatSwitch(tx, tenant, user, wish);
      const row = await transaction(pool, tenant, work);
      log.warn({ tenant, by: user, action: row.action, confirmed: row.confirmed_by !== null, epoch: row.epoch }, "kill switch");
      reply.code(row.confirmed_by === null ? 202 : 200);
      if (row.confirmed_by !== null) await epochs.tell(tenant);
      return { ...view(row), executors: epochs.known(tenant) };
    });
  });
}
