import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { ApiError, isLost } from "../api/api-error.ts";
import { call } from "../api/http.ts";
import type { Approval, Problem } from "../api/types.ts";
import type { LoadedApproval } from "./approval-queries.ts";

export type DecisionState =
  | { kind: "idle" }
  | { kind: "sending" }
  /** No answer came; it may or may not have arrived. */
  | { kind: "lost"; giveUp: boolean }
  | { kind: "done"; decision: "approve" | "reject" }
  | { kind: "refused"; problem: Problem };

export interface DecisionWish {
  decision: "approve" | "reject";
  reason?: string;
  reasonCode?: string;
}

const ATTEMPTS = 4;
const PAUSE_MS = 1_500;

interface Sent {
  wish: DecisionWish;
  key: string;
  cardHash: string;
  etag: string;
}

/**
 * Sends one person's decision. A lost answer is asked for again under the same Idempotency-Key, so the decision is made once;
 * nothing is shown as decided before the server said so.
 */
export function useDecision(loaded: LoadedApproval) {
  const client = useQueryClient();
  const [state, setState] = useState<DecisionState>({ kind: "idle" });
  const sent = useRef<Sent | null>(null);
  const { id } = loaded.approval;

  const attempt = useCallback(
    async (what: Sent): Promise<void> => {
      for (let count = 1; ; count++) {
        try {
          const { body, etag } = await call<Approval>(`/v1/approvals/${encodeURIComponent(id)}/decisions`, {
            method: "POST",
            body: { ...what.wish, cardHash: what.cardHash },
            idempotencyKey: what.key,
            ifMatch: what.etag,
            timeoutMs: 15_000,
          });
          client.setQueryData<LoadedApproval>(["approval", id], { approval: body, etag: etag ?? `"${body.revision}"`, readAt: Date.now() });
          setState({ kind: "done", decision: what.wish.decision });
          break;
        } catch (error) {
          if (!isLost(error)) {
            setState({
              kind: "refused",
              problem: error instanceof ApiError ? error.problem : { status: 0, code: "internal", title: "", detail: "" },
            });
            break;
          }
          setState({ kind: "lost", giveUp: count >= ATTEMPTS });
          if (count >= ATTEMPTS) return;
          await new Promise((resolve) => window.setTimeout(resolve, PAUSE_MS * count));
        }
      }
      sent.current = null;
      void client.invalidateQueries({ queryKey: ["approvals"] });
      void client.invalidateQueries({ queryKey: ["approval", id] });
      void client.invalidateQueries({ queryKey: ["request", loaded.approval.requestId] });
    },
    [client, id, loaded.approval.requestId],
  );

  const decide = useCallback(
    (wish: DecisionWish, cardHash: string) => {
      if (sent.current !== null) return;
      sent.current = { wish, cardHash, etag: loaded.etag, key: crypto.randomUUID() };
      setState({ kind: "sending" });
      void attempt(sent.current);
    },
    [attempt, loaded.etag],
  );
  const retry = useCallback(() => {
    if (sent.current === null) return;
    setState({ kind: "lost", giveUp: false });
    void attempt(sent.current);
  }, [attempt]);
  return { state, decide, retry };
}
