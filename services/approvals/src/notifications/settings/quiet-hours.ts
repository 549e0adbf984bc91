import { z } from "zod";

const MINUTE = 60_000;
const DAY = 1_440;
/** A gap of the clock (an hour, once a year) must not reach from one quiet time into the next. */
const LEAST_AWAKE = 120;

const ClockTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 22:00");
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const TimeZone = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,59}$/, "must be a time zone such as Europe/Berlin")
  .refine(isTimeZone, "must be a time zone such as Europe/Berlin");

/** Hours of the day, by the clock on the wall of a place, in which a person is not told anything. */
export const QuietHours = z
  .strictObject({
    from: ClockTime,
    to: ClockTime,
    timeZone: TimeZone,
    /** True: what runs out, or was passed on, is told all the same. */
    urgentAnyway: z.boolean().default(false),
  })
  .refine((hours) => quietMinutes(hours) > 0 && quietMinutes(hours) <= DAY - LEAST_AWAKE, {
    path: ["to"],
    message: "quiet hours last up to 22 hours and do not end when they begin",
  });
export type QuietHours = z.infer<typeof QuietHours>;

const quietMinutes = (hours: { from: string; to: string }): number => (minutesOf(hours.to) - minutesOf(hours.from) + DAY) % DAY;

/** Making one takes longer than a hundred uses. There are some 600 names of zones. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function wallMinutes(instant: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  clocks.set(timeZone, clock);
  return minutesOf(clock.format(instant));
}

/** Whether an instant falls into somebody's quiet hours. */
export function isQuiet(instant: number, hours: QuietHours): boolean {
  return (wallMinutes(instant, hours.timeZone) - minutesOf(hours.from) + DAY) % DAY < quietMinutes(hours);
}

/**
 * The first instant from `now` on that is not quiet; `now` itself when it is none of the quiet hours. On the night when the clock
 * goes forward an end that the clock skips is the moment of the skip; when it goes back, hours that come twice are quiet twice.
 */
export function quietUntil(now: number, hours: QuietHours): number {
  if (!isQuiet(now, hours)) return now;
  let quiet = Math.floor(now / MINUTE) * MINUTE;
  let awake = quiet;
  for (let look = 0; look < 4; look++) {
    awake = quiet + ((minutesOf(hours.to) - wallMinutes(quiet, hours.timeZone) + DAY) % DAY) * MINUTE;
    if (!isQuiet(awake, hours)) break;
    quiet = awake;
  }
  // The clock may have gone forward in between: the end lies before.
  while (awake - quiet > MINUTE) {
    const middle = quiet + Math.floor((awake - quiet) / 2 / MINUTE) * MINUTE;
    if (isQuiet(middle, hours)) quiet = middle;
    else awake = middle;
  }
  return awake;
}
