const MINUTE = 60_000;
const HOUR = 3_600_000;

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** "10:41" today, "9 Dec 21:00" else. */
export function clockText(instant: string, now: number, language: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  const time = new Intl.DateTimeFormat(language === "de" ? "de" : "en-GB", { hour: "2-digit", minute: "2-digit" }).format(date);
  if (isSameDay(date, new Date(now))) return time;
  return `${new Intl.DateTimeFormat(language === "de" ? "de" : "en-GB", { day: "numeric", month: "short" }).format(date)} ${time}`;
}

/** "14 Dec 2026" for a calendar day, which is the same day in every zone; what is none stays as it is. */
export function dayText(day: string, language: string): string {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00Z`) : new Date(Number.NaN);
  if (Number.isNaN(date.getTime())) return clockText(day, 0, language);
  const parts = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(language === "de" ? "de" : "en-GB", parts).format(date);
}

/** The whole instant with its zone, for a hint. */
export function fullTime(instant: string, language: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return instant;
  return new Intl.DateTimeFormat(language === "de" ? "de" : "en-GB", { dateStyle: "full", timeStyle: "long" }).format(date);
}

/** "3 h 12", "42 min", "95 s"; seconds only in the last two minutes. */
export function durationText(ms: number): string {
  const left = Math.max(0, ms);
  if (left < 2 * MINUTE) return `${Math.floor(left / 1000)} s`;
  if (left < HOUR) return `${Math.floor(left / MINUTE)} min`;
  if (left < 48 * HOUR) return `${Math.floor(left / HOUR)} h ${String(Math.floor((left % HOUR) / MINUTE)).padStart(2, "0")}`;
  return `${Math.floor(left / (24 * HOUR))} d`;
}

/** How urgent a deadline is: amber under two hours, red under fifteen minutes. */
export function urgencyOf(ms: number): "calm" | "soon" | "now" {
  return ms < 15 * MINUTE ? "now" : ms < 2 * HOUR ? "soon" : "calm";
}
