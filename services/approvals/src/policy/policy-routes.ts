import { JsonObject, PolicyFacts } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { z } from "zod";
import type { RouteDeps } from "../http/route-deps.ts";
import { evaluatePolicy } from "./evaluate-policy.ts";
import { POLICY_TABLE, POLICY_VERSION } from "./policy-table.ts";
import { readThresholds } from "./verdict-for-step.ts";

const EvaluateBody = z.strictObject({
  tool: z.string().max(60),
  args: JsonObject.default({}),
  facts: PolicyFacts.default({}),
  conflicts: z.array(z.string().max(60)).max(20).default([]),
});

/** Registers the policy as it is in force, and "what would this action need, and why". */
export function registerPolicyRoutes(deps: RouteDeps): void {
  const { server, access, pool } = deps;
  server.get("/v1/policy", async (request) => {
    const principal = await access.read(request);
    const thresholds = await transaction(pool, principal.tenant, async (tx) => await readThresholds(tx, principal.tenant));
    return { version: POLICY_VERSION, thresholds, rows: POLICY_TABLE };
  });
  server.post("/v1/policy/evaluate", { schema: { body: EvaluateBody } }, async (request) => {
    const principal = await access.read(request);
    const { tool, args, facts, conflicts } = request.body;
    const thresholds = await transaction(pool, principal.tenant, async (tx) => await readThresholds(tx, principal.tenant));
    const named = conflicts.map((code) => ({ code, severity: "warn" as const, steps: [], detail: "", records: [], values: {} }));
    const verdict = evaluatePolicy({ tool, args, facts, conflicts: named, sumEur: facts.valueEur ?? null, thresholds });
    if (!verdict)
      throw new AppError("unknown_tool", { detail: `no policy knows ${tool}`, errors: [{ path: "/tool", message: "not known" }] });
    return {
      id: verdict.id,
      version: verdict.version,
      required: verdict.required,
      slots: verdict.slots.map((role) => ({ role, filledBy: null })),
      why: verdict.why,
    };
  });
}
