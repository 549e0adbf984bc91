import type { Bus } from "@quartermaster/shared/bus";
import { type EpochNow, EpochQuery, subjects } from "@quartermaster/shared/contracts";
import type { Signer } from "@quartermaster/shared/signing";

/** Says which epoch is in force, over the bus, as approvals does; for tests of executors without approvals. */
export function answerEpochs(approvals: Bus, signer: Signer, epochOf: (tenant: string) => number = () => 0): { stop(): Promise<void> } {
  return approvals.subscribe(subjects.epochNow(), (message) => {
    const { tenant, nonce } = EpochQuery.parse(JSON.parse(message.body));
    const body: EpochNow = { v: 1, tenant, epoch: epochOf(tenant), nonce, issuedAt: new Date().toISOString() };
    message.respond?.(JSON.stringify(signer.sign("epoch-now", body)));
  });
}

/** Approvals' word on the epoch where a test has no bus. */
export const epochInForce = (epoch = 0) => ({ confirm: async () => ({ epoch, holds: () => true }) });
