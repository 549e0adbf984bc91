import type { Principal } from "@quartermaster/shared/contracts";
import { transaction } from "@quartermaster/shared/db";
import { cloneDatabase, type TestDatabase } from "@quartermaster/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { countApprovals, countStatement, ListQuery, listApprovals, pageStatement } from "../src/queue/list-approvals.ts";

const ITEMS = 100_000;
let database: TestDatabase;
let pool: ReturnType<TestDatabase["pool"]>;
const viewer: Principal = { tenant: "demo", user: "stock.ben", roles: ["stock_manager"] };

const FILL = `insert into approvals (tenant, id, plan_id, plan_revision, step_id, step_position, step_count, request_id, thread_id, requester, agent, tool, state, risk,
    headline, summary, tainted, conflict_count, card, card_hash, policy, slots, open_roles, skus, locations, search, decide_by, created_at, decided_at)
  select case when i % 10 = 0 then 't2' else 'demo' end, 'apr_' || lpad(i::text, 26, '0'), 'pln_' || i, 1, 'stp_' || i, 0, 1, 'req_' || i, 'thr_' || i, 'planner.' || i % 50,
    (array['supply', 'transit', 'export'])[i % 3 + 1], (array['transfer_stock', 'book_shipment', 'lodge_declaration'])[i % 3 + 1], (array['pending', 'pending', 'pending', 'approved', 'rejected'])[i % 5 + 1], i % 3 + 1,
    'Move ' || i, 'SKU-' || i % 2000, i % 40 = 0, 0, json_build_object('headline', 'Move ' || i, 'conflicts', '[]'::json, 'tainted', false, 'filler', repeat('x', 1500)), 'sha256:0',
    '{"why":[],"slots":[]}', '[]', case when i % 4 = 0 then array['stock_manager'] else array['export_officer'] end, array['SKU-' || i % 2000], array['LOC-' || i % 500],
    'move sku-' || i % 2000 || ' ' || repeat('words ', 20), date_trunc('second', now()) + make_interval(mins => i % 10000 + 1), date_trunc('second', now()) - make_interval(secs => i),
    case when i % 5 > 2 then date_trunc('second', now()) - make_interval(secs => i % 7000) end
  from generate_series(1, $1::int) i`;

beforeAll(async () => {
  database = await cloneDatabase("approvals");
  pool = database.pool("qm_approvals");
  await database.admin("insert into tenants (tenant, demo) values ('demo', true), ('t2', true)");
  await database.admin(FILL, [ITEMS]);
  await database.admin("analyze approvals");
  await database.admin("analyze approval_terms");
}, 240_000);
afterAll(async () => {
  await database?.drop();
});

interface Node {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Node[];
}
interface Explained {
  Plan: Node;
}

const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)];

/** Indexes that a statement reads approvals by; "Seq Scan" among them when it reads the whole table. */
async function indexesOf({ text, values }: { text: string; values: unknown[] }): Promise<string[]> {
  return await transaction(pool, viewer.tenant, async (tx) => {
    const found = await tx.query<{ "QUERY PLAN": Explained[] }>(`explain (format json) ${text}`, values);
    const plan = found.rows[0]?.["QUERY PLAN"][0]?.Plan;
    if (!plan) throw new Error("no plan");
    return nodes(plan).flatMap((node) => node["Index Name"] ?? (node["Relation Name"] === "approvals" ? [node["Node Type"]] : []));
  });
}

const cursor = (time: number, risk = -2): string =>
  Buffer.from(JSON.stringify([-risk, new Date(time).toISOString(), `apr_${"5".padStart(26, "0")}`])).toString("base64url");
const later = cursor(Date.now() + 3_000 * 60_000);
const earlier = cursor(Date.now() - 50_000_000);

