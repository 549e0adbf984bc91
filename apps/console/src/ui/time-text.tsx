import { businessNow, serverNow } from "../live/server-clock.ts";
import { useTick } from "../live/use-tick.ts";
import { useLanguage } from "../messages/use-messages.tsx";
import { clockText, durationText, fullTime, urgencyOf } from "../text/format-time.ts";

const URGENCY = { calm: "", soon: "text-warn-ink font-strong", now: "text-danger-ink font-strong" } as const;

/** An instant in short words, the whole of it on hover. */
export function Clock({ at }: { at: string }) {
  const { language } = useLanguage();
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {clockText(at, serverNow(), language)}
    </time>
  );
}

/** "2 minutes ago" in short. */
export function Ago({ at }: { at: string }) {
  const { messages: m, language } = useLanguage();
  useTick(5);
  const ms = serverNow() - Date.parse(at);
  return (
    <time dateTime={at} title={fullTime(at, language)}>
      {ms < 5_000 ? m.justNow : m.ago(durationText(ms))}
    </time>
  );
}

/** Time left until a deadline of the tenant's clock. */
export function TimeLeft({ until, say }: { until: string; say?: (time: string) => string }) {
  const { messages: m, language } = useLanguage();
  useTick(1);
  const left = Date.parse(until) - businessNow();
  const text = left <= 0 ? m.expiredWord : durationText(left);
  return (
    <time dateTime={until} title={fullTime(until, language)} className={`whitespace-nowrap ${URGENCY[urgencyOf(left)]}`}>
      {say && left > 0 ? say(text) : text}
    </time>
  );
}

/** Gives short clock words for use inside sentences. */
export function useClockText(): (at: string) => string {
  const { language } = useLanguage();
  return (at) => clockText(at, serverNow(), language);
}
