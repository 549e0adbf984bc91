import type { FastifyRequest } from "fastify";
import { AppError } from "../errors/index.ts";

const KEY = /^[\x21-\x7e]{1,128}$/;

/** The `Idempotency-Key` of a call, or null. @throws AppError invalid_request */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return null;
  if (typeof key === "string" && KEY.test(key)) return key;
  throw new AppError("invalid_request", {
    detail: "Idempotency-Key must be 1 to 128 visible characters",
    errors: [{ path: "headers:/idempotency-key", message: "not valid" }],
  });
}
