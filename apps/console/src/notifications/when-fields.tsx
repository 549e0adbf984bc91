import { useMessages } from "../messages/use-messages.tsx";
import { FIELD, Tick } from "./channel-fields.tsx";
import { DIGEST_MINUTES, firstQuietHours, type QuietHours, type Wish } from "./wish.ts";

function QuietFields({ hours, onChange }: { hours: QuietHours; onChange(hours: QuietHours): void }) {
  const m = useMessages();
  const times = [
    ["from", m.quietFrom],
    ["to", m.quietTo],
  ] as const;
  return (
    <>
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-3">
        {times.map(([key, word]) => (
          <label key={key} className="block">
            <span className="text-ink-2">{word}</span>
            <input
              type="time"
              value={hours[key]}
              onChange={(event) => onChange({ ...hours, [key]: event.target.value })}
              className={`${FIELD} tabular-nums`}
            />
          </label>
        ))}
        <label className="block">
          <span className="text-ink-2">{m.quietZone}</span>
          <input
            value={hours.timeZone}
            maxLength={60}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => onChange({ ...hours, timeZone: event.target.value })}
            className={`${FIELD} font-mono`}
          />
        </label>
      </div>
      <Tick checked={hours.urgentAnyway} onChange={(urgentAnyway) => onChange({ ...hours, urgentAnyway })}>
        {m.quietUrgent}
      </Tick>
    </>
  );
}

/** When somebody is told, whatever the way: language, digest, quiet hours. */
export function WhenFields({ wish, onChange }: { wish: Wish; onChange(wish: Wish): void }) {
  const m = useMessages();
  const { quietHours } = wish;
  return (
    <section className="rounded-lg border border-line bg-surface p-4" aria-label={m.notifyWhen}>
      <h2 className="font-strong">{m.notifyWhen}</h2>
      <div className="mt-2 grid grid-cols-1 gap-3 wide:grid-cols-2">
        <label className="block">
          <span className="text-ink-2">{m.notifyLanguage}</span>
          <select
            value={wish.language}
            onChange={(event) => onChange({ ...wish, language: event.target.value === "de" ? "de" : "en" })}
            className={FIELD}
          >
            <option value="en">English</option>
            <option value="de">Deutsch</option>
          </select>
        </label>
        <label className="block">
          <span className="text-ink-2">{m.notifyDigest}</span>
          <select
            value={wish.digestMinutes}
            onChange={(event) => onChange({ ...wish, digestMinutes: Number(event.target.value) })}
            className={FIELD}
          >
            {DIGEST_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {m.digestEvery(minutes)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <Tick checked={quietHours !== null} onChange={(on) => onChange({ ...wish, quietHours: on ? firstQuietHours() : null })}>
        {m.quietOn}
      </Tick>
      {quietHours !== null && <QuietFields hours={quietHours} onChange={(hours) => onChange({ ...wish, quietHours: hours })} />}
      <p className="mt-1 max-w-[68ch] text-xs text-ink-2">{m.notifyUrgentMeans}</p>
    </section>
  );
}
