import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useState } from "react";
import type { ApprovalSummary } from "../api/types.ts";
import { useMessages } from "../messages/use-messages.tsx";
import { useSession } from "../session/session-context.tsx";
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
}

/** The rows as a listbox with one tab stop. */
export function QueueList({ items, listKey, selected, onSelect, box, chosen, onShown }: QueueListProps) {
  const m = useMessages();
  const { user } = useSession();
  const [held, setHeld] = useState(false);
  const [round, setRound] = useState(0);
  const { shown, waiting, showWaiting } = useStableList(items, held, `${listKey} ${round}`);
  useEffect(() => onShown(shown), [shown, onShown]);
  const anySelected = shown.some((item) => item.id === selected);
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
        aria-label={m.queueList}
        {...(chosen.size === 0 ? {} : { "aria-multiselectable": true })}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-line outline-none"
        onClick={onClick}
        onKeyDown={onKeyDown}
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
      >
        {shown.map((item, index) => (
          <QueueRow
            key={item.id}
            item={item}
            selected={item.id === selected}
            position={index + 1}
            total={shown.length}
            focusable={anySelected ? item.id === selected : index === 0}
            user={user}
            chosen={chosen.size === 0 ? null : chosen.has(item.id)}
          />
        ))}
      </div>
    </>
  );
}
