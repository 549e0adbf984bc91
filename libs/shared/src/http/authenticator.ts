import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { z } from "zod";
import { type Principal, Role, TenantId } from "../contracts/index.ts";
import { AppError } from "../errors/index.ts";

/** Looks up a demo user's roles in this service's own database; null when the tenant has no such user. */
export type FindUser = (tenant: string, user: string) => Promise<readonly Role[] | null>;

export interface AuthenticatorOptions {
  /** True only on loopback or in the compose demo network. */
  demo: boolean;
  findUser: FindUser;
  /** `notFor` names another service's audience: a token that it may read as well is not taken, because it may have been kept there. */
  oidc?: { issuer: string; audience: string; notFor?: string };
}

/** Turns an Authorization header into the caller. @throws AppError unauthenticated | wrong_audience | unavailable */
export type Authenticate = (authorization: string | undefined) => Promise<Principal>;

const DEMO_TOKEN = /^demo-([a-z0-9][a-z0-9._-]{0,63})(?:@([a-z0-9][a-z0-9-]{0,39}))?$/;

/** Subjects of outside issuers: a user id, with what issuers add to it (capitals, an address, a connection before a bar). */
const Claims = z.object({ sub: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._@|:+-]{0,127}$/), tenant: TenantId, roles: Role.array() });

/**
 * The caller that a verified token names. The tenant goes into row security as it is, so nothing but a tenant's name may pass.
 * @throws AppError unauthenticated
 */
export function principalOf(payload: unknown): Principal {
  const claims = Claims.safeParse(payload);
  if (!claims.success) throw new AppError("unauthenticated", { detail: "the token lacks a valid user, tenant or roles" });
  return { user: claims.data.sub, tenant: claims.data.tenant, roles: claims.data.roles };
}

/** What says something about the token; everything else about whoever publishes the keys, or the way there. */
const TOKEN_FAULTS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
  errors.JWSInvalid,
  errors.JWTInvalid,
];

/**
 * Keys of the issuer. That they cannot be read now is no fault of the caller, who would otherwise be signed out.
 * @throws AppError unavailable when they cannot be read.
 */
export const issuerKeys =
  (read: JWTVerifyGetKey): JWTVerifyGetKey =>
  async (header, token) => {
    try {
      return await read(header, token);
    } catch (cause) {
      if (TOKEN_FAULTS.some((kind) => cause instanceof kind)) throw cause;
      throw new AppError("unavailable", { detail: "the issuer's keys cannot be read", cause, retryAfterSeconds: 5 });
    }
  };

/** Makes the authenticator of a service: demo tokens in demo mode, JWTs of the configured issuer otherwise. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticate {
  const keys = options.oidc
    ? issuerKeys(createRemoteJWKSet(new URL(`${options.oidc.issuer.replace(/\/$/, "")}/.well-known/jwks.json`), { timeoutDuration: 5_000 }))
    : null;
  return async (authorization) => {
    const token = /^Bearer ([\x21-\x7e]{1,4096})$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) throw new AppError("unauthenticated");
    const demo = DEMO_TOKEN.exec(token);
    if (demo && options.demo) {
      const user = demo[1] ?? "";
      const tenant = demo[2] ?? "demo";
      const roles = await options.findUser(tenant, user);
      if (!roles) throw new AppError("unauthenticated", { detail: "there is no such demo user" });
      return { user, tenant, roles: [...roles] };
    }
    if (!options.oidc || !keys) throw new AppError("unauthenticated");
    const { payload } = await jwtVerify(token, keys, { issuer: options.oidc.issuer, audience: options.oidc.audience }).catch(
      (cause: unknown) => {
        if (AppError.isInstance(cause)) throw cause;
        const code = (cause as { code?: string; claim?: string }).claim === "aud" ? "wrong_audience" : "unauthenticated";
        throw new AppError(code, { cause });
      },
    );
    const { notFor } = options.oidc;
    if (notFor !== undefined && [payload.aud ?? []].flat().includes(notFor))
      throw new AppError("wrong_audience", { detail: `a token for ${notFor} as well is not taken here` });
    return principalOf(payload);
  };
}
