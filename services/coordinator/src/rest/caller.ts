import type { Principal } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import type { Authenticate } from "@quartermaster/shared/http";
import type { FastifyRequest } from "fastify";

/** Says who calls, or refuses. @throws AppError unauthenticated | wrong_audience | rate_limited */
export type Caller = (request: FastifyRequest) => Promise<Principal>;

/** Calls a second that one user may make for long, and how many at once. */
const REFILL_PER_SECOND = 200;
const BURST = 600;
const MAX_BUCKETS = 10_000;

/** Authenticates each call, once however often it is asked about, and holds every user to a rate. */
export function createCaller(authenticate: Authenticate, now: () => number = () => Date.now()): Caller {
  const buckets = new Map<string, { tokens: number; at: number }>();
  const take = (key: string): boolean => {
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: BURST, at };
    const tokens = Math.min(BURST, bucket.tokens + ((at - bucket.at) / 1000) * REFILL_PER_SECOND);
    buckets.delete(key);
    buckets.set(key, { tokens: Math.max(0, tokens - 1), at });
    if (buckets.size > MAX_BUCKETS) buckets.delete(buckets.keys().next().value as string);
    return tokens >= 1;
  };
  const known = new WeakMap<FastifyRequest, Promise<Principal>>();
  const admit = async (request: FastifyRequest): Promise<Principal> => {
    const principal = await authenticate(request.headers.authorization);
    if (!take(`${principal.tenant}/${principal.user}`)) throw new AppError("rate_limited", { retryAfterSeconds: 1 });
    return principal;
  };
  return (request) => {
    const asked = known.get(request) ?? admit(request);
    known.set(request, asked);
    return asked;
  };
}
