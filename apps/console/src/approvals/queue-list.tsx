import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useState } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
import { useIsPhone } from "../ui/use-is-phone.ts";
import { QueueRow } from "./queue-row.tsx";
import { useStableList } from "./use-stable-list.ts";

export interface QueueListProps {
  items: readonly ApprovalSummary[];
  /** Changes with view, filters and order: a new list, not a refresh. */
  listKey: string;
  selected: string | undefined;
  onSelect(id: string, open: boolean): void;
  box: RefObject<HTMLDivElement | null>;
  /** Ids chosen for one decision over several items. */
  chosen: ReadonlySet<string>;
  /** Rows as they stand on the screen, for keys. */
  onShown(items: readonly ApprovalSummary[]): void;
  label: string;
  /** Asks for more rows when the end comes near; absent when there are none. */
  onEnd?(): unknown;
}

/** Height that the styles give every row, px. */
const rowHeight = (): number => Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row-height")) || 74;

/** Rows that are drawn beyond those in sight, for keys and quick wheels. */
const BEYOND = 8;
/** Rows before the end at which more are asked for. */
const NEAR_END = 20;

/** The rows as a listbox with one tab stop. */
export function QueueList({ items, listKey, selected, onSelect, box, chosen, onShown, label, onEnd }: QueueListProps) {
  const m = useMessages();
  const { user } = useSession();
  const [held, setHeld] = useState(false);
  const [round, setRound] = useState(0);
  const { shown, waiting, showWaiting } = useStableList(items, held, `${listKey} ${round}`);
  useEffect(() => onShown(shown), [shown, onShown]);
  const phone = useIsPhone();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the styles give rows another height on the phone
  const height = useMemo(rowHeight, [phone]);
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    overscan: BEYOND,
    getItemKey: (index) => shown[index]?.id ?? index,
    initialRect: { width: 420, height: 800 },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height of rows moves all of them
  useEffect(() => rows.measure(), [rows, height]);
  const drawn = rows.getVirtualItems();
  const place = shown.findIndex((item) => item.id === selected);
  const lastDrawn = drawn.at(-1)?.index ?? 0;
  const isDrawn = drawn.some((row) => row.index === place);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice moves the list; a refresh never does
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: "auto" });
  }, [selected, listKey]);
  useEffect(() => {
    if (lastDrawn >= shown.length - NEAR_END) onEnd?.();
  }, [lastDrawn, shown.length, onEnd]);
  const onClick = (event: MouseEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>("[data-id]");
    if (row?.dataset.id) onSelect(row.dataset.id, true);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = (event.target as Element).closest<HTMLElement>("[data-id]");
    if (event.key === "Enter" && row?.dataset.id) onSelect(row.dataset.id, true);
  };
  return (
    <>
      {waiting > 0 && (
        <button
          type="button"
          className="target w-full bg-info-wash text-xs font-medium text-info-ink"
          onClick={() => {
            showWaiting();
            setRound(round + 1);
          }}
        >
          {m.newItems(waiting)}
        </button>
      )}
      <div
        ref={box}
        role="listbox"
        aria-label={label}
        {...(chosen.size === 0 ? {} : { "aria-multiselectable": true })}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line outline-none"
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        <div role="presentation" className="relative w-full" style={{ height: rows.getTotalSize() }}>
          {drawn.map((row) => {
            const item = shown[row.index];
            return (
              item && (
                <div
                  key={row.key}
                  role="presentation"
                  className="absolute inset-x-0 top-0"
                  style={{ transform: `translateY(${row.start}px)` }}
                >
                  <QueueRow
                    item={item}
                    selected={item.id === selected}
                    position={row.index + 1}
                    total={shown.length}
                    focusable={isDrawn ? item.id === selected : row === drawn[0]}
                    user={user}
                    chosen={chosen.size === 0 ? null : chosen.has(item.id)}
                  />
                </div>
              )
            );
          })}
        </div>
      </div>
    </>
  );
}