it.each<[string, Record<string, string>, string[]]>([
  ["by risk", {}, ["approvals_by_risk"]],
  ["by risk, deep in", { cursor: later }, ["approvals_by_risk"]],
  ["by expiry, deep in", { sort: "expiry", cursor: later }, ["approvals_by_expiry"]],
  ["by age, deep in", { sort: "age", cursor: earlier }, ["approvals_by_age"]],
  ["that I can decide", { mine: "true" }, ["approvals_by_risk"]],
  ["of every state", { state: "all" }, ["approvals_all_by_risk"]],
  ["of every state by age", { state: "all", sort: "age" }, ["approvals_all_by_age"]],
  ["of an agent", { agent: "export" }, ["approvals_by_risk"]],
  ["of one person", { requester: "planner.7" }, ["approvals_by_risk"]],
  ["with untrusted text", { tainted: "true" }, ["approvals_tainted"]],
  ["claimed by me", { claimedBy: "me" }, ["approvals_claimed"]],
  ["of one item of goods", { sku: "SKU-77" }, ["approval_terms_pkey", "approvals_pkey"]],
  ["of one place", { location: "LOC-77" }, ["approval_terms_pkey", "approvals_pkey"]],
  ["of one role", { role: "stock_manager" }, ["approvals_by_risk"]],
  ["of one tool", { tool: "lodge_declaration" }, ["approvals_by_risk"]],
  ["of one tool by expiry", { tool: "lodge_declaration", sort: "expiry" }, ["approvals_by_expiry"]],
  ["that was decided, newest first", { state: "decided", sort: "recent" }, ["approvals_ended"]],
  ["that was decided, deep in", { state: "decided", sort: "recent", cursor: cursor(Date.now() - 5_000_000) }, ["approvals_ended"]],
  ["that was decided, by risk", { state: "decided" }, ["approvals_all_by_risk"]],
  ["that was decided, by expiry", { state: "decided", sort: "expiry" }, ["approvals_all_by_expiry"]],
  ["that was decided, by age", { state: "decided", sort: "age" }, ["approvals_all_by_age"]],
  ["found by words", { q: "sku-777 " }, ["approvals_by_risk"]],
])("a page %s of 100,000 items is read by an index", async (_what, query, indexes) => {
  expect(await indexesOf(pageStatement(viewer, ListQuery.parse(query)))).toEqual(indexes);
});

it("the counts of the badge are read by an index, and end at 1,000", async () => {
  expect(new Set(await indexesOf(countStatement(viewer)))).toEqual(new Set(["approvals_by_expiry"]));
  expect(await transaction(pool, viewer.tenant, async (tx) => await countApprovals(tx, viewer))).toEqual({ mine: 1_000, pending: 1_000 });
});

it("pages of every order hold every item once", async () => {
  for (const sort of ["risk", "expiry", "age"]) {
    const ids = new Set<string>();
    let next: string | null = null;
    for (let page = 0; page < 6; page++) {
      const query: ListQuery = ListQuery.parse({ sort, sku: "SKU-41", limit: "10", ...(next === null ? {} : { cursor: next }) });
      const { items, nextCursor } = await transaction(pool, viewer.tenant, async (tx) => await listApprovals(tx, viewer, query));
      for (const item of items) ids.add(item.id);
      next = nextCursor;
      if (next === null) break;
    }
    const [count] = await database.admin<{ n: number }>(
      "select count(*)::int as n from approvals where tenant = 'demo' and state = 'pending' and 'SKU-41' = any(skus)",
    );
    expect([sort, next, ids.size]).toEqual([sort, null, count?.n]);
  }
});

it("what was decided comes newest first and holds nothing that is open", async () => {
  const query = ListQuery.parse({ state: "decided", sort: "recent", limit: "200" });
  const { items, nextCursor } = await transaction(pool, viewer.tenant, async (tx) => await listApprovals(tx, viewer, query));
  expect(new Set(items.map((item) => item.state))).toEqual(new Set(["approved", "rejected"]));
  const times = items.map((item) => Date.parse(item.decidedAt ?? ""));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const next = ListQuery.parse({ state: "decided", sort: "recent", limit: "200", cursor: nextCursor ?? "" });
  const after = await transaction(pool, viewer.tenant, async (tx) => await listApprovals(tx, viewer, next));
  expect(after.items.filter((item) => items.some((other) => other.id === item.id))).toEqual([]);
  expect(Date.parse(after.items[0]?.decidedAt ?? "")).toBeLessThanOrEqual(times.at(-1) ?? 0);
});
