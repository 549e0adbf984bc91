import { FINAL_REQUEST_STATUSES, type RequestStatus } from "@quartermaster/shared/contracts";
import type { Pool } from "@quartermaster/shared/db";
import { z } from "zod";
import type { RequestNews } from "../events/request-news.ts";
import type { RequestRow } from "./request-row.ts";
import { loadRequest } from "./request-store.ts";

const MAX_WAIT_MS = 60_000;
/** News of another replica may be lost; a look at the database is the truth. */
const LOOK_EVERY_MS = 1_000;

/** How long to wait: "30s", "1500ms" or plain seconds, at most a minute; becomes milliseconds. */
export const Wait = z
  .string()
  .regex(/^\d{1,6}(?:ms|s)?$/, "must be a time such as 30s or 1500ms")
  .transform((text) => Math.min(MAX_WAIT_MS, Number.parseInt(text, 10) * (text.endsWith("ms") ? 1 : 1000)));

/** Nothing more happens by itself: final, or the user's turn. */
export const isSettled = (status: RequestStatus): boolean => FINAL_REQUEST_STATUSES.includes(status) || status === "awaiting_input";

/** Waits until the request's status differs from what it was, or it is settled, or the time is up. */
export async function awaitChange(
  deps: { pool: Pool; news: RequestNews },
  first: RequestRow,
  waitMs: number,
  signal: AbortSignal,
): Promise<RequestRow> {
  const until = Date.now() + waitMs;
  let row = first;
  while (row.status === first.status && !isSettled(row.status) && Date.now() < until && !signal.aborted) {
    await deps.news.wait(row.id, Math.min(LOOK_EVERY_MS, until - Date.now()), signal);
    row = await loadRequest(deps.pool, row.tenant, row.id);
  }
  return row;
}
