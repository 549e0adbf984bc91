import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createAuthenticator, principalOf } from "../src/http/authenticator.ts";

const claims = { sub: "auth0|anna@example.com", tenant: "demo", roles: ["planner"], iss: "https://issuer.example" };

describe("the caller that a verified token names", () => {
  it("is taken from its user, tenant and roles", () => {
    expect(principalOf(claims)).toEqual({ user: claims.sub, tenant: "demo", roles: ["planner"] });
  });

  it.each([
    { tenant: "*" },
    { tenant: "Demo" },
    { tenant: "demo.*" },
    { tenant: 1 },
    { sub: "" },
    { sub: "*" },
    { sub: "an na" },
    { sub: "a\u0000b" },
    { roles: ["emperor"] },
    { roles: undefined },
  ])("is nobody with %o", (wish) => {
    expect(() => principalOf({ ...claims, ...wish })).toThrow(expect.objectContaining({ code: "unauthenticated" }));
  });
});

describe("a token of an issuer", () => {
  it("is neither good nor bad while the issuer's keys cannot be read: the call may be tried again", async () => {
    const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
    const set = JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), kid: "own", alg: "ES256" }] });
    const answers: [number, string][] = [
      [500, "down"],
      [200, "no JSON"],
      [200, "{}"],
      [200, set],
      [200, set],
    ];
    const http = createServer((_request, response) => {
      const [status, body] = answers.shift() ?? [200, set];
      response.writeHead(status).end(body);
    });
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const token = async (kid: string, key: typeof own.privateKey) =>
      `Bearer ${await new SignJWT({ tenant: "demo", roles: ["planner"] })
        .setProtectedHeader({ alg: "ES256", kid })
        .setSubject("anna")
        .setIssuer(issuer)
        .setAudience("api")
        .setExpirationTime("5m")
        .sign(key)}`;
    try {
      const authenticate = createAuthenticator({ demo: false, findUser: async () => null, oidc: { issuer, audience: "api" } });
      const good = await token("own", own.privateKey);
      for (let n = 0; n < 3; n++)
        await expect(authenticate(good)).rejects.toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 5 });
      expect(await authenticate(good)).toEqual({ user: "anna", tenant: "demo", roles: ["planner"] });
      await expect(authenticate(await token("own", other.privateKey))).rejects.toMatchObject({ code: "unauthenticated" });
      await expect(authenticate("Bearer not.a.token")).rejects.toMatchObject({ code: "unauthenticated" });
    } finally {
      http.close();
    }
    const unknown = createAuthenticator({ demo: false, findUser: async () => null, oidc: { issuer, audience: "api" } });
    await expect(unknown(await token("own", own.privateKey))).rejects.toMatchObject({ code: "unavailable" });
  });

  it("of a key that the issuer does not have is nobody's", async () => {
    const [own, other] = await Promise.all([generateKeyPair("ES256"), generateKeyPair("ES256")]);
    const set = JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), kid: "own", alg: "ES256" }] });
    const http = createServer((_request, response) => void response.end(set));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    try {
      const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const authenticate = createAuthenticator({ demo: false, findUser: async () => null, oidc: { issuer, audience: "api" } });
      const forged = await new SignJWT({}).setProtectedHeader({ alg: "ES256", kid: "other" }).sign(other.privateKey);
      await expect(authenticate(`Bearer ${forged}`)).rejects.toMatchObject({ code: "unauthenticated", status: 401 });
    } finally {
      http.close();
    }
  });

  it("is not taken where it could be replayed: by a service that another one's audience is shut out of", async () => {
    const own = await generateKeyPair("ES256");
    const set = JSON.stringify({ keys: [{ ...(await exportJWK(own.publicKey)), kid: "own", alg: "ES256" }] });
    const http = createServer((_request, response) => void response.end(set));
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    try {
      const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
      const base = { demo: false, findUser: async () => null };
      const strict = createAuthenticator({ ...base, oidc: { issuer, audience: "deciding", notFor: "asking" } });
      const lenient = createAuthenticator({ ...base, oidc: { issuer, audience: "deciding" } });
      const token = async (audience: string | string[]) =>
        `Bearer ${await new SignJWT({ tenant: "demo", roles: ["planner"] })
          .setProtectedHeader({ alg: "ES256", kid: "own" })
          .setSubject("anna")
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime("5m")
          .sign(own.privateKey)}`;
      for (const audience of ["deciding", ["deciding"], ["deciding", "profile"]])
        expect(await strict(await token(audience))).toMatchObject({ user: "anna" });
      for (const audience of [
        ["deciding", "asking"],
        ["asking", "profile", "deciding"],
      ]) {
        expect(await lenient(await token(audience))).toMatchObject({ user: "anna" });
        await expect(strict(await token(audience))).rejects.toMatchObject({ code: "wrong_audience", status: 401 });
      }
    } finally {
      http.close();
    }
  });
});
