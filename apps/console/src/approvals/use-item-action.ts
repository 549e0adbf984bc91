import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { call } from "../api/http.ts";
import type { JsonObject } from "../api/types.ts";
import type { LoadedApproval } from "./approval-queries.ts";

export type ItemAction =
  | { kind: "claim" | "release" }
  | { kind: "delegate"; to: string }
  | { kind: "comments"; text: string }
  | { kind: "edits"; args: JsonObject };

/** Does something with an item beside deciding it. The same action again after a lost answer keeps its Idempotency-Key. */
export function useItemAction(loaded: LoadedApproval, onDone?: (action: ItemAction) => void) {
  const client = useQueryClient();
  const last = useRef({ words: "", key: "" });
  const { id, requestId } = loaded.approval;
  return useMutation({
    mutationFn: async ({ kind, ...body }: ItemAction) => {
      const words = JSON.stringify([id, loaded.etag, kind, body]);
      if (last.current.words !== words) last.current = { words, key: crypto.randomUUID() };
      const hasBody = Object.keys(body).length > 0;
      return await call(`/v1/approvals/${encodeURIComponent(id)}/${kind}`, {
        method: "POST",
        idempotencyKey: last.current.key,
        ...(hasBody ? { body } : {}),
        ...(kind === "edits" ? { ifMatch: loaded.etag } : {}),
      });
    },
    onSuccess: (_answer, action) => {
      last.current = { words: "", key: "" };
      void client.invalidateQueries({ queryKey: ["approval", id] });
      void client.invalidateQueries({ queryKey: ["approvals"] });
      void client.invalidateQueries({ queryKey: ["request", requestId] });
      onDone?.(action);
    },
  });
}
