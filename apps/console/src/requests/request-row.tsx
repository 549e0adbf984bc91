import { Link } from "@tanstack/react-router";
import type { RequestSummary } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { StateWord } from "../ui/state-word.tsx";
import { Ago } from "../ui/time-text.tsx";
import { ProgressStrip } from "./progress-strip.tsx";
import { requestTitle } from "./request-title.ts";
import { useStateWords } from "./use-state-words.ts";

/** One request in two lines. */
export function RequestRow({ request }: { request: RequestSummary }) {
  const m = useMessages();
  const words = useStateWords();
  return (
    <Link to="/requests/$id" params={{ id: request.id }} className="block border-b border-line px-4 py-2.5 hover:bg-hover">
      <span className="flex items-baseline gap-3">
        <span className="min-w-0 flex-1 truncate font-medium">
          <Text value={requestTitle(m, request)} />
        </span>
        <span className="text-xs">
          <StateWord state={words.mark(request.status)} word={words.ofRequest(request.status)} />
        </span>
      </span>
      <span className="mt-1 flex items-center gap-3 text-xs text-ink-2">
        <ProgressStrip status={request.status} className="w-28 shrink-0" />
        <Text value={request.requester} />
        <Ago at={request.createdAt} />
      </span>
    </Link>
  );
}
