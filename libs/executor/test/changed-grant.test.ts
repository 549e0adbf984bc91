import type { Grant, JsonValue } from "@quartermaster/shared/contracts";
import { AppError } from "@quartermaster/shared/errors";
import { contentHash, type Signed, toolSchemaHash } from "@quartermaster/shared/signing";
import { aGrant, grantMessage, testKeys } from "@quartermaster/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { EffectHandler } from "../src/effect-handler.ts";
import { createHandlerRegistry } from "../src/grant/accepted-schemas.ts";
import { readEnvelope } from "../src/grant/read-message.ts";
import { openGrant, verifyGrant } from "../src/grant/verify-grant.ts";

const Args = z.strictObject({ thing: z.string().min(2), quantity: z.string() });
const handler: EffectHandler<z.infer<typeof Args>> = {
  tool: "move_thing",
  version: 1,
  compatible: [],
  schema: Args,
  minApprovers: () => 1,
  describe: () => Promise.reject(new Error("not reached")),
  apply: () => Promise.reject(new Error("not reached")),
};
const registry = createHandlerRegistry({ domain: "supply", handlers: [handler], readFacts: async () => [] });
const keys = testKeys();
const STEP = "stp_00000000000000000000000000";
const RECEIPT = "rcp_00000000000000000000000000";

/** A valid grant in which no field is empty. */
const grant: Grant = aGrant(
  {
    tenant: "demo",
    agent: "supply",
    tool: "move_thing",
    schemaHash: toolSchemaHash("move_thing", 1, Args),
    args: { thing: { $ref: { step: STEP, output: "thingId" } }, quantity: "5" },
    guards: [
      { kind: "exact", domain: "supply", record: "STK-1", version: `after:${STEP}` },
      { kind: "bound", domain: "supply", record: "STK-2", facts: { lot: "L1" }, atLeast: { available: "5" } },
    ],
    dependsOn: [{ step: STEP, until: "receipt" }],
  },
  {
    effectHash: contentHash("effect"),
    facts: { valueEur: "100", controlled: false },
    foreign: [{ domain: "transit", kind: "shipment", id: "SHP-1", version: 3, fields: { state: "planned" } }],
  },
  {
    epoch: 3,
    executeBy: "2026-12-07T10:00:00.000Z",
    resolved: [{ path: "/thing", receiptId: RECEIPT, value: "T-9" }],
    afterVersions: [{ record: "STK-1", step: STEP, version: 4 }],
  },
);
const clock = { databaseNow: grant.iat, businessNow: "2026-12-07T09:00:00.000Z", epoch: 3, revoked: false };

const signed = keys.signer("approvals").sign("grant", grant);
const [before = "", after = ""] = grantMessage(keys.signer("approvals"), grant).body.split(JSON.stringify(signed));

/** What becomes of a signed grant, from its text on the bus on: "ok", or the code by which it is not run. */
function codeOf(text: string): string {
  try {
    const { payload } = readEnvelope(before + text + after);
    const result = verifyGrant(openGrant(payload, "supply", "demo", keys.verifier), registry, clock);
    return result.ok ? "ok" : result.refusal.code;
  } catch (error) {
    if (AppError.isInstance(error)) return error.code;
    throw error;
  }
}
const codeOfSigned = (message: Signed<unknown>) => codeOf(JSON.stringify(message));

const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null ? Object.entries(value).flatMap(([key, member]) => leaves(member, `${path}/${key}`)) : [path];

/** Another character of the same kind, so that no form gives the change away. */
const otherCharacter = (character: string): string =>
  /\d/.test(character) ? String((Number(character) + 1) % 10) : character === "b" ? "a" : "b";

/** Changes one byte of a text: its last letter or digit; of a moment the last digit of its milliseconds. */
const otherText = (text: string): string => text.replace(/[a-z0-9](?=[^a-z0-9]*$)/i, otherCharacter).replace(/(\d)Z$/, "$1Z");

