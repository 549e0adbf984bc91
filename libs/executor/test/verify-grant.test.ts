import type { Grant } from "@quartermaster/shared/contracts";
import {
  contentHash,
  createSigner,
  createVerifier,
  type KeySet,
  revokeKey,
  rotateKey,
  stepContentHash,
  stepEffectKey,
  toolSchemaHash,
} from "@quartermaster/shared/signing";
import { aGrant, grantMessage, testKeys } from "@quartermaster/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EffectHandler } from "../src/effect-handler.ts";
import { createHandlerRegistry } from "../src/grant/accepted-schemas.ts";
import { readEnvelope } from "../src/grant/read-message.ts";
import { openGrant, verifyGrant } from "../src/grant/verify-grant.ts";

const Args = z.strictObject({ id: z.string().min(2), quantity: z.string() });
const handler: EffectHandler<z.infer<typeof Args>> = {
  tool: "move_thing",
  version: 1,
  compatible: [],
  schema: Args,
  minApprovers: (facts) => (facts.controlled === true ? 2 : 1),
  describe: () => Promise.reject(new Error("not reached")),
  apply: () => Promise.reject(new Error("not reached")),
};
const registry = createHandlerRegistry({ domain: "supply", handlers: [handler], readFacts: async () => [] });
const keys = testKeys();
const clock = { databaseNow: new Date().toISOString(), businessNow: "2026-12-07T09:00:00.000Z", epoch: 3, revoked: false };
const step = {
  tenant: "demo",
  agent: "supply" as const,
  tool: "move_thing",
  schemaHash: toolSchemaHash("move_thing", 1, Args),
  args: { id: "T-1", quantity: "5" },
};
const preview = { effectHash: contentHash("effect"), facts: {}, foreign: [] };
const good = (changes: Partial<Grant> = {}, deciders = 1): Grant => aGrant(step, preview, { epoch: 3, ...changes }, deciders);
/** Recomputes the hashes of a grant whose content was changed on purpose. */
const rehashed = (grant: Grant): Grant => {
  const hash = stepContentHash(grant);
  return { ...grant, contentHash: hash, effectKey: stepEffectKey(grant.tenant, grant.requestId, grant.tool, hash) };
};
const codeOf = (grant: Grant, at = clock): string => {
  const result = verifyGrant(grant, registry, at);
  return result.ok ? "ok" : `${result.refusal.outcome}/${result.refusal.code}`;
};
const ref = { $ref: { step: "stp_00000000000000000000000000", output: "transferId" } };

describe("verifyGrant", () => {
  it("accepts a grant in which everything fits", () => {
    expect(codeOf(good())).toBe("ok");
    expect(codeOf(good({ executeBy: "2026-12-07T09:00:01Z" }))).toBe("ok");
  });

  it.each<[string, Grant, string]>([
    ["another args value", { ...good(), args: { id: "T-2", quantity: "5" } }, "refused/content_hash_mismatch"],
    [
      "another guard",
      { ...good(), guards: [{ kind: "exact", domain: "supply", record: "T-1", version: "read@1" }] },
      "refused/content_hash_mismatch",
    ],
    ["another request", { ...good(), requestId: "req_00000000000000000000000000" }, "refused/effect_key_mismatch"],
    ["another effect key", { ...good(), effectKey: contentHash("x") }, "refused/effect_key_mismatch"],
    ["an unknown tool", rehashed({ ...good(), tool: "drop_thing" }), "refused/unknown_tool"],
    ["another schema hash", { ...good(), schemaHash: contentHash("old") }, "stale/schema_changed"],
    ["another tool version", { ...good(), toolVersion: 2 }, "stale/schema_changed"],
    ["args outside the schema", rehashed({ ...good(), args: { id: "T-1", quantity: "5", more: true } }), "refused/args_invalid"],
    ["a grant that expired", good({ exp: clock.databaseNow }), "refused/grant_expired"],
    ["a grant of the future", good({ nbf: new Date(Date.now() + 60_000).toISOString() }), "refused/grant_not_yet_valid"],
    ["a life of more than 15 minutes", good({ exp: new Date(Date.now() + 3_600_000).toISOString() }), "refused/grant_refused"],
    ["executeBy in business time", good({ executeBy: "2026-12-07T09:00:00Z" }), "refused/execute_by_passed"],
    ["an old epoch", good({ epoch: 2 }), "refused/grant_epoch"],
    ["nobody who approved", good({}, 0), "refused/approvers_insufficient"],
    ["fewer approvers than required", { ...good(), policy: { id: "test", version: "1", required: 2 } }, "refused/approvers_insufficient"],
    ["fewer approvers than the floor", good({ facts: { controlled: true } }), "refused/approvers_insufficient"],
    ["one person twice", { ...good({}, 2), approvers: [...good().approvers, ...good().approvers] }, "refused/approvers_insufficient"],
    ["an approver who is a requester", good({ requesters: ["planner.anna", "stock.ben"] }), "refused/requester_cannot_decide"],
    ["an open reference", rehashed({ ...good(), args: { id: ref, quantity: "5" } }), "refused/reference_open"],
    [
      "a value for a place without reference",
      good({ resolved: [{ path: "/quantity", receiptId: "rcp_00000000000000000000000000", value: "9" }] }),
      "refused/grant_refused",
    ],
  ])("refuses %s", (_name, grant, code) => {
    expect(codeOf(grant)).toBe(code);
  });

  it("refuses a revoked grant before anything else", () => {
    expect(codeOf(good({ epoch: 0 }), { ...clock, revoked: true })).toBe("refused/revoked");
  });

  it("puts resolved values in place of references and nowhere else", () => {
    const grant = rehashed({ ...good(), args: { id: ref, quantity: "5" } });
    const result = verifyGrant(
      { ...grant, resolved: [{ path: "/id", receiptId: "rcp_00000000000000000000000000", value: "T-9" }] },
      registry,
      clock,
    );
    expect(result.ok && result.grant.args).toEqual({ id: "T-9", quantity: "5" });
  });
});

