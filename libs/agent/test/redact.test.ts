import type { JsonObject } from "@quartermaster/shared/contracts";
import { describe, expect, it } from "vitest";
import { redact } from "../src/service/trajectory.ts";

const KEY = `sk-${"a1B2".repeat(6)}`;
const JWT = `eyJ${"a".repeat(12)}.${"b".repeat(20)}.${"c".repeat(20)}`;

describe("redact", () => {
  it.each(["authorization", "Authorization", "password", "dbPassword", "clientSecret", "api_key", "apiKey", "access_token", "token"])(
    "hides the value of a member called %s, whatever it is",
    (name) => {
      expect(redact({ [name]: "hunter2", deep: [{ [name]: { user: "a" } }] })).toEqual({
        [name]: "[secret]",
        deep: [{ [name]: "[secret]" }],
      });
    },
  );

  it.each([
    ["a model server's key", KEY],
    ["a bearer token", `Bearer ${"x".repeat(20)}==`],
    ["a signed token", JWT],
    ["an address with a password", "postgres://qm:hunter2hunter2@127.0.0.1:5432/qm"],
    ["a bus seed", `SU${"A7".repeat(28)}`],
  ])("hides %s in the middle of any text", (_what, secret) => {
    const shown = JSON.stringify(redact({ error: `call failed (${secret}), try again`, list: [secret] }));
    expect(shown).not.toContain(secret);
    expect(shown).not.toContain("hunter2");
    expect(shown).toContain("call failed");
    expect(shown).toContain("try again");
  });

  it("leaves everything else as it is, counts of tokens too", () => {
    const value: JsonObject = {
      promptTokens: 12,
      tokens: 80_000,
      sku: "VLV-050",
      text: "Bearer of the goods: sk-1, see https://example.com/a@b",
      nested: [null, true, 1, "eyJ"],
    };
    expect(redact(value)).toEqual(value);
  });
});
