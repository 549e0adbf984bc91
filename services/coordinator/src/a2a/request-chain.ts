import type { Tx } from "@quartermaster/shared/db";
import type { RequestRow } from "../requests/request-row.ts";
import { readRequest } from "../requests/request-store.ts";

const MAX_TURNS = 20;

/**
 * The requests behind one A2A task, first to last: an answer to a question is a request of its own here and the same task
 * there. Null when the tenant has no such request.
 */
export async function readChain(tx: Tx, taskId: string): Promise<RequestRow[] | null> {
  const first = await readRequest(tx, taskId);
  if (!first) return null;
  const chain = [first];
  for (let row = first; row.supersededBy !== null && chain.length < MAX_TURNS; ) {
    const next = await readRequest(tx, row.supersededBy);
    if (next?.answers !== row.id) break;
    chain.push(next);
    row = next;
  }
  return chain;
}
