import type { Principal } from "@quartermaster/shared/contracts";
import { type Authenticate, createRateLimit, type RateLimit, USER_RATE } from "@quartermaster/shared/http";
import type { FastifyRequest } from "fastify";

/** Says who calls, or refuses. @throws AppError unauthenticated | wrong_audience | rate_limited */
export type Caller = (request: FastifyRequest) => Promise<Principal>;

/** Authenticates each call, once however often it is asked about, and holds every user to a rate. */
export function createCaller(authenticate: Authenticate, limit: RateLimit = createRateLimit(USER_RATE)): Caller {
  const known = new WeakMap<FastifyRequest, Promise<Principal>>();
  const admit = async (request: FastifyRequest): Promise<Principal> => {
    const principal = await authenticate(request.headers.authorization);
    limit(principal);
    return principal;
  };
  return (request) => {
    const asked = known.get(request) ?? admit(request);
    known.set(request, asked);
    return asked;
  };
}
