import type { Json, JsonObject } from "../api/types.ts";
import type { Messages } from "../messages/message-type.ts";

const text = (value: Json | undefined): string => (typeof value === "string" ? value : typeof value === "number" ? String(value) : "");
const isObject = (value: Json | undefined): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);
const amountIn =
  (m: Pick<Messages, "lot">) =>
  (part: JsonObject): string =>
    [text(part.quantity), text(part.uom), text(part.sku), part.lot ? m.lot(text(part.lot)) : ""].filter(Boolean).join(" ");
const route = (from: string, to: string): string => (from && to ? `${from} → ${to}` : from || to);

/** The arguments of a tool in a few words: how much of what, which record, from where to where. */
export function describeArgs(m: Pick<Messages, "lot">, args: Json | undefined): string {
  if (!isObject(args)) return "";
  const amount = amountIn(m);
  const lines = Array.isArray(args.lines) ? args.lines.filter(isObject) : [];
  const parts = [
    amount(args),
    lines.slice(0, 2).map(amount).join(", ") + (lines.length > 2 ? `, +${lines.length - 2}` : ""),
    text(args.shipmentId),
    text(args.declarationId),
    text(args.reservationId),
    text(args.holdId),
    text(args.screeningId),
    route(
      text(args.fromLocation) || text(args.origin) || text(args.fromUnlocode),
      text(args.toLocation) || text(args.destination) || text(args.toUnlocode),
    ),
    text(args.location),
    text(args.destinationCountry),
    text(args.serviceId),
  ];
  return parts.filter(Boolean).join(" · ");
}
