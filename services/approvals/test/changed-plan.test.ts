import { newId, Plan, type PlanStep } from "@quartermaster/shared/contracts";
import { contentHash, planHashOf } from "@quartermaster/shared/signing";
import { testKeys } from "@quartermaster/testing";
import { describe, expect, it } from "vitest";
import { checkPlan } from "../src/inbox/check-plan.ts";
import { aPlan, aStep, transferArgs } from "./support/build-plan.ts";

const keys = testKeys();
const [first, second] = [newId("stp"), newId("stp")];

/** A valid plan in which no field is empty. */
const plan: Plan = aPlan(keys.signer("approvals"), {
  tenant: "demo",
  conflicts: [
    { code: "goods_issue_pending", severity: "warn", steps: [first], detail: "not issued", records: ["STK-006"], values: { n: "1" } },
  ],
  steps: ({ tenant, requestId }) => {
    const more: Partial<PlanStep> = {
      evidence: [{ tool: "check_availability", record: "STK-006@1" }],
      origins: { "/quantity": { kind: "requester", record: "msg", text: "sixty" } },
      taintSources: ["note"],
      inverse: { tool: "transfer_stock", args: { quantity: "60" } },
    };
    const guards: PlanStep["guards"] = [
      { kind: "exact", domain: "supply", record: "STK-006", version: "read@4" },
      { kind: "bound", domain: "supply", record: "STK-007", facts: { lot: "L1" }, atLeast: { available: "60" } },
    ];
    const move = aStep(tenant, requestId, {
      id: first,
      agent: "supply",
      tool: "transfer_stock",
      args: transferArgs(),
      guards,
      note: "why",
    });
    const args = { transferRef: { $ref: { step: first, output: "transferId" } }, serviceId: "SVC-01" };
    const book = aStep(tenant, requestId, { id: second, agent: "transit", tool: "book_shipment", args, dependsOn: [first] });
    return [
      { ...move, ...more },
      { ...book, note: "why", inverse: { tool: "cancel_shipment", args: { reason: "not wanted" } } },
    ];
  },
});

const leaves = (value: unknown, path = ""): string[] =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, member]) => leaves(member, `${path}/${key.replaceAll("/", "~1")}`))
    : [path];

/** The plan with one byte of one place changed; with a plan hash that fits it, as only the coordinator can make one. */
function changedAt(path: string, rehash: boolean): Plan {
  const copy = structuredClone(plan) as unknown as Record<string, unknown>;
  const names = path
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/"));
  const last = names.pop() ?? "";
  const parent = names.reduce<Record<string, unknown>>((value, name) => value[name] as Record<string, unknown>, copy);
  const value = parent[last];
  if (typeof value === "boolean") parent[last] = !value;
  else if (typeof value === "number") parent[last] = value + 1;
  else if (value === null) parent[last] = "b";
  else
    parent[last] = String(value).replace(/\dZ$/.test(String(value)) ? /\d(?=Z$)/ : /[a-z0-9](?=[^a-z0-9]*$)/i, (character) =>
      /\d/.test(character) ? String((Number(character) + 1) % 10) : character === "b" ? "a" : "b",
    );
  return (rehash && path !== "/planHash" ? { ...copy, planHash: planHashOf(copy) } : copy) as unknown as Plan;
}

function codeOf(changed: Plan): string {
  if (!Plan.safeParse(changed).success) return "envelope_invalid";
  const checked = checkPlan(changed, keys.verifier);
  return "fault" in checked ? checked.fault.code : "ok";
}

/** Places whose change the coordinator can make fit: told on the card or to nobody; none of them changes args, effect or requester. */
const COORDINATORS_OWN = [
  ...["/id", "/revision", "/threadId", "/createdAt"],
  ...["/conflicts/0/code", "/conflicts/0/steps/0", "/conflicts/0/detail", "/conflicts/0/records/0", "/conflicts/0/values/n"],
  ...["toolVersion", "schemaHash", "outputs/0/name", "outputs/0/kind", "eager", "meaningKey", "proposalId", "tainted", "note"].map(
    (name) => `/steps/0/${name}`,
  ),
  ...["evidence/0/tool", "evidence/0/record", "origins/~1quantity/record", "origins/~1quantity/text", "taintSources/0"].map(
    (name) => `/steps/0/${name}`,
  ),
  ...["/steps/0/inverse/tool", "/steps/0/inverse/args/quantity", "/steps/1/inverse/tool", "/steps/1/inverse/args/reason"],
  ...["id", "toolVersion", "schemaHash", "eager", "meaningKey", "proposalId", "tainted", "note"].map((name) => `/steps/1/${name}`),
];

/** Code by which a plan is refused that differs in this place and whose plan hash was made to fit. */
function expectedCode(path: string): string {
  if (/^\/(v|language)$|\/(agent|kind|domain|until|severity)$/.test(path) && !path.includes("/outputs/")) return "envelope_invalid";
  if (path === "/requestToken/body/v") return "envelope_invalid";
  if (path.startsWith("/requestToken/") || path === "/tenant" || path === "/requestId") return "requester_unknown";
  return COORDINATORS_OWN.includes(path) ? "ok" : "plan_invalid";
}
const places = leaves(plan);

describe("a plan that differs in one place from the one that was made", () => {
  it("is good unchanged", () => {
    expect(codeOf(plan)).toBe("ok");
    expect(places).toEqual(expect.arrayContaining([...COORDINATORS_OWN]));
  });

  it.each(places)("is refused at %s under the old plan hash", (path) => {
    expect(codeOf(changedAt(path, false))).toBe(expectedCode(path) === "envelope_invalid" ? "envelope_invalid" : "plan_invalid");
  });

  it.each(places.map((path) => [path, expectedCode(path)]))("at %s, with a hash that fits, is: %s", (path, code) => {
    expect(codeOf(changedAt(path, true))).toBe(path === "/planHash" ? "plan_invalid" : code);
  });

  it("is refused in everything that a step does: args, guard versions, dependencies, hashes", () => {
    const done = ["/steps/0/args/quantity", "/steps/0/guards/0/version", "/steps/0/guards/1/atLeast/available", "/steps/0/contentHash"];
    for (const path of [...done, "/steps/0/effectKey", "/steps/1/args/transferRef/$ref/output", "/steps/1/dependsOn/0/step", "/planHash"]) {
      expect(places).toContain(path);
      expect(expectedCode(path)).toBe("plan_invalid");
    }
    expect(codeOf({ ...plan, planHash: contentHash("another") })).toBe("plan_invalid");
  });
});