function changedAt(path: string): Grant {
  const copy = structuredClone(grant) as unknown as Record<string, JsonValue>;
  const names = path.split("/").slice(1);
  const last = names.pop() ?? "";
  const parent = names.reduce<Record<string, JsonValue>>((value, name) => value[name] as Record<string, JsonValue>, copy);
  const value = parent[last];
  if (typeof value === "boolean") parent[last] = !value;
  else if (typeof value === "number") parent[last] = value + 1;
  else if (path.match(/^\/(iat|nbf|exp|executeBy)$|\/at$/)) parent[last] = String(value).replace(/\d(?=Z$)/, otherCharacter);
  else parent[last] = otherText(String(value));
  return copy as unknown as Grant;
}

/** The change breaks the form; it is not even looked at by whom it was signed. */
const FORM = "envelope_invalid";
/** Compared with the executor's own rows under lock, by the tests of each executor: guard_broken, facts_changed, effect_mismatch. */
const ROWS = "ok: compared with the rows";
/** Says nothing that another copy of the fact could be compared with: approvals' signature alone speaks for it. */
const SIGNATURE = "ok: signature only";

/** Code by which a grant is refused that differs in this place although approvals' own key signed it. */
const EVEN_IF_APPROVALS_SIGNED: Readonly<Record<string, string>> = {
  "/v": FORM,
  "/typ": FORM,
  "/aud": "grant_refused",
  "/grantId": SIGNATURE,
  "/tenant": "grant_refused",
  "/threadId": SIGNATURE,
  "/requestId": "effect_key_mismatch",
  "/planId": SIGNATURE,
  "/revision": SIGNATURE,
  "/stepId": SIGNATURE,
  "/requesters/0": SIGNATURE,
  "/agent": FORM,
  "/toolVersion": "schema_changed",
  "/schemaHash": "schema_changed",
  "/tool": "unknown_tool",
  "/args/thing/$ref/step": "content_hash_mismatch",
  "/args/thing/$ref/output": "content_hash_mismatch",
  "/args/quantity": "content_hash_mismatch",
  "/guards/0/kind": FORM,
  "/guards/0/domain": FORM,
  "/guards/0/record": "content_hash_mismatch",
  "/guards/0/version": "content_hash_mismatch",
  "/guards/1/kind": FORM,
  "/guards/1/domain": FORM,
  "/guards/1/record": "content_hash_mismatch",
  "/guards/1/facts/lot": "content_hash_mismatch",
  "/guards/1/atLeast/available": "content_hash_mismatch",
  "/dependsOn/0/step": "content_hash_mismatch",
  "/dependsOn/0/until": FORM,
  "/contentHash": "content_hash_mismatch",
  "/resolved/0/path": "grant_refused",
  "/resolved/0/receiptId": SIGNATURE,
  "/resolved/0/value": ROWS,
  "/afterVersions/0/record": ROWS,
  "/afterVersions/0/step": ROWS,
  "/afterVersions/0/version": ROWS,
  "/effectHash": ROWS,
  "/facts/valueEur": ROWS,
  "/facts/controlled": ROWS,
  "/foreign/0/domain": FORM,
  "/foreign/0/kind": ROWS,
  "/foreign/0/id": ROWS,
  "/foreign/0/version": ROWS,
  "/foreign/0/fields/state": ROWS,
  "/cardHash": "card_changed",
  "/policy/id": SIGNATURE,
  "/policy/version": SIGNATURE,
  "/policy/required": "approvers_insufficient",
  "/approvers/0/user": SIGNATURE,
  "/approvers/0/role": SIGNATURE,
  "/approvers/0/decisionId": SIGNATURE,
  "/approvers/0/at": SIGNATURE,
  "/approvers/0/cardHash": "card_changed",
  "/effectKey": "effect_key_mismatch",
  "/meaningKey": SIGNATURE,
  "/epoch": SIGNATURE,
  "/executeBy": SIGNATURE,
  "/iat": SIGNATURE,
  "/nbf": SIGNATURE,
  "/exp": SIGNATURE,
};
const table = Object.entries(EVEN_IF_APPROVALS_SIGNED);

