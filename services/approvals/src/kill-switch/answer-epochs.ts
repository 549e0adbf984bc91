import type { Bus, CoreMessage } from "@quartermaster/shared/bus";
import { type EpochNow, EpochQuery, subjects } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict, type Signed, type Signer } from "@quartermaster/shared/signing";

export interface AnswerEpochsDeps {
  pool: Pool;
  bus: Pick<Bus, "subscribe">;
  signer: Signer;
  log: Pick<Logger, "warn">;
}

/** Questions in hand at once; whoever comes on top is told so at once and asks again. */
const MAX_WAITING = 200;
/** No row: nobody ever raised it, and no grant is void. Executors that know a newer one keep to theirs. */
const READ = "select coalesce((select epoch from epochs where tenant = $1), 0) as epoch";

async function answer({ pool, signer }: AnswerEpochsDeps, text: string): Promise<Signed<EpochNow>> {
  const query = EpochQuery.safeParse(parseStrict(text, { maxBytes: 2_000, maxDepth: 3 }));
  if (!query.success) throw new AppError("envelope_invalid", { detail: query.error.issues[0]?.message ?? "not a question for an epoch" });
  const { tenant, nonce } = query.data;
  const row = await transaction(
    pool,
    tenant,
    async (tx) => (await tx.query<{ epoch: number }>({ name: "epoch-now", text: READ, values: [tenant] })).rows[0],
  );
  return signer.sign("epoch-now", { v: 1, tenant, epoch: row?.epoch ?? 0, nonce, issuedAt: new Date().toISOString() });
}

/**
 * Tells executors which epoch is in force, read anew for each question: what an epoch voided never runs where nobody could say so in
 * time. Replicas share the questions. Failures are answered as `{ code, detail }`.
 */
export function answerEpochs(deps: AnswerEpochsDeps): { stop(): Promise<void> } {
  let waiting = 0;
  const respond = async (message: CoreMessage): Promise<void> => {
    if (!message.respond) return;
    waiting += 1;
    try {
      if (waiting > MAX_WAITING) throw new AppError("rate_limited", { detail: "too many questions at once" });
      message.respond(JSON.stringify(await answer(deps, message.body)));
    } catch (error) {
      const code = AppError.isInstance(error) ? error.code : "internal";
      if (code === "internal" || code === "unavailable") deps.log.warn({ err: error }, "the epoch in force could not be told");
      message.respond(JSON.stringify({ code, detail: code === "internal" ? "approvals failed" : (error as Error).message }));
    } finally {
      waiting -= 1;
    }
  };
  return deps.bus.subscribe(subjects.epochNow(), respond, { queue: "approvals" });
}
