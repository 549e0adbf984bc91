import type { Bus } from "@quartermaster/shared/bus";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { advance, type InboxDeps } from "../inbox/on-plan-message.ts";
import { isLastWord, recordReceipt } from "../inbox/record-receipt.ts";
import { type AskedGrant, askOutcome } from "./ask-outcome.ts";
import { forEachPlan } from "./for-each-plan.ts";

/** Questions about one grant, about two months of them; an outcome that is owed for longer is a matter for people. */
const MOST_ASKS = 250;

const DUE = "select tenant, id, plan_id, domain, asks from grants where ask_at <= now() order by ask_at limit 20";
const CLAIM = `update grants set asks = asks + 1,
    ask_at = case when asks < $3 then now() + make_interval(secs => least(600 * 2 ^ least(asks + 1, 6), 21600)) end
  where id = $1 and asks = $2 and ask_at <= now()`;
const CLOSE = "update grants set ask_at = null where id = $1";

/**
 * Asks executors about grants whose receipt is not the last word: the next version of a receipt is sent once, and may be lost with
 * the bus.
 */
export async function lookUpOutcomes(deps: InboxDeps, bus: Pick<Bus, "request">): Promise<void> {
  const rows = await transaction(
    deps.pool,
    ALL_TENANTS,
    async (tx) => (await tx.query<AskedGrant & { asks: number } & Record<string, unknown>>(DUE)).rows,
  );
  await forEachPlan(deps.log, "news", rows, async (grant) => {
    const within = async (text: string, values: unknown[]) =>
      await transaction(deps.pool, grant.tenant, async (tx) => (await tx.query(text, values)).rowCount === 1);
    if (!(await within(CLAIM, [grant.id, grant.asks, MOST_ASKS]))) return;
    try {
      const answer = await askOutcome(bus, deps.verifier, grant);
      if (answer === "never_seen") return;
      await recordReceipt(deps.outbox, answer);
      if (isLastWord(answer.body)) await within(CLOSE, [grant.id]);
      await advance(deps, grant.tenant, grant.plan_id);
    } catch (error) {
      if (!AppError.isInstance(error)) throw error;
      deps.log.warn({ err: error, grantId: grant.id }, "outcome could not be looked up");
    }
  });
}
