import { type ApiClient, createApiClient } from "./api-client.ts";
import { describe, must } from "./demo-failure.ts";
import { cardLines } from "./print-feed.ts";
import type { ApprovalView } from "./views.ts";

export interface DemoUser {
  id: string;
  roles: readonly string[];
}

export interface ApproveOptions {
  baseUrl: string;
  tenant: string;
  requestId: string;
  requester: string;
  users: readonly DemoUser[];
  say(line: string): void;
}

const clientOf = (options: ApproveOptions, user: string): ApiClient => createApiClient(options.baseUrl, `demo-${user}@${options.tenant}`);

/** The pending approvals of a request, with their cards. */
export async function pendingApprovals(options: ApproveOptions, reader: ApiClient): Promise<ApprovalView[]> {
  const page = await reader.get<{ items: ApprovalView[] }>("/v1/approvals?state=pending&limit=100");
  must(page.status === 200, `the approvals queue cannot be read: ${describe(page)}`);
  const mine = page.body.items.filter((item) => item.requestId === options.requestId);
  return await Promise.all(mine.map(async (item) => (await reader.get<ApprovalView>(`/v1/approvals/${item.id}`)).body));
}

/** Who decides: a user with the role of an open slot, who is not the requester and has not signed yet. */
export function chooseApprover(
  approval: ApprovalView,
  requester: string,
  users: readonly DemoUser[],
): { user: string; role: string } | null {
  const signed = new Set(approval.policy.slots.map((slot) => slot.filledBy));
  for (const slot of approval.policy.slots.filter((one) => one.filledBy === null)) {
    const user = users.find((one) => one.roles.includes(slot.role) && one.id !== requester && !signed.has(one.id));
    if (user) return { user: user.id, role: slot.role };
  }
  return null;
}

/** Reads one card, prints it, and approves it as the right person with the card's revision and hash. */
export async function approve(options: ApproveOptions, approval: ApprovalView): Promise<string> {
  const chosen = chooseApprover(approval, options.requester, options.users);
  must(chosen !== null, `nobody in the demo may decide "${approval.card.headline}"`);
  const client = clientOf(options, chosen.user);
  const fresh = await client.get<ApprovalView>(`/v1/approvals/${approval.id}`);
  must(fresh.status === 200 && fresh.etag !== null, `the card cannot be read: ${describe(fresh)}`);
  options.say("");
  options.say(`Card for ${chosen.user} (${chosen.role}):`);
  for (const line of cardLines(fresh.body)) options.say(`  ${line}`);
  const body = { decision: "approve", cardHash: fresh.body.card.hash };
  const refused = await clientOf(options, options.requester).post(`/v1/approvals/${approval.id}/decisions`, body, {
    "if-match": fresh.etag,
  });
  must(refused.status === 403, `the requester must not decide, but got ${describe(refused)}`);
  const decided = await client.post<{ state?: string }>(`/v1/approvals/${approval.id}/decisions`, body, { "if-match": fresh.etag });
  must(decided.status === 200 || decided.status === 201, `the decision was not taken: ${describe(decided)}`);
  options.say(`  ${options.requester} may not decide (403); ${chosen.user} approved`);
  return chosen.user;
}
