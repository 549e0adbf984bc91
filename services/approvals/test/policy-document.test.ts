import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { applyDocument } from "../src/policy/apply-document.ts";
import { findLoosening } from "../src/policy/check-tightens.ts";
import { evaluatePolicy, type PolicyInput } from "../src/policy/evaluate-policy.ts";
import { explainPolicy } from "../src/policy/explain-policy.ts";
import { MAX_DOCUMENT_CASES, policyCases } from "../src/policy/policy-cases.ts";
import { PolicyDocument } from "../src/policy/policy-document.ts";
import { SHIPPED_POLICY } from "../src/policy/policy-table.ts";

type Wish = Partial<Omit<PolicyDocument, "v" | "version">>;
const aDocument = (wish: Wish): PolicyDocument => PolicyDocument.parse({ v: 1, version: "acme-1", ...wish });
const loosening = (wish: Wish) => findLoosening(SHIPPED_POLICY, aDocument(wish)).map((found) => found.path);
const anInput = (tool: string, change: Partial<PolicyInput> = {}): PolicyInput => ({
  tool,
  facts: {},
  args: {},
  conflicts: [],
  sumEur: null,
  ...change,
});
const under = (wish: Wish, input: PolicyInput) => {
  const outcome = evaluatePolicy(applyDocument(SHIPPED_POLICY, aDocument(wish)), input);
  return outcome.kind === "asks" ? outcome.verdict.slots.join("+") : outcome.code;
};

describe("a tenant's policy document", () => {
  it("is refused when all of it together has more cases than can be checked, and not checked any longer", () => {
    const words = (name: string) => Array.from({ length: 20 }, (_, n) => `${name}-${n}`);
    const when = {
      all: [
        { fact: "destination" as const, in: words("place") },
        { fact: "sku" as const, in: words("item") },
      ],
    };
    const rows = SHIPPED_POLICY.rows.map((row) => ({
      row: row.id,
      second: [{ id: "more", when, role: "ops_director" as const, why: "more" }],
      never: [{ id: "none", when, code: "never_so", why: "never" }],
    }));
    const found = findLoosening(SHIPPED_POLICY, aDocument({ rows }));
    expect(found.filter((one) => one.message.includes(`more than ${MAX_DOCUMENT_CASES} cases`)).length).toBeGreaterThan(0);
    const few = findLoosening(SHIPPED_POLICY, aDocument({ rows: rows.filter((row) => row.row === "place_hold.default") }));
    expect(few).toEqual([]);
  });

  it("may ask for a person where the shipped policy asks for nobody", () => {
    const always: Wish = { rows: [{ row: "book_shipment.default", free: false }] };
    expect(loosening(always)).toEqual([]);
    expect(under(always, anInput("book_shipment", { facts: { crossesTerritory: false } }))).toBe("transport_manager");
    const some: Wish = {
      rows: [
        {
          row: "place_hold.default",
          first: [{ id: "customer", when: { arg: "type", in: ["customer"] }, why: "customers are told first" }],
        },
      ],
    };
    expect(loosening(some)).toEqual([]);
    expect(under(some, anInput("place_hold", { args: { type: "customer" } }))).toBe("transport_manager");
    expect(under(some, anInput("place_hold", { args: { type: "quality" } }))).toBe("");
  });

  it("may lower thresholds, add a second person, and forbid for good", () => {
    const wish: Wish = {
      thresholds: { transfer_two_eur: 10_000, urgent_ttl_hours: 2 },
      rows: [
        {
          row: "transfer_stock.default",
          second: [{ id: "gdansk", when: { fact: "destination", in: ["LOC-GDN"] }, role: "ops_director", why: "Gdansk is being rebuilt" }],
          never: [{ id: "kits", when: { fact: "sku", in: ["RGT-KIT"] }, code: "kits_stay", why: "kits stay where they are" }],
        },
      ],
    };
    expect(loosening(wish)).toEqual([]);
    expect(under(wish, anInput("transfer_stock", { sumEur: "10000" }))).toBe("stock_manager+ops_director");
    expect(under(wish, anInput("transfer_stock", { facts: { destination: "LOC-GDN" } }))).toBe("stock_manager+ops_director");
    expect(under(wish, anInput("transfer_stock", { facts: { sku: "RGT-KIT" } }))).toBe("kits_stay");
    expect(under(wish, anInput("transfer_stock"))).toBe("stock_manager");
  });

  it.each<[string, Wish, string]>([
    ["a higher threshold", { thresholds: { transfer_two_eur: 60_000 } }, "/thresholds/transfer_two_eur"],
    ["more time to decide", { thresholds: { default_ttl_hours: 25 } }, "/thresholds/default_ttl_hours"],
    ["another owner", { rows: [{ row: "transfer_stock.default", owner: "planner" }] }, "/rows/0/owner"],
    ["nobody at all", { rows: [{ row: "transfer_stock.default", free: { all: [] } }] }, "/rows/0/free"],
    [
      "nobody for one item that no shipped line names",
      { rows: [{ row: "transfer_stock.default", free: { fact: "sku", in: ["VLV-050"] } }] },
      "/rows/0/free",
    ],
    [
      "nobody when two things come together",
      {
        rows: [
          {
            row: "cancel_shipment.default",
            free: { all: [{ conflict: "denied_party" }, { conflict: "destination_embargo" }, { fact: "shipmentState", in: ["packed"] }] },
          },
        ],
      },
      "/rows/0/free",
    ],
    [
      "a second person who stands lower than the shipped one",
      {
        rows: [
          { row: "request_cycle_count.default", free: false },
          {
            row: "transfer_stock.default",
            owner: "stock_manager",
            free: { not: { sumAtLeast: "transfer_two_eur" } },
          },
        ],
      },
      "/rows/1/free",
    ],
    ["a row that does not exist", { rows: [{ row: "transfer_stock.vip", free: false }] }, "/rows/0/row"],
  ])("is refused for %s, naming the member", (_what, wish, path) => {
    expect(loosening(wish)).toEqual([path]);
  });

  it("is refused when it tells more cases apart than can be compared", () => {
    const many = ["sku", "destination", "holdType", "shipmentState"].map((fact) => ({
      fact: fact as "sku",
      in: Array.from({ length: 20 }, (_, index) => `X${index}`),
    }));
    expect(
      loosening({ rows: [{ row: "transfer_stock.default", never: [{ id: "x", when: { all: many }, code: "x", why: "x" }] }] }),
    ).toEqual(["/rows/0/never"]);
  });

  it("knows no unknown member, condition or threshold", () => {
    for (const wrong of [
      { v: 1, version: "a", extra: 1 },
      { v: 1, version: "a", thresholds: { no_such_eur: 1 } },
      { v: 1, version: "a", rows: [{ row: "x", second: [{ id: "y", when: { fact: "noSuchFact", is: true }, role: "admin", why: "z" }] }] },
      { v: 1, version: "a b" },
      { v: 2, version: "a" },
    ])
      expect(PolicyDocument.safeParse(wrong).success).toBe(false);
  });
});