describe("a grant that differs in one place from the one that was signed", () => {
  it("is accepted unchanged, and the table names every place", () => {
    expect(codeOfSigned(signed)).toBe("ok");
    expect(leaves(grant).sort()).toEqual(Object.keys(EVEN_IF_APPROVALS_SIGNED).sort());
    for (const path of leaves(grant)) expect(changedAt(path), path).not.toEqual(grant);
  });

  it.each(table)("is refused at %s under the signature of the other", (path, code) => {
    expect(codeOfSigned({ ...signed, body: changedAt(path) })).toBe(code === FORM ? FORM : "signature_invalid");
  });

  it.each(table)("is refused at %s when the coordinator, or another's key in approvals' name, signed it", (path, code) => {
    const forged = keys.signer("coordinator").sign("grant", changedAt(path));
    expect(codeOfSigned(forged)).toBe(code === FORM ? FORM : "key_unknown");
    expect(codeOfSigned({ ...forged, kid: signed.kid })).toBe(code === FORM ? FORM : "signature_invalid");
  });

  it.each(table)("at %s is, even if approvals signed it: %s", (path, code) => {
    expect(codeOfSigned(keys.signer("approvals").sign("grant", changedAt(path)))).toBe(code.startsWith("ok") ? "ok" : code);
  });

  it("never runs when a place is missing or added", () => {
    for (const key of Object.keys(grant)) {
      const { [key as keyof Grant]: _gone, ...rest } = grant;
      expect(codeOfSigned(keys.signer("approvals").sign("grant", rest)), key).toBe("envelope_invalid");
    }
    expect(codeOfSigned(keys.signer("approvals").sign("grant", { ...grant, more: 1 }))).toBe("envelope_invalid");
  });
});

describe("the bytes of a signed grant", () => {
  it("are refused with any one of them changed, whichever it is", () => {
    const text = JSON.stringify(signed);
    const codes = new Map<string, number>();
    for (let at = 0; at < text.length; at++) {
      const other = String.fromCharCode(text.charCodeAt(at) ^ 1);
      const code = codeOf(text.slice(0, at) + other + text.slice(at + 1));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
    expect([...codes.keys()].sort()).toEqual(["envelope_invalid", "invalid_json", "key_unknown", "signature_invalid"]);
    expect([...codes.values()].reduce((sum, count) => sum + count)).toBe(text.length);
  });

  it("are refused with another signature text, even one that decodes to the same bytes", () => {
    const { signature } = signed;
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. ";
    const accepted: string[] = [];
    for (let at = 0; at < signature.length; at++)
      // Only the last character has bits to spare.
      for (const character of at === signature.length - 1 ? alphabet : "A_+= ") {
        const other = signature.slice(0, at) + character + signature.slice(at + 1);
        if (other !== signature && codeOfSigned({ ...signed, signature: other }) !== "signature_invalid") accepted.push(other);
      }
    for (const other of [`${signature}==`, `${signature} `, `${signature}A`, ` ${signature}`, signature.slice(1), ""])
      if (codeOfSigned({ ...signed, signature: other }) !== "signature_invalid") accepted.push(other);
    expect(accepted).toEqual([]);
  });

  it.each([
    ["approvals-2", "key_unknown"],
    ["approvals-", "key_unknown"],
    ["approvals-1 ", "key_unknown"],
    ["Approvals-1", "key_unknown"],
    ["coordinator-1", "key_unknown"],
    ["x_supply-1", "key_unknown"],
    ["", "key_unknown"],
    ["__proto__", "key_unknown"],
  ])("are refused under the key id %j", (kid, code) => {
    expect(codeOfSigned({ ...signed, kid })).toBe(code);
  });

  it("are refused with the args, or the signature, of another valid grant", () => {
    const other = keys.signer("approvals").sign("grant", { ...grant, grantId: "grt_00000000000000000000000001", epoch: 4 });
    expect(codeOfSigned({ ...signed, signature: other.signature })).toBe("signature_invalid");
    expect(codeOfSigned({ ...signed, body: other.body })).toBe("signature_invalid");
  });
});
