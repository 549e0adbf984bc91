import { z } from "zod";
import { isUrgent, type NoteKind } from "../notes/note.ts";
import { QuietHours, quietUntil } from "./quiet-hours.ts";

/** How a person wants to be told, whatever the way. */
export const OwnSettings = z.strictObject({
  language: z.enum(["en", "de"]).default("en"),
  quietHours: QuietHours.nullable().default(null),
  /** News of so many minutes come as one message; 0 = each at once. What is urgent never waits for this. */
  digestMinutes: z.union([z.literal(0), z.literal(15), z.literal(30), z.literal(60), z.literal(120), z.literal(240)]).default(0),
});
export type OwnSettings = z.infer<typeof OwnSettings>;

/** Of whoever has set nothing. */
export const DEFAULT_SETTINGS: OwnSettings = OwnSettings.parse({});

/** When a person is told of something that happened now. Pure. */
export function dueAt(now: number, kind: NoteKind, settings: OwnSettings): number {
  const step = settings.digestMinutes * 60_000;
  const collected = step === 0 || isUrgent(kind) ? now : Math.ceil(now / step) * step;
  const hours = settings.quietHours;
  if (hours === null || (hours.urgentAnyway && isUrgent(kind))) return collected;
  return quietUntil(collected, hours);
}
