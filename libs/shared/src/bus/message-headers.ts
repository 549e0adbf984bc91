import { headers, type MsgHdrs } from "@nats-io/transport-node";

/** Client form of a header record; undefined when there are none. */
export function toClientHeaders(record: Record<string, string> | undefined): MsgHdrs | undefined {
  if (!record) return undefined;
  const entries = Object.entries(record);
  if (entries.length === 0) return undefined;
  const result = headers();
  for (const [name, value] of entries) result.set(name, value);
  return result;
}

/** Map of a message's headers by lower-case name, first value of each. */
export function fromClientHeaders(source: MsgHdrs | undefined): ReadonlyMap<string, string> {
  const result = new Map<string, string>();
  for (const [name, values] of source ?? []) result.set(name.toLowerCase(), values[0] ?? "");
  return result;
}
