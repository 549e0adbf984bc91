import { KnownFact, type RememberedFact, type TaskResult } from "@quartermaster/shared/contracts";
import type { Tx } from "@quartermaster/shared/db";
import type { RequestRow } from "../requests/request-row.ts";
import { asksToRemember } from "./asks-to-remember.ts";
import { threadField } from "./thread-fields.ts";
import type { ThreadFields } from "./thread-reducers.ts";
import { changeThread, writeCheckpoint } from "./thread-store.ts";

/** How long each kind of fact holds after it was last said. */
const DAYS: Record<RememberedFact["name"], number> = { language: 365, defaultSite: 180, alias: 180 };
/** Facts of one user; the oldest goes for the newest. */
const MAX_FACTS = 50;

const keyOf = (fact: RememberedFact): string => (fact.name === "alias" ? `alias:${fact.word.toLowerCase()}` : fact.name);

const READ = `select fact, thread_id, learned_at, expires_at from user_facts where user_id = $1 and expires_at > now()
  order by learned_at desc limit ${MAX_FACTS}`;
const KEEP = `insert into user_facts (tenant, user_id, key, fact, thread_id, request_id, task_id, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8))
  on conflict (tenant, user_id, key) do update set fact = excluded.fact, thread_id = excluded.thread_id, request_id = excluded.request_id,
    task_id = excluded.task_id, learned_at = now(), expires_at = excluded.expires_at`;
const FORGET = `delete from user_facts where user_id = $1 and (expires_at < now() or key in (
  select key from user_facts where user_id = $1 order by learned_at desc offset ${MAX_FACTS}))`;

/** What is remembered of a user and still holds, newest first. */
export async function readUserFacts(tx: Pick<Tx, "query">, user: string): Promise<KnownFact[]> {
  const rows = await tx.query<{ fact: unknown; thread_id: string; learned_at: string | Date; expires_at: string | Date }>({
    name: "user-facts",
    text: READ,
    values: [user],
  });
  const instant = (at: string | Date) => new Date(at).toISOString();
  return rows.rows.flatMap((row) => {
    const known = { fact: row.fact, threadId: row.thread_id, learnedAt: instant(row.learned_at), expiresAt: instant(row.expires_at) };
    const parsed = KnownFact.safeParse(known);
    return parsed.success ? [parsed.data] : [];
  });
}

/** True for a fact that the user's own words of the request can have meant; agents check the same, and are not trusted with it. */
export function mayKeep(fact: RememberedFact, row: Pick<RequestRow, "text" | "language" | "intent">): boolean {
  if (row.text === null || !asksToRemember(row.text, row.language ?? row.intent?.language ?? "en")) return false;
  if (fact.name === "language") return fact.value === (row.language ?? row.intent?.language);
  const { kind, id } = fact.value;
  return row.intent?.entities.some((entity) => entity.kind === kind && entity.id === id) ?? false;
}

/** Keeps the facts that a task's result asks to remember, in the transaction that takes the result. */
export async function keepFacts(tx: Tx, row: RequestRow, result: Pick<TaskResult, "taskId" | "remembered">): Promise<void> {
  const facts = (result.remembered ?? []).filter((fact) => mayKeep(fact, row));
  if (facts.length === 0) return;
  const fields: Record<string, ThreadFields[string]> = {};
  for (const fact of facts) {
    const days = DAYS[fact.name];
    const values = [row.tenant, row.requester, keyOf(fact), JSON.stringify(fact), row.threadId, row.id, result.taskId, days];
    await tx.query({ name: "user-fact-keep", text: KEEP, values });
    if (fact.name === "defaultSite") fields.defaultSite = threadField(fact.value, row.id, new Date(), days);
  }
  await tx.query({ name: "user-facts-forget", text: FORGET, values: [row.requester] });
  await changeThread(tx, row.threadId, { fields });
  await writeCheckpoint(tx, row, "remember", { facts: facts.map(keyOf), taskId: result.taskId });
}
