import { BUS_DOMAINS, type Bus } from "@quartermaster/shared/bus";
import { type Epoch, subjects } from "@quartermaster/shared/contracts";
import { ALL_TENANTS, type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import type { Logger } from "@quartermaster/shared/log";
import { parseStrict, type Signer } from "@quartermaster/shared/signing";
import { z } from "zod";

const TIMEOUT_MS = 2_000;
/** An executor whose database was restored has forgotten its epoch, so it is told again after this time. */
const REPEAT_MS = 60_000;
const Answer = z.union([z.strictObject({ epoch: z.number().int() }), z.strictObject({ code: z.string(), detail: z.string() })]);

interface EpochRow {
  tenant: string;
  epoch: number;
  issued_at: string;
}

/** What an executor last answered; null before its first answer. */
export interface EpochAt {
  domain: string;
  epoch: number | null;
}

export interface EpochTeller {
  /** Tells every executor that does not know its tenant's epoch yet, or was told too long ago. */
  round(): Promise<void>;
  /** Tells the executors about one tenant now. */
  tell(tenant: string): Promise<void>;
  known(tenant: string): EpochAt[];
}

/** Sends signed epochs to the executors until each has confirmed; whoever was away hears of it when it is back. */
export function createEpochTeller(deps: { pool: Pool; bus: Pick<Bus, "request">; signer: Signer; log: Logger }): EpochTeller {
  const confirmed = new Map<string, { epoch: number; at: number }>();
  const key = (tenant: string, domain: string): string => `${tenant}/${domain}`;

  const send = async (row: EpochRow, domain: string): Promise<void> => {
    const body: Epoch = { v: 1, tenant: row.tenant, epoch: row.epoch, issuedAt: new Date(row.issued_at).toISOString() };
    const signed = deps.signer.sign("epoch", body);
    try {
      const reply = await deps.bus.request(subjects.epoch(domain), JSON.stringify(signed), { timeoutMs: TIMEOUT_MS });
      const answer = Answer.parse(parseStrict(reply.body, { maxBytes: 10_000, maxDepth: 4 }));
      if ("code" in answer) throw new AppError("unavailable", { detail: `${answer.code}: ${answer.detail}` });
      if (answer.epoch > row.epoch)
        deps.log.error(
          { tenant: row.tenant, domain, ours: row.epoch, theirs: answer.epoch },
          "an executor knows a newer epoch than approvals",
        );
      confirmed.set(key(row.tenant, domain), { epoch: answer.epoch, at: Date.now() });
    } catch (error) {
      deps.log.warn({ err: error, tenant: row.tenant, domain, epoch: row.epoch }, "an executor did not take the epoch yet");
    }
  };
  const rows = async (tenant: string): Promise<EpochRow[]> => {
    const text = "select tenant, epoch, issued_at from epochs where $1 in (tenant, '*') and epoch > 0 order by issued_at desc limit 1000";
    return await transaction(deps.pool, tenant, async (tx) => (await tx.query<EpochRow>(text, [tenant])).rows);
  };
  const tellAll = async (due: readonly EpochRow[], isDue: (row: EpochRow, domain: string) => boolean): Promise<void> => {
    await Promise.all(
      BUS_DOMAINS.map(async (domain) => {
        for (const row of due) if (isDue(row, domain)) await send(row, domain);
      }),
    );
  };
  return {
    async round() {
      await tellAll(await rows(ALL_TENANTS), (row, domain) => {
        const last = confirmed.get(key(row.tenant, domain));
        return last === undefined || last.epoch < row.epoch || Date.now() - last.at > REPEAT_MS;
      });
    },
    async tell(tenant) {
      await tellAll(await rows(tenant), () => true);
    },
    known: (tenant) => BUS_DOMAINS.map((domain) => ({ domain, epoch: confirmed.get(key(tenant, domain))?.epoch ?? null })),
  };
}
