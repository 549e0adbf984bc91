import { type FormEvent, type ReactNode, useId, useRef, useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { type NAME_FILTERS, NO_FILTERS, type QueueSearch } from "./queue-search.ts";

type Filters = Pick<QueueSearch, (typeof NAME_FILTERS)[number] | "risk">;
export type FilterChange = { [K in keyof QueueSearch]?: QueueSearch[K] | undefined };

export interface FilterDialogProps {
  open: boolean;
  search: QueueSearch;
  onClose(): void;
  onChange(change: FilterChange): void;
}

const FIELD = "target w-full rounded-md border border-line-control bg-surface px-2";
const AGENTS = ["supply", "transit", "export"];
/** Roles that decide nothing. */
const NEVER_DECIDE = /^(planner|auditor)$|_gateway$/;
/** Tools that only read are never asked about. */
const READS = /^(find|check|quote|screen)_/;

function Choice({ label, value, any, options, onValue }: ChoiceProps) {
  return (
    <Row label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onValue(event.target.value)} className={FIELD}>
          <option value="">{any}</option>
          {options.map(([key, word]) => (
            <option key={key} value={key}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Row>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  any: string;
  options: readonly (readonly [string, string])[];
  onValue(value: string): void;
}

function Row({ label, children }: { label: string; children(id: string): ReactNode }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-xs text-ink-2">
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Chooses what the queue shows; every filter lives in the address. */
export function FilterDialog({ open, search, onClose, onChange }: FilterDialogProps) {
  const m = useMessages();
  const first = useRef<HTMLInputElement>(null);
  const [wish, setWish] = useState<Filters>(search);
  const set = (name: keyof Filters, value: string): void => setWish({ ...wish, [name]: value === "" ? undefined : value });
  const words = (table: Readonly<Record<string, string>>, out: RegExp): [string, string][] =>
    Object.entries(table).filter(([key]) => !out.test(key));
  const send = (event: FormEvent): void => {
    event.preventDefault();
    // Ids of goods and places are written in capitals everywhere.
    const id = (value: string | undefined): string | undefined => value?.trim().toUpperCase() || undefined;
    onChange({ ...NO_FILTERS, ...wish, sku: id(wish.sku), location: id(wish.location) });
    onClose();
  };
  return (
    <Dialog open={open} onClose={onClose} title={m.filterTitle} initialFocus={first}>
      <form onSubmit={send}>
        <p className="mt-2 mb-4 text-ink-2">{m.filterLead}</p>
        <div className="grid grid-cols-2 gap-3">
          <Row label={m.filterSku}>
            {(id) => (
              <input
                id={id}
                ref={first}
                value={wish.sku ?? ""}
                maxLength={80}
                placeholder="VLV-050"
                autoComplete="off"
                onChange={(event) => set("sku", event.target.value)}
                className={FIELD}
              />
            )}
          </Row>
          <Row label={m.filterLocation}>
            {(id) => (
              <input
                id={id}
                value={wish.location ?? ""}
                maxLength={80}
                placeholder="LOC-HAM"
                autoComplete="off"
                onChange={(event) => set("location", event.target.value)}
                className={FIELD}
              />
            )}
          </Row>
          <Choice
            label={m.filterTool}
            value={wish.tool ?? ""}
            any={m.filterAny}
            options={words(m.toolNames, READS)}
            onValue={(value) => set("tool", value)}
          />
          <Choice
            label={m.filterRole}
            value={wish.role ?? ""}
            any={m.filterAny}
            options={words(m.roles, NEVER_DECIDE)}
            onValue={(value) => set("role", value)}
          />
          <Choice
            label={m.filterAgent}
            value={wish.agent ?? ""}
            any={m.filterAny}
            options={AGENTS.map((agent) => [agent, agent])}
            onValue={(value) => set("agent", value)}
          />
          <Choice
            label={m.filterRisk}
            value={wish.risk ?? ""}
            any={m.filterAny}
            options={(["3", "2", "1"] as const).map((risk) => [risk, m.risk[risk]])}
            onValue={(value) => set("risk", value)}
          />
        </div>
        <div className="mt-5 flex gap-3">
          <Button
            className="flex-1"
            onClick={() => {
              onChange(NO_FILTERS);
              onClose();
            }}
          >
            {m.clearFilters}
          </Button>
          <Button type="submit" look="primary" className="flex-1">
            {m.filterApply}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
