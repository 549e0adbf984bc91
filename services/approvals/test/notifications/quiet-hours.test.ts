import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, dueAt, OwnSettings } from "../../src/notifications/settings/own-settings.ts";
import { isQuiet, QuietHours, quietUntil } from "../../src/notifications/settings/quiet-hours.ts";

const MINUTE = 60_000;
const hours = (from: string, to: string, timeZone = "Europe/Berlin", urgentAnyway = false) =>
  QuietHours.parse({ from, to, timeZone, urgentAnyway });
const until = (now: string, quiet: QuietHours): string => new Date(quietUntil(Date.parse(now), quiet)).toISOString();

describe("quiet hours", () => {
  it.each([
    // Winter and summer in Berlin: UTC+1 and UTC+2.
    ["2026-01-10T22:30:00Z", "22:00", "07:00", "Europe/Berlin", "2026-01-11T06:00:00.000Z"],
    ["2026-07-10T22:30:00Z", "22:00", "07:00", "Europe/Berlin", "2026-07-11T05:00:00.000Z"],
    ["2026-01-10T12:00:00Z", "22:00", "07:00", "Europe/Berlin", "2026-01-10T12:00:00.000Z"],
    // To the second at both ends.
    ["2026-01-10T20:59:59.999Z", "22:00", "07:00", "Europe/Berlin", "2026-01-10T20:59:59.999Z"],
    ["2026-01-10T21:00:00Z", "22:00", "07:00", "Europe/Berlin", "2026-01-11T06:00:00.000Z"],
    ["2026-01-11T05:59:59.999Z", "22:00", "07:00", "Europe/Berlin", "2026-01-11T06:00:00.000Z"],
    ["2026-01-11T06:00:00Z", "22:00", "07:00", "Europe/Berlin", "2026-01-11T06:00:00.000Z"],
    // The night in which the clock goes forward (29 March 2026, 02:00 to 03:00) has an hour less, also when the end is skipped.
    ["2026-03-28T22:00:00Z", "22:00", "07:00", "Europe/Berlin", "2026-03-29T05:00:00.000Z"],
    ["2026-03-29T00:30:00Z", "01:00", "02:30", "Europe/Berlin", "2026-03-29T01:00:00.000Z"],
    // The night in which it goes back (25 October 2026, 03:00 to 02:00) has an hour more.
    ["2026-10-24T21:00:00Z", "22:00", "07:00", "Europe/Berlin", "2026-10-25T06:00:00.000Z"],
    ["2026-10-24T23:30:00Z", "01:00", "03:00", "Europe/Berlin", "2026-10-25T02:00:00.000Z"],
    // 02:30 comes twice: quiet ends at the first one, and 02:15 of the second hour is quiet again.
    ["2026-10-24T23:30:00Z", "01:00", "02:30", "Europe/Berlin", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T01:15:00Z", "01:00", "02:30", "Europe/Berlin", "2026-10-25T01:30:00.000Z"],
    // Within one day, half-hour zones, and a clock that moves by half an hour (Lord Howe, 4 October 2026, 02:00 to 02:30).
    ["2026-01-10T12:15:00Z", "12:00", "14:00", "Europe/London", "2026-01-10T14:00:00.000Z"],
    ["2026-01-10T18:00:00Z", "23:00", "06:15", "Asia/Kolkata", "2026-01-11T00:45:00.000Z"],
    ["2026-10-03T14:00:00Z", "00:00", "06:00", "Australia/Lord_Howe", "2026-10-03T19:00:00.000Z"],
    ["2026-11-01T05:30:00Z", "00:00", "06:00", "America/New_York", "2026-11-01T11:00:00.000Z"],
  ])("at %s, %s to %s in %s: until %s", (now, from, to, zone, end) => {
    expect(until(now, hours(from, to, zone))).toBe(end);
  });

  it("end at the first minute that is not quiet, in any zone, also around changes of the clock", () => {
    const zones = [
      "Europe/Berlin",
      "America/New_York",
      "Australia/Lord_Howe",
      "Asia/Kolkata",
      "America/St_Johns",
      "UTC",
      "Africa/Casablanca",
    ];
    const changes = [
      "2026-03-29T01:00:00Z",
      "2026-10-25T01:00:00Z",
      "2026-03-08T07:00:00Z",
      "2026-11-01T06:00:00Z",
      "2026-10-03T15:30:00Z",
    ];
    const time = fc.integer({ min: 0, max: 1_439 });
    const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.constantFrom(...changes),
        fc.integer({ min: -1_800, max: 300 }),
        time,
        fc.integer({ min: 1, max: 1_320 }),
        (zone, change, offset, from, length) => {
          const quiet = hours(clock(from), clock((from + length) % 1_440), zone);
          const now = Date.parse(change) + offset * MINUTE;
          let first = now;
          while (isQuiet(first, quiet)) first += MINUTE;
          expect(quietUntil(now, quiet)).toBe(first);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    [{ from: "22:00", to: "22:00", timeZone: "Europe/Berlin" }],
    [{ from: "22:00", to: "21:00", timeZone: "Europe/Berlin" }],
    [{ from: "24:00", to: "07:00", timeZone: "Europe/Berlin" }],
    [{ from: "7:00", to: "08:00", timeZone: "Europe/Berlin" }],
    [{ from: "22:00", to: "07:00", timeZone: "Mars/Olympus" }],
    [{ from: "22:00", to: "07:00", timeZone: "+02:00" }],
    [{ from: "22:00", to: "07:00" }],
  ])("%j are refused", (wish) => {
    expect(QuietHours.safeParse(wish).success).toBe(false);
  });
});

describe("when somebody is told", () => {
  const at = (text: string) => Date.parse(text);
  const settings = (wish: object) => OwnSettings.parse(wish);
  const now = at("2026-01-10T22:40:00Z");

  it("at once, without settings", () => {
    expect(dueAt(now, "approval.requested", DEFAULT_SETTINGS)).toBe(now);
  });
  it("at the next round of the digest, but at once of what runs out", () => {
    const collected = settings({ digestMinutes: 60 });
    expect(dueAt(now, "approval.requested", collected)).toBe(at("2026-01-10T23:00:00Z"));
    expect(dueAt(at("2026-01-10T23:00:00Z"), "approval.requested", collected)).toBe(at("2026-01-10T23:00:00Z"));
    expect(dueAt(now, "approval.expiring", collected)).toBe(now);
  });
  it("after the quiet hours, and through them only of what runs out, for whoever wants that", () => {
    const night = { from: "23:00", to: "07:00", timeZone: "Europe/Berlin" };
    const end = at("2026-01-11T06:00:00Z");
    expect(dueAt(now, "approval.requested", settings({ quietHours: night }))).toBe(end);
    expect(dueAt(now, "approval.expiring", settings({ quietHours: night }))).toBe(end);
    const urgent = settings({ quietHours: { ...night, urgentAnyway: true } });
    expect([dueAt(now, "approval.requested", urgent), dueAt(now, "approval.expiring", urgent)]).toEqual([end, now]);
  });
  it("not in quiet hours when the digest's round falls into them", () => {
    const both = settings({ digestMinutes: 240, quietHours: { from: "21:00", to: "09:30", timeZone: "UTC" } });
    expect(dueAt(at("2026-01-10T20:30:00Z"), "approval.requested", both)).toBe(at("2026-01-11T09:30:00Z"));
  });
});
