import type { Tx } from "@quartermaster/shared/db";
import { MOST_TURNS } from "../handoff/read-replaced-steps.ts";
import { addsToOrder } from "../intent/turn-relation.ts";
import type { RequestRow } from "../requests/request-row.ts";

type Turn = Pick<RequestRow, "relation" | "text" | "language" | "intent">;

// An answer goes on with the turn that asked, over as many questions as there were.
const ASKED = `with recursive asked (id, answers, depth) as (
    select id, answers, 1 from requests where thread_id = $1 and id = $2
    union select r.id, r.answers, a.depth + 1 from asked a join requests r on r.id = a.answers and r.thread_id = $1 where a.depth < ${MOST_TURNS})
  select r.relation, r.text, r.language, r.intent from requests r join asked a on a.id = r.id order by a.depth`;

/** "Please also hold SHP-2" stands beside what was done, also where it changes an open order. */
const isCorrection = ({ relation, text, language, intent }: Turn): boolean =>
  relation === "correction" && !addsToOrder(text ?? "", language ?? intent?.language ?? "en");

/** True when a turn puts something in the place of what was done: it corrects by itself, or it answers what a correction was asked. */
export async function correctsDone(tx: Tx, row: Turn & Pick<RequestRow, "threadId" | "answers">): Promise<boolean> {
  if (row.relation !== "answer" || row.answers === null) return isCorrection(row);
  const found = await tx.query<Turn & Record<string, unknown>>({ name: "asked-turns", text: ASKED, values: [row.threadId, row.answers] });
  const first = found.rows.find((turn) => turn.relation !== "answer");
  return first !== undefined && isCorrection(first);
}
