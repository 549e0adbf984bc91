import { PolicyFacts, type Principal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { decimal, formatDecimal, sum } from "@quartermaster/shared/quantity";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { withIdempotency } from "../http/with-idempotency.ts";
import { daySum } from "./day-sum.ts";
import { decideBy, ownExecuteBy } from "./deadlines.ts";
import { explainPolicy } from "./explain-policy.ts";
import { listDocuments, loadDocument } from "./load-document.ts";
import { PolicyArgs } from "./policy-args.ts";
import { PolicyDocument } from "./policy-document.ts";
import type { PolicyRow } from "./policy-row.ts";
import { SHIPPED_POLICY } from "./policy-table.ts";
import { readPolicy } from "./read-policy.ts";

const EvaluateBody = z.strictObject({
  tool: z.string().max(60),
  args: PolicyArgs.default({}),
  /** What the owning executor would state; whatever is left out is listed as not stated. */
  facts: PolicyFacts.default({}),
  conflicts: z.array(z.string().max(60)).max(20).default([]),
  /** Whose day the value is added to; the caller's own when absent. */
  requester: z.string().max(120).optional(),
});

/** A row as one list of lines, wherever they come from. */
const withAddedLines = ({ added, ...row }: PolicyRow): PolicyRow & { never?: readonly unknown[] } =>
  added ? { ...row, first: [...(row.first ?? []), ...added.first], second: [...row.second, ...added.second], never: added.never } : row;

const iso = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString());

/** Registers the policy in force, the explanation of what an action would need, and the loading of a tenant's own document. */
export function registerPolicyRoutes(deps: RouteDeps): void {
  const { server, access, pool } = deps;
  server.get("/v1/policy", async (request) => {
    const { tenant } = await access.read(request);
    return await transaction(pool, tenant, async (tx) => {
      const policy = await readPolicy(tx, tenant);
      return {
        ...policy,
        rows: policy.rows.map(withAddedLines),
        shippedVersion: SHIPPED_POLICY.version,
        documents: await listDocuments(tx, tenant),
      };
    });
  });

  const evaluate = async (principal: Principal, body: z.infer<typeof EvaluateBody>) => {
    const { tenant, user } = principal;
    const { tool, args, facts, conflicts, requester = user } = body;
    return await transaction(pool, tenant, async (tx) => {
      const policy = await readPolicy(tx, tenant);
      if (!policy.rows.some((row) => row.tool === tool))
        throw new AppError("unknown_tool", { detail: `no policy knows ${tool}`, errors: [{ path: "/tool", message: "not known" }] });
      const now = (await tx.query<{ now: string }>("select business_now($1) as now", [tenant])).rows[0]?.now ?? new Date().toISOString();
      const businessDay = now.slice(0, 10);
      const key = { tenant, requester, businessDay, tool, sku: facts.sku ?? null, destination: facts.destination ?? null };
      const earlierEur = await daySum(tx, key, null);
      const sumEur = facts.valueEur === undefined ? null : formatDecimal(sum([decimal(facts.valueEur), decimal(earlierEur)]));
      const executeBy = ownExecuteBy(facts);
      return {
        ...explainPolicy(policy, SHIPPED_POLICY, { tool, args, facts, conflicts: conflicts.map((code) => ({ code })), sumEur }),
        sum: { requester, businessDay, valueEur: facts.valueEur ?? null, earlierEur, sumEur },
        decideBy: iso(decideBy(Date.parse(now), facts, executeBy, policy.thresholds)),
        executeBy: iso(executeBy),
      };
    });
  };
  server.post("/v1/policy/evaluate", { schema: { body: EvaluateBody } }, async (request, reply) => {
    const principal = await access.read(request);
    return await withIdempotency(deps.answers, principal, request, reply, async () => await evaluate(principal, request.body));
  });

  server.post("/v1/policy/documents", { schema: { body: PolicyDocument } }, async (request, reply) => {
    const principal = await access.decide(request);
    if (!principal.roles.includes("admin")) throw new AppError("role_missing", { detail: "loading a policy needs the role admin" });
    return await withIdempotency(deps.answers, principal, request, reply, async () => {
      const { loaded, isNew } = await loadDocument(pool, principal.tenant, principal.user, request.body);
      deps.log.info({ tenant: principal.tenant, version: loaded.version, by: principal.user, isNew }, "policy document loaded");
      if (isNew) await deps.epochs.tell(principal.tenant);
      reply.code(isNew ? 201 : 200);
      return loaded;
    });
  });
}
