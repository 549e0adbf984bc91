import type { JsonValue } from "@quartermaster/shared/contracts";

export interface SseEvent {
  id: number;
  name: string;
  data: Record<string, JsonValue>;
}

/** One event in the text/event-stream form; JSON has no raw line breaks, so one data line is enough. */
export function formatEvent(event: SseEvent): string {
  return `id: ${event.id}\nevent: ${event.name}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/**
 * The number after which to replay. Anything that is not one of our numbers replays from the start, also a number above the newest:
 * a reader that waits for what comes after it would hear nothing of what there is.
 */
export function parseLastEventId(header: string | string[] | undefined, newest: number): number {
  if (typeof header !== "string" || !/^\d{1,15}$/.test(header)) return 0;
  return Number(header) > newest ? 0 : Number(header);
}
