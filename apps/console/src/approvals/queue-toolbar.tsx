import { Menu } from "@base-ui/react/menu";
import { ArrowDownWideNarrow, ListFilter, Search, X } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { MenuChoice, MenuPopup } from "../ui/menu-parts.tsx";
import { FilterDialog } from "./filter-dialog.tsx";
import { hasFilters, NAME_FILTERS, type NameFilter, type QueueSearch, type QueueSort, type QueueView, queueSort } from "./queue-search.ts";

export interface QueueToolbarProps {
  search: QueueSearch;
  onChange(change: { [K in keyof QueueSearch]?: QueueSearch[K] | undefined }): void;
  field: RefObject<HTMLInputElement | null>;
}

const ICON_BUTTON = "target grid w-9 shrink-0 place-items-center rounded-md border border-line-control bg-surface text-ink hover:bg-hover";
const TYPING_MS = 200;

function SearchField({ search, onChange, field }: QueueToolbarProps) {
  const m = useMessages();
  const [text, setText] = useState(search.q ?? "");
  useEffect(() => {
    if (text === (search.q ?? "")) return;
    const timer = window.setTimeout(() => onChange({ q: text || undefined }), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [text, search.q, onChange]);
  return (
    <div className="relative min-w-0 flex-1">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
        strokeWidth={1.9}
      />
      <input
        ref={field}
        type="search"
        aria-label={m.search}
        placeholder={m.search}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        className="target w-full rounded-md border border-line-control bg-surface pr-2 pl-9"
      />
    </div>
  );
}

function Views({ search, onChange }: Pick<QueueToolbarProps, "search" | "onChange">) {
  const m = useMessages();
  const words: [QueueView, string][] = [
    ["mine", m.viewMine],
    ["claimed", m.viewClaimed],
    ["tainted", m.viewTainted],
    ["all", m.viewAll],
    ["decided", m.viewDecided],
  ];
  const current = search.view ?? "mine";
  return (
    <fieldset className="mt-2 flex min-w-0 flex-wrap gap-1">
      <legend className="sr-only">{m.views}</legend>
      {words.map(([view, word]) => (
        <button
          key={view}
          type="button"
          aria-pressed={view === current}
          onClick={() => onChange({ view })}
          className={`target shrink-0 rounded-md px-2 text-xs font-medium whitespace-nowrap ${view === current ? "bg-brand-wash text-brand-ink" : "text-ink-2 hover:bg-hover"}`}
        >
          {word}
        </button>
      ))}
    </fieldset>
  );
}

function ActiveFilters({ search, onChange }: Pick<QueueToolbarProps, "search" | "onChange">) {
  const m = useMessages();
  if (!hasFilters(search)) return null;
  const tables: Partial<Record<NameFilter, Readonly<Record<string, string>>>> = { tool: m.toolNames, role: m.roles };
  const chips: [NameFilter | "risk", string][] = NAME_FILTERS.flatMap((name) => {
    const value = search[name];
    return value ? [[name, wordOf(tables[name] ?? {}, value)] as [NameFilter, string]] : [];
  });
  if (search.risk) chips.push(["risk", m.risk[search.risk]]);
  return (
    <div className="mt-2 flex flex-wrap gap-2">
      {chips.map(([key, word]) => (
        <button
          key={key}
          type="button"
          aria-label={m.removeFilter(word)}
          onClick={() => onChange({ [key]: undefined })}
          className="target inline-flex items-center gap-1 rounded-sm bg-sunken px-2 text-xs"
        >
          <Text value={word} />
          <X aria-hidden="true" className="size-3" />
        </button>
      ))}
    </div>
  );
}

/** Search, filters, order and views of the queue; all of it lives in the address. */
export function QueueToolbar({ search, onChange, field }: QueueToolbarProps) {
  const m = useMessages();
  const [filtering, setFiltering] = useState(false);
  // The dialog begins with the filters of the address each time that it opens.
  const [round, setRound] = useState(0);
  const openFilters = (): void => {
    setRound(round + 1);
    setFiltering(true);
  };
  const sorts: [QueueSort, string][] = [
    ...(search.view === "decided" ? [["recent", m.sortRecent] as [QueueSort, string]] : []),
    ["risk", m.sortRisk],
    ["expiry", m.sortExpiry],
    ["age", m.sortAge],
  ];
  return (
    <div className="px-4 pb-2">
      <div className="flex gap-2">
        <SearchField search={search} onChange={onChange} field={field} />
        <button type="button" aria-label={m.filter} className={ICON_BUTTON} onClick={openFilters}>
          <ListFilter aria-hidden="true" className="size-4" strokeWidth={1.9} />
        </button>
        <FilterDialog key={round} open={filtering} search={search} onClose={() => setFiltering(false)} onChange={onChange} />
        <Menu.Root>
          <Menu.Trigger aria-label={m.sort} className={ICON_BUTTON}>
            <ArrowDownWideNarrow aria-hidden="true" className="size-4" strokeWidth={1.9} />
          </Menu.Trigger>
          <MenuPopup>
            {sorts.map(([sort, word]) => (
              <MenuChoice key={sort} checked={queueSort(search) === sort} onChoose={() => onChange({ sort })}>
                {word}
              </MenuChoice>
            ))}
          </MenuPopup>
        </Menu.Root>
      </div>
      <Views search={search} onChange={onChange} />
      <ActiveFilters search={search} onChange={onChange} />
    </div>
  );
}
