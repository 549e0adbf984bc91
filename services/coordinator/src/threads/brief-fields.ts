import type { JsonObject, TaskMemory } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { RequestRow } from "../requests/request-row.ts";
import { asksToRemember } from "./asks-to-remember.ts";
import type { ThreadPicture } from "./thread-store.ts";
import { readUserFacts } from "./user-facts.ts";

/**
 * What a brief says of its thread: the fields that still hold, what the turns were about that are no longer given, and the memory
 * of the requester, which the agent's runtime keeps behind `recall`.
 */
export async function briefFields(tx: Pick<Tx, "query">, row: RequestRow, thread: ThreadPicture): Promise<JsonObject> {
  const asked = row.text !== null && asksToRemember(row.text, row.language ?? "en");
  const memory: TaskMemory = { asked, facts: await readUserFacts(tx, row.requester) };
  return {
    ...thread.fields,
    ...(thread.summary === null ? {} : { earlier: thread.summary.split("\n") }),
    ...(asked || memory.facts.length > 0 ? { memory: memory as unknown as JsonObject } : {}),
  };
}
