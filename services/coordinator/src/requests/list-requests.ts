import { Id, Instant, RequestStatus } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import { AppError } from "@quartermaster/shared/errors";
import { CursorText, pageCursor, wholeNumber } from "@quartermaster/shared/http";
import { z } from "zod";
import { camelRow, type RequestRow } from "./request-row.ts";
import { summariseRequest } from "./request-view.ts";

export const ListQuery = z.strictObject({
  status: z.string().max(200).optional(),
  requester: z.string().max(80).optional(),
  threadId: z.string().max(40).optional(),
  since: Instant.optional(),
  limit: wholeNumber(1, 200).default(50),
  cursor: CursorText.optional(),
});
export type ListQuery = z.infer<typeof ListQuery>;

const CURSOR = pageCursor(z.tuple([Instant, Id]));

function readStatuses(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  const parsed = z.array(RequestStatus).safeParse(text.split(","));
  if (!parsed.success)
    throw new AppError("invalid_request", {
      detail: "unknown status",
      errors: [{ path: "querystring:/status", message: "unknown status" }],
    });
  return parsed.data;
}

const LIST = `select * from requests
  where ($1::text[] is null or status = any($1)) and ($2::text is null or requester = $2) and ($3::text is null or thread_id = $3)
    and ($4::timestamptz is null or created_at >= $4)
    and ($5::timestamptz is null or (date_trunc('milliseconds', created_at), id) < ($5, $6))
  order by date_trunc('milliseconds', created_at) desc, id desc limit $7`;

/** One page of the tenant's requests, newest first. */
export async function listRequests(tx: Tx, query: ListQuery, me: string) {
  const cursor = query.cursor === undefined ? null : CURSOR.read(query.cursor);
  const requester = query.requester === "me" ? me : (query.requester ?? null);
  const values = [
    readStatuses(query.status),
    requester,
    query.threadId ?? null,
    query.since ?? null,
    cursor?.[0] ?? null,
    cursor?.[1] ?? null,
    query.limit + 1,
  ];
  const rows = (await tx.query(LIST, values)).rows.map((row) => camelRow<RequestRow>(row));
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const nextCursor = rows.length > query.limit && last ? CURSOR.write([last.createdAt, last.id]) : null;
  return { items: page.map(summariseRequest), nextCursor };
}
