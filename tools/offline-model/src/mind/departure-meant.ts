import { type DepartureWindow, departureWindow } from "@quartermaster/language";
import type { JsonMap } from "../protocol/chat-request.ts";
import type { Conversation } from "./conversation.ts";
import { dayMeant } from "./day-meant.ts";

/** When goods may leave by the words, and the day by which they are to be there: no day says both. */
export function departureMeant({ reading, now }: Pick<Conversation, "reading" | "now">): {
  window: DepartureWindow | null;
  deadline: string | undefined;
} {
  const window = departureWindow(reading, now.slice(0, 10));
  const dates = reading.dates.filter((day) => !window?.days.includes(day));
  return { window, deadline: dayMeant({ reading: { ...reading, dates }, now }) };
}

/** True when a service leaves within these days. */
export function leavesWithin(window: DepartureWindow | null, service: JsonMap): boolean {
  const day = String(service.etd).slice(0, 10);
  return (window?.from ?? day) <= day && day <= (window?.until ?? day);
}

/** The day that goods are wanted for: of an order for transport, no day on which they are only to leave. */
export const neededBy = (conversation: Pick<Conversation, "reading" | "now">): string | undefined =>
  conversation.reading.actions.kinds.includes("book_shipment") ? departureMeant(conversation).deadline : dayMeant(conversation);
