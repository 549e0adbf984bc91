import type { RequestStatus, RequestView } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { PARTS, progressParts } from "./progress.ts";

const BARS = { done: "bg-brand", now: "bg-brand", open: "bg-line-strong", skipped: "bg-line" } as const;

/** The seven parts as bars only; the word of the status stands beside them. */
export function ProgressStrip({ status, className = "" }: { status: RequestStatus; className?: string }) {
  const parts = progressParts(status);
  return (
    <span aria-hidden="true" className={`inline-flex gap-0.5 ${className}`}>
      {parts.map((state, index) => (
        <span key={PARTS[index]} className={`h-1 flex-1 rounded-full ${BARS[state]}`} />
      ))}
    </span>
  );
}

/** The seven parts with their names. */
export function ProgressBar({ request }: { request: RequestView }) {
  const m = useMessages();
  const words = { done: m.partDone, now: m.partNow, open: m.partOpen, skipped: m.partSkipped };
  return (
    <ol aria-label={m.progress} className="grid grid-cols-7 gap-1.5 max-wide:gap-1">
      {progressParts(request.status, request).map((state, index) => {
        const part = PARTS[index] ?? "received";
        return (
          <li key={part} {...(state === "now" ? { "aria-current": "step" as const } : {})}>
            <span aria-hidden="true" className={`block h-1 rounded-full ${BARS[state]}`} />
            <span
              className={`mt-1.5 block text-xs max-wide:text-2xs ${state === "now" ? "font-strong text-ink" : state === "done" ? "text-ink-2" : "text-ink-3"} ${state === "now" ? "" : "max-wide:sr-only"}`}
            >
              {m.parts[part]}
              <span className="sr-only">: {words[state]}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
