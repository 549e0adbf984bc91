import { Id, Instant, type Principal } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { CursorText, pageCursor, wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import { type ApprovalRow, type DecisionRow, toApproval } from "../adapters/rows.ts";
import { summariseApproval, viewApproval } from "./approval-view.ts";

const yes = z.enum(["true", "false"]);
const name = z.string().min(1).max(80);

/** Filters of `GET /v1/approvals`. */
export const ListQuery = z.strictObject({
  /** `decided`: what people approved or rejected, or let expire. */
  state: z.enum(["pending", "approved", "rejected", "expired", "superseded", "withdrawn", "decided", "all"]).default("pending"),
  agent: name.optional(),
  tool: name.optional(),
  risk: z.enum(["1", "2", "3"]).optional(),
  role: name.optional(),
  /** True: only what the caller can decide. */
  mine: yes.optional(),
  requester: name.optional(),
  claimedBy: name.optional(),
  requestId: name.optional(),
  sku: name.optional(),
  location: name.optional(),
  tainted: yes.optional(),
  q: z.string().max(200).optional(),
  /** `recent`: the newest decision first; leaves out what is open. */
  sort: z.enum(["risk", "expiry", "age", "recent"]).default("risk"),
  limit: wholeNumber(1, 200).default(100),
  cursor: CursorText.optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

const ORDER = {
  risk: {
    by: "a.risk_order, a.decide_by, a.id",
    after: "(a.risk_order, a.decide_by, a.id) > ($R, $T, $I)",
    time: "decide_by",
  },
  expiry: { by: "a.decide_by, a.id", after: "(a.decide_by, a.id) > ($T, $I)", time: "decide_by" },
  age: { by: "a.created_at, a.id", after: "(a.created_at, a.id) > ($T, $I)", time: "created_at" },
  recent: { by: "a.decided_at desc, a.id desc", after: "(a.decided_at, a.id) < ($T, $I)", time: "decided_at" },
} as const;

const CURSOR = pageCursor(z.tuple([z.number().int().min(0).max(9), Instant, Id]));

/** Written out as its index has it, so that it can be taken. */
const DECIDED = "a.state in ('approved', 'rejected', 'expired')";

/** Collects conditions with their values as numbered parameters. */
function conditions(viewer: Principal, query: ListQuery): { where: string[]; values: unknown[]; add: (value: unknown) => string } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const where = [`a.tenant = ${add(viewer.tenant)}`];
  const self = (value: string): string => (value === "me" ? viewer.user : value);
  if (query.state === "decided") where.push(DECIDED);
  else if (query.state !== "all") where.push(`a.state = ${add(query.state)}`);
  if (query.sort === "recent") where.push("a.decided_at is not null");
  if (query.agent) where.push(`a.agent = ${add(query.agent)}`);
  if (query.tool) where.push(`a.tool = ${add(query.tool)}`);
  if (query.risk) where.push(`a.risk = ${add(Number(query.risk))}`);
  if (query.role) where.push(`${add(query.role)} = any(a.open_roles)`);
  if (query.requester) where.push(`a.requester = ${add(self(query.requester))}`);
  if (query.claimedBy) where.push(`a.claimed_by = ${add(self(query.claimedBy))}`);
  if (query.requestId) where.push(`a.request_id = ${add(query.requestId)}`);
  const term = (value: string): string => `a.id in (select approval_id from approval_terms where tenant = $1 and term = ${add(value)})`;
  if (query.sku) where.push(term(`sku:${query.sku}`));
  if (query.location) where.push(term(`at:${query.location}`));
  // Written out, so that the index of the few that are can be taken.
  if (query.tainted) where.push(query.tainted === "true" ? "a.tainted" : "not a.tainted");
  if (query.q) where.push(`position(${add(query.q.toLowerCase())} in a.search) > 0`);
  if (query.mine === "true") where.push(...mine(viewer, add));
  return { where, values, add };
}

function mine(viewer: Principal, add: (value: unknown) => string): string[] {
  const user = add(viewer.user);
  return [
    `a.open_roles && ${add([...viewer.roles])}::text[]`,
    `a.requester <> ${user}`,
    `not (${user} = any(a.filled_by))`,
    "a.paused_until is null",
    "(a.edit is null or a.edit ->> 'revision' is not null)",
    `a.decide_by > business_now(${add(viewer.tenant)})`,
  ];
}

/** The statement behind one page, apart so that its plan can be looked at. */
export function pageStatement(viewer: Principal, query: ListQuery): { text: string; values: unknown[] } {
  const { where, values, add } = conditions(viewer, query);
  const order = ORDER[query.sort];
  if (query.cursor) {
    const [risk, time, id] = CURSOR.read(query.cursor);
    const after = order.after.replaceAll("$R", query.sort === "risk" ? add(-risk) : "");
    where.push(after.replaceAll("$T", add(time)).replaceAll("$I", add(id)));
  }
  const text = `select a.*, business_now($1) as business_now from approvals a where ${where.join(" and ")} order by ${order.by} limit ${add(query.limit + 1)}`;
  return { text, values };
}

/** One page of the queue in the asked order; the cursor names the last row, so that new rows never shift a page. */
export async function listApprovals(tx: Tx, viewer: Principal, query: ListQuery) {
  const { text, values } = pageStatement(viewer, query);
  const rows = (await tx.query<ApprovalRow & { business_now: string; summary: string }>(text, values)).rows;
  const { time } = ORDER[query.sort];
  const page = rows.slice(0, query.limit);
  const decisions =
    page.length === 0
      ? []
      : (await tx.query<DecisionRow>("select * from decisions where approval_id = any($1) order by at, id", [page.map((row) => row.id)]))
          .rows;
  const items = page.map((row) => summariseApproval(viewApproval(toApproval(row, decisions), viewer, row.business_now), row.summary));
  const last = page.at(-1);
  const nextCursor = rows.length > query.limit && last ? CURSOR.write([last.risk, last[time] ?? last.created_at, last.id]) : null;
  return { items, nextCursor };
}

/** Nobody reads a larger number off a badge, and counting 100,000 items takes half a second. */
const COUNT_UP_TO = 1_000;

/** The statement that counts, apart so that its plan can be looked at. */
export function countStatement(viewer: Principal): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const add = (value: unknown): string => `$${values.push(value)}`;
  const open = `select 1 from approvals a where a.tenant = ${add(viewer.tenant)} and a.state = 'pending'`;
  const upTo = `order by a.decide_by limit ${add(COUNT_UP_TO)}`;
  const text = `select (select count(*) from (${open} ${upTo}) p)::int as pending,
    (select count(*) from (${open} and ${mine(viewer, add).join(" and ")} ${upTo}) m)::int as mine`;
  return { text, values };
}

/** How many open items the caller can decide, and how many there are; each up to 1,000. */
export async function countApprovals(tx: Tx, viewer: Principal): Promise<{ mine: number; pending: number }> {
  const { text, values } = countStatement(viewer);
  const row = (await tx.query<{ mine: number; pending: number }>(text, values)).rows[0];
  return { mine: row?.mine ?? 0, pending: row?.pending ?? 0 };
}
