import { MESSAGE_TYPES, type Receipt, subjects } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { AppError, type ErrorCode } from "@quartermaster/shared/errors";
import { executeGrant } from "../execution/execute-grant.ts";
import { openRevoke, revokeGrant } from "../execution/revoke-grant.ts";
import { readEnvelope } from "../grant/read-message.ts";
import { openGrant } from "../grant/verify-grant.ts";
import { openSettlement, settleByHand } from "../outside/settle-by-hand.ts";
import type { ExecutorPorts } from "./executor-ports.ts";

const TENANT = /^qm\.grant\.[A-Za-z0-9_-]+\.([A-Za-z0-9_-]+)\./;

/**
 * Handles one message of the grant stream: a grant is executed, a revocation or a person's settlement is applied.
 * @throws AppError that is not retryable for a message that approvals cannot have sent; it is stored as a dead grant.
 */
export async function handleGrantMessage(ports: ExecutorPorts, message: { subject: string; body: string }): Promise<Receipt | null> {
  const { domain } = ports.definition;
  const envelope = readEnvelope(message.body);
  if (envelope.type === MESSAGE_TYPES.grantIssued) {
    const grant = openGrant(envelope.payload, domain, envelope.tenant, ports.verifier);
    if (message.subject !== subjects.grant(domain, grant.tenant, grant.stepId))
      throw new AppError("grant_refused", { detail: "the subject is not this grant's" });
    return executeGrant(ports, grant);
  }
  if (envelope.type === MESSAGE_TYPES.grantRevoked) {
    return revokeGrant(ports, openRevoke(envelope.payload, domain, envelope.tenant, ports.verifier));
  }
  if (envelope.type === MESSAGE_TYPES.callSettled) {
    return settleByHand(ports, openSettlement(envelope.payload, envelope.tenant, ports.verifier));
  }
  throw new AppError("envelope_invalid", { detail: `${envelope.type} does not belong on this stream` });
}

/** Keeps a message that is not acted on, for people to look at. */
export async function storeDeadGrant(
  ports: ExecutorPorts,
  message: { subject: string; body: string },
  code: ErrorCode | "unknown",
  detail: string,
): Promise<void> {
  const tenant = TENANT.exec(message.subject)?.[1] ?? "default";
  await transaction(ports.pool, tenant, (tx) =>
    tx.query("insert into dead_grant (tenant, subject, code, detail, body) values ($1, $2, $3, $4, $5)", [
      tenant,
      message.subject,
      code,
      detail.slice(0, 1000),
      message.body.slice(0, 200_000),
    ]),
  );
}
