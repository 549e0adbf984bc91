export { answerClientError } from "./answer-client-error.ts";
export { authenticateFirst } from "./authenticate-first.ts";
export { type Authenticate, type AuthenticatorOptions, createAuthenticator, type FindUser } from "./authenticator.ts";
export { createServer, type HttpServer, type ServerOptions } from "./create-server.ts";
export { idempotencyKeyOf } from "./idempotency-key.ts";
export { CursorText, invalidCursor, pageCursor } from "./page-cursor.ts";
export { wholeNumber } from "./query-values.ts";
export { createRateLimit, type Rate, type RateLimit, USER_RATE } from "./rate-limit.ts";
