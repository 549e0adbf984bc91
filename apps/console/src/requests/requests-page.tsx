import { useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Block } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { useRequests } from "./request-queries.ts";
import { RequestRow } from "./request-row.tsx";

/** Every request, newest first. */
export function RequestsPage() {
  const m = useMessages();
  const [mine, setMine] = useState(false);
  const query = useRequests(mine);
  return (
    <div className="mx-auto w-full max-w-[1180px] px-4 py-6 wide:px-8">
      <div className="mb-4 flex items-center gap-3">
        <h1 className="text-lg">{m.requests}</h1>
        <div className="ml-auto flex gap-1">
          {[false, true].map((each) => (
            <button
              key={String(each)}
              type="button"
              aria-pressed={mine === each}
              onClick={() => setMine(each)}
              className={`target rounded-md px-3 text-xs font-medium ${mine === each ? "bg-brand-wash text-brand-ink" : "text-ink-2 hover:bg-hover"}`}
            >
              {each ? m.requestsMine : m.requestsAll}
            </button>
          ))}
        </div>
      </div>
      <Block query={query} what={m.requests} lines={6}>
        {(data) => {
          const items = data.pages.flatMap((page) => page.items);
          if (items.length === 0) return <p className="text-ink-2">{m.requestsEmpty}</p>;
          return (
            <div className="overflow-hidden rounded-lg border border-line bg-surface">
              {items.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </div>
          );
        }}
      </Block>
      {query.hasNextPage && (
        <Button look="quiet" className="mt-3" onClick={() => query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          {m.loadMore}
        </Button>
      )}
    </div>
  );
}
