import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { useLive } from "../live/live-context.tsx";
import { useLanguage } from "../messages/use-messages.tsx";
import { roleList } from "../session/role-words.ts";
import { useSession } from "../session/session-context.tsx";
import { clockText } from "../text/format-time.ts";
import { Waiting } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { KeyCap } from "../ui/key-cap.tsx";
import { LiveLine } from "../ui/live-line.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";
import { useKeys } from "../ui/use-keys.ts";
import { ApprovalPane } from "./approval-pane.tsx";
import { MOST_PAGES, useOpenCount, useQueue } from "./approval-queries.ts";
import { BatchBar } from "./batch-bar.tsx";
import { focusRow } from "./focus-row.ts";
import { QueueList } from "./queue-list.tsx";
import { hasFilters, NO_FILTERS, type QueueSearch, queueQuery } from "./queue-search.ts";
import { QueueToolbar } from "./queue-toolbar.tsx";
import { useBatch } from "./use-batch.ts";

function EmptyQueue({ search, onClear }: { search: QueueSearch; onClear(): void }) {
  const { messages: m } = useLanguage();
  const { roles } = useSession();
  const others = useOpenCount();
  if (hasFilters(search)) {
    return (
      <p className="p-4 text-ink-2">
        {m.queueNoMatch}{" "}
        <button type="button" className="text-link underline" onClick={onClear}>
          {m.clearFilters}
        </button>
      </p>
    );
  }
  return (
    <p className="p-4 text-ink-2">
      {(search.view ?? "mine") === "mine"
        ? m.queueEmpty(roleList(m, roles))
        : search.view === "decided"
          ? m.queueEmptyDecided
          : m.queueEmptyAll}{" "}
      {(search.view ?? "mine") === "mine" && others.data !== undefined && m.queueOthers(others.data)}
    </p>
  );
}

/** The keys of this list; those that need an item only when there is one. */
function KeyHints({ hasItems }: { hasItems: boolean }) {
  const { messages: m } = useLanguage();
  return (
    <div
      aria-hidden="true"
      className="flex items-center gap-3 mt-auto border-t border-line bg-sunken px-4 py-2 text-xs text-ink-2 max-wide:hidden"
    >
      {hasItems && (
        <>
          <span className="flex items-center gap-1">
            <KeyCap>J</KeyCap>
            <KeyCap>K</KeyCap> {m.keyMove}
          </span>
          <span className="flex items-center gap-1">
            <KeyCap>R</KeyCap> {m.keyReject}
          </span>
          <span className="flex items-center gap-1">
            <KeyCap>A</KeyCap> {m.keyApprove}
          </span>
        </>
      )}
      <span className="ml-auto flex items-center gap-1">
        <KeyCap>?</KeyCap> {m.allKeys}
      </span>
    </div>
  );
}

/** Selecting by keys: j, k and arrows move, Enter goes into the card, Escape comes back. */
function useQueueKeys(
  shown: readonly ApprovalSummary[],
  selected: string | undefined,
  select: (id: string, open: boolean) => void,
  focusSearch: () => void,
  choose: (id: string, extend: boolean) => void,
): void {
  const index = shown.findIndex((item) => item.id === selected);
  const move = (step: number): void => {
    const next = shown[Math.min(shown.length - 1, Math.max(0, index < 0 ? 0 : index + step))];
    if (!next) return;
    select(next.id, false);
    focusRow(next.id);
  };
  useKeys({
    x: () => selected !== undefined && choose(selected, false),
    j: (event) => {
      move(1);
      const next = shown[index + 1];
      if (event.shiftKey && next) choose(next.id, true);
    },
    k: () => move(-1),
    arrowdown: (event) => (event.target as Element).closest("[role=listbox]") && move(1),
    arrowup: (event) => (event.target as Element).closest("[role=listbox]") && move(-1),
    escape: () => selected !== undefined && focusRow(selected),
    "/": focusSearch,
  });
}

