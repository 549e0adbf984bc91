import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "../session/session-context.tsx";
import { openEventStream, type StreamState } from "./event-stream.ts";
import { useVisible } from "./use-visible.ts";

interface LiveValue {
  state: StreamState;
  /** When something was last heard, on this browser's clock. */
  lastHeard: number;
  online: boolean;
}

const REFETCH_AFTER_MS = 300;
const LiveContext = createContext<LiveValue>({ state: "connecting", lastHeard: 0, online: true });

function useOnline(): boolean {
  const [online, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const look = (): void => setOnline(navigator.onLine);
    window.addEventListener("online", look);
    window.addEventListener("offline", look);
    return () => {
      window.removeEventListener("online", look);
      window.removeEventListener("offline", look);
    };
  }, []);
  return online;
}

/** Keeps the queue's stream open while the tab is visible. An event is a hint; the resources are read again shortly after. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { user } = useSession();
  const visible = useVisible();
  const online = useOnline();
  const [state, setState] = useState<StreamState>("connecting");
  const [lastHeard, setLastHeard] = useState(() => Date.now());
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (user === null) return;
    if (!visible) return setState("paused");
    const refresh = (): void => {
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        void client.invalidateQueries({ queryKey: ["approvals"] });
        void client.invalidateQueries({ queryKey: ["approval"] });
      }, REFETCH_AFTER_MS);
    };
    refresh();
    const close = openEventStream({
      path: "/v1/approvals/events",
      onEvent: (line) => {
        setLastHeard(Date.now());
        if (line.name !== "queue.snapshot") refresh();
      },
      onState: (next) => {
        setState(next);
        if (next === "live") setLastHeard(Date.now());
      },
      onResync: refresh,
    });
    return () => {
      window.clearTimeout(timer.current);
      close();
    };
  }, [client, user, visible]);
  const value = useMemo(() => ({ state: online ? state : ("offline" as const), lastHeard, online }), [state, lastHeard, online]);
  return <LiveContext value={value}>{children}</LiveContext>;
}

/** State of the connection of the queue. */
export const useLive = (): LiveValue => useContext(LiveContext);
