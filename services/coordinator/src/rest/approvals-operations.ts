import { Hash } from "@quartermaster/shared/contracts";
import { wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import type { Operation } from "./openapi.ts";

const Page = { limit: wholeNumber(1, 200).optional(), cursor: z.string().optional() };
const QueueQuery = z.strictObject({
  state: z.string().optional(),
  agent: z.string().optional(),
  tool: z.string().optional(),
  risk: z.string().optional(),
  role: z.string().optional(),
  sku: z.string().optional(),
  location: z.string().optional(),
  mine: z.string().optional(),
  sort: z.enum(["risk", "expiry", "age", "recent"]).optional(),
  ...Page,
});
const Decision = z.strictObject({
  decision: z.enum(["approve", "reject"]),
  reason: z.string().max(2_000).nullish(),
  reasonCode: z.string().max(60).nullish(),
  cardHash: Hash,
});
const Batch = z.strictObject({
  items: z
    .array(Decision.extend({ id: z.string(), revision: z.number().int().positive() }))
    .min(1)
    .max(50),
});
const Switch = z.union([
  z.strictObject({ action: z.enum(["stop", "resume"]), reason: z.string().min(1).max(500) }),
  z.strictObject({ confirm: z.string() }),
]);
const What = z.strictObject({
  tool: z.string(),
  args: z.record(z.string(), z.unknown()).optional(),
  facts: z.record(z.string(), z.unknown()).optional(),
  conflicts: z.array(z.string()).optional(),
  requester: z.string().optional(),
});
const Document = z.strictObject({
  v: z.literal(1),
  version: z.string(),
  validFrom: z.string().optional(),
  note: z.string().optional(),
  thresholds: z.record(z.string(), z.number()).optional(),
  rows: z.array(z.record(z.string(), z.unknown())).optional(),
});
const Settlement = z.strictObject({
  outcome: z.enum(["made", "not_made"]),
  reference: z.string().max(120).nullish(),
  evidence: z.string().min(10).max(600),
});

/** The calls that go on to the approvals service, which checks them itself; here for whoever reads the documentation. */
export const APPROVALS_OPERATIONS: Operation[] = [
  { method: "get", path: "/v1/approvals", summary: "The approvals queue", query: QueueQuery },
  { method: "get", path: "/v1/approvals/{id}", summary: "One item with its card; the ETag is its revision" },
  {
    method: "post",
    path: "/v1/approvals/{id}/decisions",
    summary: "Approve or reject the card you read: its hash in the body, the ETag as If-Match",
    body: Decision,
    headers: ["If-Match"],
  },
  { method: "post", path: "/v1/approvals/decisions", summary: "Decide an explicit list; one result an item", body: Batch },
  {
    method: "post",
    path: "/v1/approvals/{id}/edits",
    summary: "Ask for less than the card says: all args with smaller quantities or fewer lines; makes a new card that needs a decision",
    body: z.strictObject({ args: z.record(z.string(), z.unknown()) }),
    headers: ["If-Match"],
  },
  { method: "post", path: "/v1/approvals/{id}/claim", summary: "Say that you are looking at an item" },
  { method: "post", path: "/v1/approvals/{id}/release", summary: "Give a claimed item back" },
  {
    method: "post",
    path: "/v1/approvals/{id}/delegate",
    summary: "Hand an item to another person",
    body: z.strictObject({ to: z.string() }),
  },
  { method: "post", path: "/v1/approvals/{id}/comments", summary: "Comment on an item", body: z.strictObject({ text: z.string() }) },
  { method: "get", path: "/v1/approvals/events", summary: "Follow the queue as Server-Sent Events" },
  { method: "get", path: "/v1/approvals/health", summary: "How people decide: counts and times" },
  {
    method: "get",
    path: "/v1/calls",
    summary: "Effects at other systems whose outcome is unknown (admins, auditors)",
    query: z.strictObject(Page),
  },
  {
    method: "post",
    path: "/v1/calls/{grantId}/settlement",
    summary: "Say what became of one, as you found it there; it is never sent again (admins)",
    body: Settlement,
  },
  { method: "get", path: "/v1/users", summary: "People of the tenant and their roles (admins, auditors)", query: z.strictObject(Page) },
  {
    method: "post",
    path: "/v1/users/{id}",
    summary: "Make a person, or change their roles (admins; not where people sign in from outside)",
    body: z.strictObject({ roles: z.array(z.string()), active: z.boolean().optional() }),
  },
  { method: "get", path: "/v1/kill-switch", summary: "Whether all execution is stopped, and who asked" },
  {
    method: "post",
    path: "/v1/kill-switch",
    summary: "Stop or resume all execution: one admin asks, another confirms",
    body: Switch,
  },
  {
    method: "get",
    path: "/v1/ledger",
    summary: "Export the ledger; JSON lines with Accept: application/x-ndjson",
    query: z.strictObject({ after: z.string().optional(), ...Page }),
  },
  { method: "get", path: "/v1/ledger/verify", summary: "Verify the ledger's chain, signatures and grants" },
  { method: "get", path: "/v1/policy", summary: "The policy in force" },
  { method: "post", path: "/v1/policy/evaluate", summary: "What would this action need, and why", body: What },
  {
    method: "post",
    path: "/v1/policy/documents",
    summary: "Load the tenant's own policy document, which may only tighten (admins)",
    body: Document,
  },
];