describe("openGrant", () => {
  const open = (grant: Grant, role = "approvals", tenant = "demo") =>
    openGrant(readEnvelope(grantMessage(keys.signer(role), grant).body).payload, "supply", tenant, keys.verifier);

  it("accepts what approvals signed for this executor and tenant", () => {
    const grant = good();
    expect(open(grant)).toEqual(grant);
  });

  it.each(["coordinator", "supply", "x_supply"])("does not act on a grant that %s signed", (role) => {
    expect(() => open(good(), role)).toThrow(expect.objectContaining({ code: "key_unknown" }));
  });

  it("does not act on a grant for another executor, step owner or tenant", () => {
    expect(() => open(good({ aud: "transit-executor" }))).toThrow(expect.objectContaining({ code: "grant_refused" }));
    expect(() => open(good({ agent: "transit" }))).toThrow(expect.objectContaining({ code: "grant_refused" }));
    expect(() => open(good(), "approvals", "t2")).toThrow(expect.objectContaining({ code: "grant_refused" }));
  });

  it("does not act on a body that was changed after signing", () => {
    const message = grantMessage(keys.signer("approvals"), good()).body.replace('"quantity":"5"', '"quantity":"6"');
    expect(() => openGrant(readEnvelope(message).payload, "supply", "demo", keys.verifier)).toThrow(
      expect.objectContaining({ code: "signature_invalid" }),
    );
  });

  it("does not accept a signature that was made for another purpose", () => {
    const payload = keys.signer("approvals").sign("revoke", good());
    expect(() => openGrant(payload, "supply", "demo", keys.verifier)).toThrow(expect.objectContaining({ code: "signature_invalid" }));
  });

  it("refuses duplicate members, unknown members and oversized messages", () => {
    const body = grantMessage(keys.signer("approvals"), good()).body;
    expect(() => readEnvelope(body.replace('"quantity":"5"', '"quantity":"6","quantity":"5"'))).toThrow(
      expect.objectContaining({ code: "invalid_json" }),
    );
    expect(() =>
      openGrant(readEnvelope(body.replace('"typ":"grant"', '"typ":"grant","x":1')).payload, "supply", "demo", keys.verifier),
    ).toThrow(expect.objectContaining({ code: "envelope_invalid" }));
    expect(() => readEnvelope(`${body}${" ".repeat(300_000)}`)).toThrow(expect.objectContaining({ code: "body_too_large" }));
  });
});

describe("fault 23: keys change between granting and executing", () => {
  const open = (keySet: KeySet, signed: unknown, now: Date) => openGrant(signed, "supply", "demo", createVerifier(keySet), now);
  const now = new Date();
  const soon = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  it("runs what the old key signed within the overlap, and refuses it afterwards and once it is revoked", () => {
    const signed = keys.signer("approvals").sign("grant", good());
    const { keySet, privateKey } = rotateKey(keys.keySet, "approvals", 20 * 60_000, now);
    expect(open(keySet, signed, soon(5))).toEqual(signed.body);
    expect(() => open(keySet, signed, soon(21))).toThrow(expect.objectContaining({ code: "key_unknown" }));
    expect(() => open(revokeKey(keySet, signed.kid, now), signed, soon(1))).toThrow(expect.objectContaining({ code: "key_unknown" }));
    const fresh = createSigner(privateKey).sign("grant", good());
    expect(open(revokeKey(keySet, signed.kid, now), fresh, soon(1))).toEqual(fresh.body);
    expect(() => open(keys.keySet, fresh, soon(1))).toThrow(expect.objectContaining({ code: "key_unknown" }));
  });
});
