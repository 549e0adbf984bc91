import type { BusMessage } from "@quartermaster/shared/bus";
import { MESSAGE_TYPES, Receipt, signed } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { readEnvelope } from "../adapters/envelope.ts";
import { advance, type InboxDeps } from "./on-plan-message.ts";
import { recordReceipt } from "./record-receipt.ts";

const SignedReceipt = signed(Receipt);

/** Takes in a receipt: verified against the key of the domain's executor, never against what the subject says. */
export async function onReceiptMessage(deps: InboxDeps, message: BusMessage): Promise<void> {
  const received = readEnvelope(message.body);
  if (received.type !== MESSAGE_TYPES.receiptIssued)
    throw new AppError("envelope_invalid", { detail: `type ${received.type} does not belong here` });
  const parsed = SignedReceipt.safeParse(received.payload);
  if (!parsed.success)
    throw new AppError("envelope_invalid", { detail: parsed.error.issues.map((issue) => issue.path.join(".")).join(", ") });
  const receipt = deps.verifier.verify("receipt", parsed.data, [`x_${parsed.data.body.domain}`]);
  await recordReceipt(deps.outbox, parsed.data);
  await advance(deps, receipt.tenant, receipt.planId);
}
