const DAY_MS = 86_400_000;

/** Date part of an ISO date or instant. */
export const dateOf = (instant: string): string => instant.slice(0, 10);

/** Whole days from one ISO date to another; negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(dateOf(to)) - Date.parse(dateOf(from))) / DAY_MS);

/** ISO date a number of days later. */
export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(dateOf(date)) + days * DAY_MS).toISOString().slice(0, 10);