describe("the cases that policies are compared by", () => {
  it("hold every value that a line of any row tells apart, for every row of the shipped table", () => {
    for (const row of SHIPPED_POLICY.rows) expect(policyCases([SHIPPED_POLICY], row.id)?.length, row.id).toBeGreaterThan(1);
    const cases = policyCases([SHIPPED_POLICY], "transfer_stock.default") ?? [];
    const verdicts = new Set(
      cases.map((input) => {
        const outcome = evaluatePolicy(SHIPPED_POLICY, input);
        return outcome.kind === "asks" ? outcome.verdict.slots.join("+") : outcome.code;
      }),
    );
    for (const expected of ["stock_manager", "stock_manager+dg_officer", "stock_manager+ops_director", "stock_manager+transport_manager"])
      expect(verdicts).toContain(expected);
  });
});

describe("the explanation of a policy", () => {
  it("names the row, the lines, the facts they looked at, and what the tenant's own policy made stricter", () => {
    const policy = applyDocument(SHIPPED_POLICY, aDocument({ thresholds: { transfer_two_eur: 1_000 } }));
    const explained = explainPolicy(
      policy,
      SHIPPED_POLICY,
      anInput("transfer_stock", { facts: { dangerousGoods: false }, sumEur: "5760" }),
    );
    expect(explained).toMatchObject({
      id: "transfer_stock.default",
      version: `${SHIPPED_POLICY.version}+acme-1`,
      required: 2,
      refused: null,
      shipped: { required: 1, slots: ["stock_manager"] },
    });
    expect(explained.lines).toContainEqual({
      id: "value",
      effect: "second_person",
      role: "ops_director",
      why: "the value reaches the threshold for a second person",
      source: "shipped",
      facts: { sumEur: "5760", "threshold.transfer_two_eur": 1_000 },
    });
    expect(explained.notStated).toEqual(["controlled", "crossesTerritory", "underSafetyStock"]);
  });

  it("says that nobody can approve what is forbidden at any level", () => {
    const explained = explainPolicy(
      SHIPPED_POLICY,
      SHIPPED_POLICY,
      anInput("lodge_declaration", { conflicts: [{ code: "denied_party" }] }),
    );
    expect(explained).toMatchObject({ required: 0, slots: [], refused: { code: "denied_party" } });
  });
});

it("docs/policy.md shows a document that only tightens", () => {
  const text = readFileSync(new URL("../../../docs/policy.md", import.meta.url), "utf8");
  const [, shown = ""] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
  expect(findLoosening(SHIPPED_POLICY, PolicyDocument.parse(JSON.parse(shown)))).toEqual([]);
});
