import type { BusMessage } from "@quartermaster/shared/bus";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
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

const KEPT = "select 1 from dead_letters where stream = $1 and sequence = $2 and at > now() - interval '1 day' limit 1";

/** Whether the message itself was kept, which was done before it was ended. */
async function isKept(context: Pick<CoordinatorContext, "pool">, { stream, stream_seq }: z.infer<typeof Advisory>): Promise<boolean> {
  const query = { name: "dead-letter-kept", text: KEPT, values: [stream, stream_seq] };
  return await transaction(context.pool, ALL_TENANTS, async (tx) => (await tx.query(query)).rows.length > 0);
}

/**
 * Keeps what the server says of a message that was delivered too often or was ended, unless the message is kept itself: for people
 * and for the count. Nothing waits for it; what such a message asked for is found in the databases and sent again.
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
  if (read.success && (await isKept(context, read.data))) return;
  const code = kind === undefined || !read.success ? "unknown" : KINDS[kind];
  const detail = read.success
    ? `message ${read.data.stream_seq} of ${read.data.stream} for ${read.data.consumer} after ${read.data.deliveries} deliveries`
    : "an advisory of another form";
  await storeDeadLetter(context, message, code, detail);
}
