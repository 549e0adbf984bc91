import type { Answer } from "./api.ts";

export const APPROVERS = ["approve-all", "deny-all", "absent"] as const;
export type Approver = (typeof APPROVERS)[number];

interface Slot {
  role: string;
  filledBy: string | null;
}

type Ask = (user: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Plays the people at the queue: every open slot of every pending item gets the same answer from somebody who may give it. */
export async function decide(
  ask: Ask,
  items: readonly { id: string }[],
  approver: Approver,
  users: readonly { user: string; roles: string[] }[],
  requester: string,
): Promise<void> {
  if (approver === "absent") return;
  for (const { id } of items) {
    const item = await ask(requester, `/v1/approvals/${id}`);
    if (item.status !== 200 || item.body.state !== "pending") continue;
    const slots = item.body.policy.slots as Slot[];
    const signed = new Set(slots.map((slot) => slot.filledBy));
    const open = slots.find((slot) => slot.filledBy === null);
    const person = users.find((one) => open && one.roles.includes(open.role) && one.user !== requester && !signed.has(one.user));
    if (!person) continue;
    const body =
      approver === "approve-all"
        ? { decision: "approve", cardHash: item.body.card.hash }
        : { decision: "reject", cardHash: item.body.card.hash, reason: "not wanted", reasonCode: "not_now" };
    await ask(person.user, `/v1/approvals/${id}/decisions`, body, { "if-match": item.etag });
  }
}
