import { call } from "../api/http.ts";

export interface RequestDraft {
  text: string;
  threadId?: string;
  mode?: "dry_run";
}

export interface AcceptedRequest {
  id: string;
  threadId: string;
}

/** Hands a draft in. The key belongs to the draft, so pressing twice or retrying after a lost answer asks once. */
export async function sendRequest(draft: RequestDraft, idempotencyKey: string): Promise<AcceptedRequest> {
  return (await call<AcceptedRequest>("/v1/requests", { method: "POST", body: draft, idempotencyKey, timeoutMs: 30_000 })).body;
}
