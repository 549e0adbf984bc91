export { DATABASES, type DatabasePlan, OWNER_ROLE } from "./databases.ts";
export { ensureRoles } from "./ensure-roles.ts";
export { forgetAnswers } from "./forget-answers.ts";
export {
  type AnswerTable,
  createIdempotentCalls,
  type IdempotentCalls,
  type StoredAnswer,
} from "./idempotent-calls.ts";
export { isLostConnection } from "./lost-connection.ts";
export { migrate } from "./migrate.ts";
export { createOutbox, MAX_BODY_BYTES, type Outbox, type OutboxMessage, type OutboxOptions, type OutboxTx } from "./outbox.ts";
export { createPool, type Pool, type PoolClient, type PoolOptions } from "./pool.ts";
export { ALL_TENANTS, isRetryableDatabaseError, type NamedQuery, type Tx, transaction } from "./transaction.ts";
export { type DatabaseWatch, watchDatabase } from "./watch-database.ts";