function QueueColumn({
  search,
  onChange,
  onSelect,
  phone,
}: {
  search: QueueSearch;
  onChange: Parameters<typeof QueueToolbar>[0]["onChange"];
  onSelect(id: string, open: boolean): void;
  phone: boolean;
}) {
  const { messages: m, language } = useLanguage();
  const live = useLive();
  const queue = useQueue(search);
  const field = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<readonly ApprovalSummary[]>([]);
  const items = useMemo(() => queue.data?.pages.flatMap((page) => page.items) ?? [], [queue.data]);
  const first = items[0]?.id;
  const more = queue.hasNextPage;
  useEffect(() => {
    if (!phone && search.id === undefined && first !== undefined) onSelect(first, false);
  }, [phone, search.id, first, onSelect]);
  const batch = useBatch(items);
  useQueueKeys(shown, search.id, onSelect, () => field.current?.focus(), batch.choose);
  return (
    <section aria-label={m.approvals} className="flex h-full min-h-0 flex-col border-r border-line bg-canvas max-wide:border-r-0">
      <div className="flex items-baseline gap-3 px-4 pt-5 pb-3">
        <h1 className="text-lg">{m.approvals}</h1>
        {queue.data && (
          <span className="text-ink-2">
            {(search.view === "decided" ? m.decidedCount : m.openCount)(items.length).replace(
              /^\d+/,
              (digits) => `${digits}${more ? "+" : ""}`,
            )}
          </span>
        )}
        <span className="ml-auto">
          <LiveLine state={live.state} lastHeard={live.lastHeard} />
        </span>
      </div>
      <QueueToolbar search={search} onChange={onChange} field={field} />
      {queue.isError && queue.data && (
        <p role="alert" className="flex gap-2 bg-warn-wash px-4 py-1 text-xs text-warn-ink">
          {m.couldNotRefresh(clockText(new Date(queue.errorUpdatedAt).toISOString(), Date.now(), language))}
          <button type="button" className="underline" onClick={() => queue.refetch()}>
            {m.tryAgain}
          </button>
        </p>
      )}
      {queue.isPending && (
        <div className="px-4">
          <Waiting lines={8} />
        </div>
      )}
      {queue.isError && !queue.data && (
        <div role="alert" className="m-4 rounded-md bg-danger-wash p-3 text-danger-ink">
          <p className="mb-2">{m.couldNotLoad(m.approvals)}</p>
          <Button onClick={() => queue.refetch()}>{m.tryAgain}</Button>
        </div>
      )}
      {queue.data && items.length === 0 && <EmptyQueue search={search} onClear={() => onChange({ ...NO_FILTERS, q: undefined })} />}
      {items.length > 0 && (
        <QueueList
          items={items}
          listKey={queueQuery(search)}
          selected={search.id}
          onSelect={onSelect}
          box={box}
          chosen={batch.ids}
          onShown={setShown}
          label={search.view === "decided" ? m.queueListDecided : m.queueList}
          {...(more && !queue.isFetchingNextPage && (queue.data?.pages.length ?? 0) < MOST_PAGES ? { onEnd: queue.fetchNextPage } : {})}
        />
      )}
      <BatchBar chosen={batch.chosen} onClear={batch.clear} />
      {more && (
        <div className="border-t border-line p-2">
          <Button look="quiet" className="w-full" disabled={queue.isFetchingNextPage} onClick={() => queue.fetchNextPage()}>
            {m.loadMore}
          </Button>
        </div>
      )}
      <KeyHints hasItems={items.length > 0} />
    </section>
  );
}

/** Going into a card lands on Reject, the harmless one of the two buttons. */
const focusReject = (event: FocusEvent<HTMLElement>): void => {
  if (event.target === event.currentTarget) event.currentTarget.querySelector<HTMLElement>("[data-reject]")?.focus({ preventScroll: true });
};

/** The queue and, beside it, the card of the open item. */
export function ApprovalsPage() {
  const { messages: m } = useLanguage();
  const search = useSearch({ from: "/shell/approvals" });
  const navigate = useNavigate();
  const phone = useIsPhone();
  const card = useRef<HTMLElement>(null);
  const queue = useQueue(search);
  const onChange = useCallback(
    (change: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }) => {
      void navigate({
        to: "/approvals",
        replace: true,
        search: (last: QueueSearch) =>
          Object.fromEntries(Object.entries({ ...last, ...change }).filter(([, value]) => value !== undefined)) as QueueSearch,
      });
    },
    [navigate],
  );
  const onSelect = useCallback(
    (id: string, open: boolean) => {
      if (phone) return void navigate({ to: "/approvals/$id", params: { id } });
      onChange({ id });
      if (open) requestAnimationFrame(() => card.current?.focus({ preventScroll: true }));
    },
    [phone, navigate, onChange],
  );
  return (
    <div className="grid h-full min-h-0 grid-cols-1 wide:grid-cols-[minmax(320px,var(--list-width))_1fr]">
      <QueueColumn search={search} onChange={onChange} onSelect={onSelect} phone={phone} />
      {!phone && (
        <section
          ref={card}
          tabIndex={-1}
          data-card-pane
          aria-label={m.card}
          onFocus={focusReject}
          className="min-h-0 overflow-y-auto bg-surface outline-none"
        >
          {search.id === undefined ? (
            (queue.data?.pages[0]?.items.length ?? 0) > 0 && <p className="p-8 text-ink-2">{m.chooseItem}</p>
          ) : (
            <ApprovalPane key={search.id} id={search.id} />
          )}
        </section>
      )}
    </div>
  );
}
