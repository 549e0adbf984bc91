import { type Api, createApi } from "./api.ts";
import type { ApprovalView } from "./views.ts";

export interface Approver {
  id: string;
  roles: readonly string[];
}

/** Somebody with the role of an open slot who is neither the requester nor has signed already. */
export function chooseApprover(approval: ApprovalView, requester: string, users: readonly Approver[]): string | null {
  const signed = new Set(approval.policy.slots.map((slot) => slot.filledBy));
  for (const slot of approval.policy.slots) {
    if (slot.filledBy !== null) continue;
    const user = users.find((one) => one.roles.includes(slot.role) && one.id !== requester && !signed.has(one.id));
    if (user) return user.id;
  }
  return null;
}

/** Approves every pending item of the requests, each slot by an eligible demo user. Says how many decisions were taken. */
export async function approvePending(
  baseUrl: string,
  tenant: string,
  reader: Api,
  requests: ReadonlySet<string>,
  requester: string,
  users: readonly Approver[],
): Promise<number> {
  const page = await reader.get<{ items?: ApprovalView[] }>("/v1/approvals?state=pending&limit=100");
  let decided = 0;
  for (const item of (page.body?.items ?? []).filter((one) => requests.has(one.requestId))) {
    const open = await reader.get<ApprovalView>(`/v1/approvals/${item.id}`);
    const user = open.status === 200 ? chooseApprover(open.body, requester, users) : null;
    if (user === null) continue;
    const client = createApi(baseUrl, `demo-${user}@${tenant}`);
    const card = await client.get<ApprovalView>(`/v1/approvals/${item.id}`);
    if (card.status !== 200 || card.etag === null) continue;
    const body = { decision: "approve", cardHash: card.body.card.hash };
    const answer = await client.post(`/v1/approvals/${item.id}/decisions`, body, { "if-match": card.etag });
    if (answer.status < 300) decided++;
  }
  return decided;
}
