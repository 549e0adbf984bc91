import { Link } from "@tanstack/react-router";
import { OctagonX } from "lucide-react";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { useClockText } from "../ui/time-text.tsx";
import { useStop } from "./switch-queries.ts";

/** While a stop is in force: who asked and confirmed it, since when, why, and what it means. On every page, as it concerns every page. */
export function StopBanner({ mayOpen }: { mayOpen: boolean }) {
  const m = useMessages();
  const clock = useClockText();
  const stop = useStop();
  if (stop === null) return null;
  return (
    <section aria-label={m.stoppedNow} data-stop-banner className="border-b border-danger bg-danger-wash px-4 py-2 text-danger-ink">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <OctagonX aria-hidden="true" className="size-4 shrink-0 self-center" strokeWidth={1.9} />
        <strong className="font-strong">{m.stoppedNow}</strong>
        <Text value={m.switchSince(stop.askedBy, stop.confirmedBy ?? "", clock(stop.confirmedAt ?? stop.askedAt))} />
        <span>
          {m.switchReason}: <Text value={stop.reason} />
        </span>
        {mayOpen && (
          <Link to="/stop" className="underline">
            {m.stopAll}
          </Link>
        )}
      </p>
      <p className="text-xs">{m.stopMeans}</p>
    </section>
  );
}
