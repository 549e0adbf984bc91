import type { Principal } from "@quartermaster/shared/contracts";
import { type Pool, transaction } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { type Authenticate, createAuthenticator, createRateLimit, type RateLimit, USER_RATE } from "@quartermaster/shared/http";
import type { FastifyRequest } from "fastify";
import { rememberUser, rolesOf } from "../adapters/user-store.ts";
import type { Config } from "../config.ts";

export interface Access {
  /** Anybody of the tenant, with a token for either audience. @throws AppError unauthenticated | wrong_audience | rate_limited */
  read(request: FastifyRequest): Promise<Principal>;
  /**
   * Somebody whose token was made for approvals and not for the coordinator too: the coordinator never sees one, so it cannot replay it
   * here. @throws AppError unauthenticated | wrong_audience | rate_limited
   */
  decide(request: FastifyRequest): Promise<Principal>;
}

/** Audience of tokens for the coordinator; good for reading here and for request tokens, never for deciding. */
const API_AUDIENCE = "quartermaster-api";

type Caller = (request: FastifyRequest) => Promise<Principal>;

function oncePerRequest(ask: Caller): Caller {
  const known = new WeakMap<FastifyRequest, Promise<Principal>>();
  return (request) => {
    const asked = known.get(request) ?? ask(request);
    known.set(request, asked);
    return asked;
  };
}

/** Makes the two levels of access of this service, and holds every user to a rate. */
export function createAccess(config: Pick<Config, "demo" | "oidc">, pool: Pool, limit: RateLimit = createRateLimit(USER_RATE)): Access {
  const findUser = async (tenant: string, user: string) => await transaction(pool, tenant, async (tx) => await rolesOf(tx, tenant, user));
  const base = { demo: config.demo, findUser };
  const own: Authenticate = createAuthenticator({ ...base, ...(config.oidc ? { oidc: { ...config.oidc, notFor: API_AUDIENCE } } : {}) });
  const api: Authenticate = config.oidc
    ? createAuthenticator({ ...base, oidc: { issuer: config.oidc.issuer, audience: API_AUDIENCE } })
    : own;
  // Each call is authenticated, and counts, once for each level, however often it is asked about.
  const admit = (authenticate: Authenticate): Caller =>
    oncePerRequest(async (request) => {
      const principal = await authenticate(request.headers.authorization);
      limit(principal);
      return principal;
    });
  const ownCaller = admit(own);
  const apiCaller = admit(api);
  return {
    async read(request) {
      try {
        return await ownCaller(request);
      } catch (error) {
        if (!AppError.isInstance(error) || error.code !== "wrong_audience") throw error;
        return await apiCaller(request);
      }
    },
    async decide(request) {
      const principal = await ownCaller(request);
      if (config.oidc)
        await transaction(pool, principal.tenant, async (tx) => await rememberUser(tx, principal.tenant, principal.user, principal.roles));
      return principal;
    },
  };
}
