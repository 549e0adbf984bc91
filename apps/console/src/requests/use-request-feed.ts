import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { FeedLine } from "../api/types.ts";
import { openEventStream, type StreamState } from "../live/event-stream.ts";
import { useVisible } from "../live/use-visible.ts";

export interface RequestFeed {
  lines: readonly FeedLine[];
  state: StreamState;
}

const MOST_LINES = 2_000;
const REFETCH_AFTER_MS = 150;
const HINTS = /^(plan\.|step\.|request\.|approval\.|conflict\.|agent\.)/;

/** Follows a request's stream. Its events are hints; the resource is read again after them. */
export function useRequestFeed(id: string): RequestFeed {
  const client = useQueryClient();
  const visible = useVisible();
  const [lines, setLines] = useState<readonly FeedLine[]>([]);
  const [state, setState] = useState<StreamState>("connecting");
  const last = useRef(0);
  const ended = useRef(false);
  useEffect(() => {
    if (ended.current) return;
    if (!visible) return setState("paused");
    let timer: number | undefined;
    const refresh = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => void client.invalidateQueries({ queryKey: ["request", id] }), REFETCH_AFTER_MS);
    };
    const close = openEventStream({
      path: `/v1/requests/${encodeURIComponent(id)}/events`,
      after: last.current,
      onEvent: (line) => {
        last.current = Math.max(last.current, line.id);
        setLines((old) => [...old, line].slice(-MOST_LINES));
        if (HINTS.test(line.name)) refresh();
      },
      onState: (next) => {
        if (next === "ended") ended.current = true;
        setState(next);
      },
      onResync: refresh,
      isLast: (line) => line.name === "request.completed",
    });
    return () => {
      window.clearTimeout(timer);
      if (ended.current) void client.invalidateQueries({ queryKey: ["request", id] });
      close();
    };
  }, [client, id, visible]);
  return { lines, state };
}
