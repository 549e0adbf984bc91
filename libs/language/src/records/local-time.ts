import type { Language } from "@quartermaster/shared/contracts";

const STAMP = /\b(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d+)?)?Z/g;

/** A day in the way of a language, such as "8 Dec 2026" or "8. Dez. 2026". @param day ISO day */
export const localDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(`${day}T00:00:00Z`));

/** The text with every ISO time in it written as a day of the language and a time of day, in UTC as it was. */
export const withLocalTimes = (text: string, language: Language): string =>
  text.replace(STAMP, (_stamp, day: string, time: string) => `${localDay(day, language)}, ${time} UTC`);

/** The text with every ISO time in it as the same day and a time of day: "2026-12-08 16:00 UTC". */
export const plainTimes = (text: string): string => text.replace(STAMP, (_stamp, day: string, time: string) => `${day} ${time} UTC`);
