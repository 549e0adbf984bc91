import type { BusMessage } from "@quartermaster/shared/bus";
import { z } from "zod";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { storeDeadLetter } from "./store-dead-letter.ts";

const KINDS = { MAX_DELIVERIES: "max_deliveries", MSG_TERMINATED: "terminated" } as const;
const SUBJECT = /^\$JS\.EVENT\.ADVISORY\.CONSUMER\.(MAX_DELIVERIES|MSG_TERMINATED)\./;

/** What is read of an advisory of the server; it says more. */
const Advisory = z.object({
  stream: z.string().max(200),
  consumer: z.string().max(200),
  stream_seq: z.number().int().nonnegative(),
  deliveries: z.number().int().nonnegative().default(0),
});

/**
 * Keeps what the server says of a message that was delivered too often or was ended: for people and for the count. Nothing waits
 * for it; what such a message asked for is found in the databases and sent again.
 */
export async function onAdvisory(context: Pick<CoordinatorContext, "pool" | "log">, message: BusMessage): Promise<void> {
  const kind = SUBJECT.exec(message.subject)?.[1] as keyof typeof KINDS | undefined;
  let body: unknown = null;
  try {
    body = JSON.parse(message.body);
  } catch {
    // Kept below as it is.
  }
  const read = Advisory.safeParse(body);
  const code = kind === undefined || !read.success ? "unknown" : KINDS[kind];
  const detail = read.success
    ? `message ${read.data.stream_seq} of ${read.data.stream} for ${read.data.consumer} after ${read.data.deliveries} deliveries`
    : "an advisory of another form";
  await storeDeadLetter(context, message, code, detail);
}
