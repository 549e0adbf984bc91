import type { ReactNode } from "react";
import { useMessages, wordOf } from "../messages/use-messages.tsx";
import { EVENTS } from "./wish.ts";

/** The look of every field of the page: full width, and high enough for a thumb. */
export const FIELD = "target mt-1 w-full rounded-md border border-line-control bg-surface px-2";

/** A box to tick with its words. */
export function Tick({
  checked,
  disabled = false,
  onChange,
  children,
}: {
  checked: boolean;
  disabled?: boolean;
  onChange(on: boolean): void;
  children: ReactNode;
}) {
  return (
    <label className="target flex items-center gap-2">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 shrink-0 accent-brand"
      />
      <span>{children}</span>
    </label>
  );
}

/** Of what a channel tells. */
function EventTicks({ legend, events, onChange }: { legend: string; events: readonly string[]; onChange(events: string[]): void }) {
  const m = useMessages();
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-ink-2">{legend}</legend>
      <div className="grid grid-cols-1 wide:grid-cols-2">
        {EVENTS.map((event) => (
          <Tick
            key={event}
            checked={events.includes(event)}
            onChange={(on) => onChange(on ? [...events, event] : events.filter((other) => other !== event))}
          >
            {wordOf(m.notifyEvents, event)}
          </Tick>
        ))}
      </div>
    </fieldset>
  );
}

export interface ChannelFieldsProps {
  title: string;
  /** Words of the box that turns it on. */
  turnOn: string;
  label: string;
  type: "email" | "url";
  hint: ReactNode;
  /** False: this way is not to be had, and the hint says why. */
  possible: boolean;
  value: { to: string; events: string[] } | null;
  onChange(value: { to: string; events: string[] } | null): void;
  /** What stands below, such as the state of the channel. */
  children?: ReactNode;
}

/** One way to be told: off, or on with where to and of what. */
export function ChannelFields({ title, turnOn, label, type, hint, possible, value, onChange, children }: ChannelFieldsProps) {
  const m = useMessages();
  return (
    <section className="rounded-lg border border-line bg-surface p-4" aria-label={title}>
      <h2 className="font-strong">{title}</h2>
      <p className="max-w-[68ch] text-ink-2">{hint}</p>
      <Tick
        checked={value !== null}
        disabled={!possible && value === null}
        onChange={(on) => onChange(on ? { to: "", events: ["approval.requested", "approval.expiring", "approval.decided"] } : null)}
      >
        {turnOn}
      </Tick>
      {value !== null && (
        <>
          <label className="mt-2 block">
            <span className="text-ink-2">{label}</span>
            <input
              type={type}
              value={value.to}
              maxLength={2_000}
              autoComplete={type === "email" ? "email" : "off"}
              spellCheck={false}
              onChange={(event) => onChange({ ...value, to: event.target.value })}
              className={`${FIELD} font-mono`}
            />
          </label>
          <EventTicks legend={m.notifyOf} events={value.events} onChange={(events) => onChange({ ...value, events })} />
        </>
      )}
      {children}
    </section>
  );
}
