import { createApiClient } from "./api-client.ts";
import { approve, type DemoUser, pendingApprovals } from "./approve-pending.ts";
import { describe, must } from "./demo-failure.ts";
import { followEvents } from "./follow-events.ts";
import { feedText, receiptLines } from "./print-feed.ts";
import { isFinal, readStock, stockChanges, unconfirmedFigures } from "./read-stock.ts";
import { setAsideWords } from "./set-aside-words.ts";
import type { RequestView } from "./views.ts";

export const DEMO_TEXT = "Move 60 VLV-050 from Hamburg to Valencia by 14 Dec";
const REQUESTER = "planner.anna";
const SKU = "VLV-050";
const PATIENCE_MS = 120_000;

export interface MainJobOptions {
  baseUrl: string;
  users: readonly DemoUser[];
  say(line: string): void;
}

async function newTenant(baseUrl: string): Promise<string> {
  const made = await createApiClient(baseUrl, `demo-${REQUESTER}`).post<{ tenant: string }>("/v1/demo/tenants", {});
  must(made.status === 201 || made.status === 200, `no new tenant could be made: ${describe(made)}`);
  must(typeof made.body.tenant === "string", `the new tenant has no name: ${describe(made)}`);
  return made.body.tenant;
}

/** What must be true of a finished main job; each sentence that is returned did not happen. */
export function checkOutcome(view: RequestView, approvers: readonly string[], seen: ReadonlySet<string>): string[] {
  const steps = view.plan?.steps ?? [];
  const of = (tool: string) => steps.filter((step) => step.tool === tool && step.state === "succeeded");
  const receipts = steps.flatMap((step) => step.receipt ?? []);
  const checks: [boolean, string][] = [
    [view.status === "completed", `the request ended as ${view.status}`],
    [approvers.length > 0, "nothing was approved by a person"],
    [of("transfer_stock").length === 1, `there are ${of("transfer_stock").length} executed transfers, not one`],
    [of("book_shipment").length === 1, `there are ${of("book_shipment").length} executed bookings, not one`],
    [
      steps.filter((step) => step.state === "succeeded").every((step) => step.receipt?.outcome === "succeeded"),
      "an executed step has no receipt",
    ],
    [new Set(receipts.map((receipt) => receipt.grantId)).size === receipts.length, "two receipts share a grant"],
    [seen.has("agent.status") && seen.has("proposal.created"), "the agents' work was not seen on the live feed"],
    [(view.answer ?? "").length > 0, "there is no answer"],
  ];
  return checks.flatMap(([holds, otherwise]) => (holds ? [] : [otherwise]));
}

/** Runs the main job once, in a new tenant: submit, watch, approve, receive; checks that all of it really happened. */
export async function runMainJob(options: MainJobOptions): Promise<void> {
  const { baseUrl, say } = options;
  const tenant = await newTenant(baseUrl);
  say("");
  say(`New tenant ${tenant}`);
  const planner = createApiClient(baseUrl, `demo-${REQUESTER}@${tenant}`);
  const before = await readStock(planner, SKU);
  say(`Stock of ${SKU} before:`);
  for (const { record, words } of before.values()) say(`  ${record} ${words}`);

  say("");
  say(`${REQUESTER} asks: "${DEMO_TEXT}"`);
  const sent = await planner.post<{ id: string }>("/v1/requests", { text: DEMO_TEXT });
  must(sent.status === 202, `the request was not taken: ${describe(sent)}`);
  const seen = new Set<string>();
  const started = Date.now();
  const feed = followEvents(planner, sent.body.id, (line) => {
    seen.add(line.name);
    const words = feedText(line);
    if (words !== null) say(`  ${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${words}`);
  });
  const approvers: string[] = [];
  const approval = { baseUrl, tenant, requestId: sent.body.id, requester: REQUESTER, users: options.users, say };
  let view: RequestView;
  try {
    for (;;) {
      const answer = await planner.get<RequestView>(`/v1/requests/${sent.body.id}?wait=2s`);
      must(answer.status === 200, `the request cannot be read: ${describe(answer)}`);
      view = answer.body;
      if (isFinal(view.status)) break;
      must(view.status !== "awaiting_input", `the coordinator asks back: ${view.questions.map((question) => question.text).join(" ")}`);
      must(Date.now() - started < PATIENCE_MS, `the request is still ${view.status} after ${PATIENCE_MS / 1000} s`);
      if (view.status !== "awaiting_approval" && view.status !== "executing") continue;
      for (const pending of await pendingApprovals(approval, planner)) approvers.push(await approve(approval, pending));
    }
    await Promise.race([feed.done, new Promise((resolve) => setTimeout(resolve, 5_000))]);
  } finally {
    feed.stop();
  }

  say("");
  say(`Answer: ${view.answer ?? "none"}`);
  say("");
  say("Receipts:");
  for (const step of view.plan?.steps ?? []) for (const line of receiptLines(step)) say(`  ${line}`);
  const after = await readStock(planner, SKU);
  const changes = stockChanges(before, after);
  say("");
  say(`Stock of ${SKU}, what changed:`);
  for (const change of changes) {
    say(`  before ${change.before}`);
    say(`  after  ${change.after}`);
  }
  const setAside = setAsideWords(view.plan?.steps ?? []);
  if (setAside !== null) say(`  ${setAside}`);
  const problems = checkOutcome(view, approvers, seen);
  if (changes.length === 0) problems.push(`the stock of ${SKU} reads the same as before`);
  const unconfirmed = unconfirmedFigures(view.plan?.steps ?? [], after);
  if (unconfirmed.length > 0) problems.push(`a receipt says what the stock does not show: ${unconfirmed.join(", ")}`);
  const ledger = await createApiClient(baseUrl, `demo-audit.lena@${tenant}`).get<{ ok?: boolean }>("/v1/ledger/verify");
  if (ledger.status !== 200 || ledger.body.ok !== true) problems.push(`the ledger does not verify: ${describe(ledger)}`);
  must(problems.length === 0, `the main job did not do all it should: ${problems.join("; ")}`);
  say("");
  say(
    `All of it happened: approved by ${[...new Set(approvers)].join(", ")}, ${view.plan?.steps.filter((step) => step.receipt).length ?? 0} receipts, the ledger verifies.`,
  );
}
