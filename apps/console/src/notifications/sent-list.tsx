import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Code } from "../text/text.tsx";
import { Block } from "../ui/block.tsx";
import { Ago } from "../ui/time-text.tsx";
import { useOwnDeliveries } from "./notification-queries.ts";

/** What was sent to the signed-in person, with how it ended. */
export function SentList() {
  const m = useMessages();
  const query = useOwnDeliveries();
  return (
    <section aria-label={m.notifySent}>
      <h2 className="mb-2 font-strong">{m.notifySent}</h2>
      <Block query={query} what={m.notifySent}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-ink-2">{m.notifySentNone}</p>
          ) : (
            <ul className="overflow-hidden rounded-lg border border-line bg-surface">
              {items.map((item) => {
                const last = item.log.at(-1);
                return (
                  <li key={item.id} className="flex flex-wrap items-baseline gap-x-3 border-line px-4 py-2 not-first:border-t">
                    <span className="min-w-0 flex-1">{wordOf(m.notifyMessages, item.type)}</span>
                    <span className="text-ink-2">
                      {m.deliveryState[item.state]}
                      {last && !last.ok && (
                        <>
                          {" · "}
                          <Code value={last.outcome} />
                        </>
                      )}
                    </span>
                    <span className="text-xs text-ink-2">
                      <Ago at={item.createdAt} />
                    </span>
                  </li>
                );
              })}
            </ul>
          )
        }
      </Block>
    </section>
  );
}
