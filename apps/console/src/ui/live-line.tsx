import type { StreamState } from "../live/event-stream.ts";
import { useLanguage } from "../messages/use-messages.tsx";
import { clockText } from "../text/format-time.ts";

const DOTS: Record<StreamState, string> = {
  live: "bg-ok",
  connecting: "bg-idle",
  reconnecting: "bg-warn",
  offline: "bg-danger",
  paused: "bg-idle",
  ended: "bg-idle",
};

/** One quiet line about the connection. */
export function LiveLine({ state, lastHeard, liveText }: { state: StreamState; lastHeard?: number; liveText?: string }) {
  const { messages: m, language } = useLanguage();
  const words: Record<StreamState, string> = {
    live: liveText ?? m.live,
    connecting: m.connecting,
    reconnecting: m.reconnecting,
    offline: m.offlineAsOf(clockText(new Date(lastHeard ?? Date.now()).toISOString(), Date.now(), language)),
    paused: m.paused,
    ended: m.finished,
  };
  return (
    <span className="inline-flex items-center gap-1.5 text-xs whitespace-nowrap text-ink-2">
      <span aria-hidden="true" className={`size-2 rounded-full ${DOTS[state]}`} />
      {words[state]}
    </span>
  );
}
