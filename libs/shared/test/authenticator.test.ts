import { describe, expect, it } from "vitest";
import { principalOf } from "../src/http/authenticator.ts";

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
