import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TestIssuer {
  url: string;
  /** A token of a person for one audience or several; `key` signs in place of the issuer's own. */
  token(user: string, roles: readonly string[], audience: string | string[], key?: KeyObject): string;
  stop(): Promise<void>;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** An OpenID issuer: it publishes its key and signs tokens of tenant "demo". */
export async function startIssuer(): Promise<TestIssuer> {
  const own = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const keys = [{ ...own.publicKey.export({ format: "jwk" }), kid: "issuer-1", alg: "ES256", use: "sig" }];
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys })));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token(user, roles, audience, key = own.privateKey) {
      const claims = { sub: user, tenant: "demo", roles, iss: url, aud: audience, exp: Math.floor(Date.now() / 1_000) + 600 };
      const text = `${part({ alg: "ES256", kid: "issuer-1" })}.${part(claims)}`;
      return `${text}.${sign("sha256", Buffer.from(text), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")}`;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
