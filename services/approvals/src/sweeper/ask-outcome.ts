import type { Bus } from "@quartermaster/shared/bus";
import { Receipt, signed, subjects } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { parseStrict, type Signed, type Verifier } from "@quartermaster/shared/signing";
import { z } from "zod";
import { withAnswerOf } from "../previews/ask-executor.ts";

/** A grant as its executor is asked about it. */
export interface AskedGrant {
  tenant: string;
  id: string;
  plan_id: string;
  domain: string;
}

const SignedReceipt = signed(Receipt);
const Problem = z.object({ code: z.string() });
const NeverSeen = z.strictObject({ seen: z.literal(false) });

/**
 * Asks an executor what became of a grant.
 * @returns its newest receipt, verified, or that it never saw the grant.
 * @throws AppError unavailable | timeout without an answer, executor_answer_invalid when it is not the executor's or about another grant.
 */
export async function askOutcome(
  bus: Pick<Bus, "request">,
  verifier: Verifier,
  grant: AskedGrant,
): Promise<Signed<Receipt> | "never_seen"> {
  return await withAnswerOf(grant.domain, async () => await readOutcome(bus, verifier, grant));
}

async function readOutcome(bus: Pick<Bus, "request">, verifier: Verifier, grant: AskedGrant): Promise<Signed<Receipt> | "never_seen"> {
  const reply = await bus.request(subjects.outcome(grant.domain), JSON.stringify({ v: 1, tenant: grant.tenant, grantId: grant.id }), {
    timeoutMs: 2_000,
  });
  const value = parseStrict(reply.body, { maxBytes: 1_048_576, maxDepth: 24 });
  if (NeverSeen.safeParse(value).success) return "never_seen";
  const parsed = SignedReceipt.safeParse(value);
  if (!parsed.success)
    throw new AppError(Problem.safeParse(value).success ? "unavailable" : "envelope_invalid", {
      detail: "it did not say what became of the grant",
    });
  const { data } = parsed;
  verifier.verify("receipt", data, [`x_${grant.domain}`]);
  if (data.body.grantId !== grant.id || data.body.tenant !== grant.tenant || data.body.planId !== grant.plan_id)
    throw new AppError("signature_invalid", { detail: "the receipt is for another grant" });
  return data;
}
