import { useQuery } from "@tanstack/react-query";
import type { Approval } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { fetchRequest } from "../requests/request-queries.ts";
import { Text } from "../text/text.tsx";

/** What the requester wrote, so that whoever decides can hold the step against it. Part of no hash; nothing stands here until it is read. */
export function RequesterWords({ approval }: { approval: Pick<Approval, "requestId" | "requester"> }) {
  const m = useMessages();
  const { data } = useQuery({ queryKey: ["request", approval.requestId], queryFn: () => fetchRequest(approval.requestId) });
  if (data === undefined) return null;
  return (
    <section className="mt-8" data-requester-words>
      <h3 className="mb-3 text-sm font-strong">
        <Text value={m.requesterWords(approval.requester)} /> <span className="font-body text-xs text-ink-2">{m.requesterWordsNote}</span>
      </h3>
      {data.text === null ? (
        <p className="text-ink-2">{m.requesterNoWords}</p>
      ) : (
        <blockquote className="border-l-2 border-line-strong pl-3">
          <Text value={data.text} multiline />
        </blockquote>
      )}
    </section>
  );
}
