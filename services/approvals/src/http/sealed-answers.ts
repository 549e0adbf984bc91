import type { IdempotentCalls } from "@quartermaster/shared/db";
import type { SealRing } from "@quartermaster/shared/signing";
import { z } from "zod";

const Sealed = z.strictObject({ sealed: z.string() });

/** Keeps answers that hold a secret, such as a webhook's: a repeat gets the same answer, and the table shows nothing. */
export function sealedAnswers(answers: IdempotentCalls, ring: SealRing): IdempotentCalls {
  return {
    async run(call, work) {
      const place = JSON.stringify(["answer", call.tenant, call.user, call.key]);
      const kept = await answers.run(call, async (callId) => {
        const { status, body } = await work(callId);
        return { status, body: { sealed: ring.seal(JSON.stringify(body ?? null), place) } };
      });
      const sealed = Sealed.safeParse(kept.body);
      return sealed.success ? { ...kept, body: JSON.parse(ring.open(sealed.data.sealed, place)) as unknown } : kept;
    },
  };
}
