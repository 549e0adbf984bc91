import type { CoreMessage } from "@quartermaster/shared/bus";
import { Envelope, FeedEvent } from "@quartermaster/shared/contracts";
import { type Tx, transaction } from "@quartermaster/shared/db";
import { parseStrict } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { tenantOf } from "../requests/request-store.ts";
import { storeEvent } from "./record-event.ts";

/**
 * What other services may report, by publisher. Everything that follows from a plan's state or a receipt is written by the
 * coordinator itself with the change, so that it is told once and in order.
 */
const ACCEPTED: Record<string, readonly string[]> = {
  agents: ["agent.status", "tool.called", "proposal.created", "budget.warning"],
  approvals: ["approval.claimed"],
};

const publisherOf = (subject: string): string => subject.split(".")[2] ?? "";
const isAgent = (publisher: string): boolean => publisher === "supply" || publisher === "transit" || publisher === "export";

/** An agent reports on its own tasks only. */
async function hasTask(tx: Tx, requestId: string, agent: string, taskId: unknown): Promise<boolean> {
  const text = "select 1 from tasks where id = $1 and request_id = $2 and agent = $3";
  return (
    (await tx.query({ name: "task-of-agent", text, values: [typeof taskId === "string" ? taskId : "", requestId, agent] })).rowCount === 1
  );
}

const readEvent = (body: string): FeedEvent => {
  const json = parseStrict(body, { maxDepth: 40 });
  const envelope = Envelope.safeParse(json);
  return FeedEvent.parse(envelope.success ? envelope.data.payload : json);
};

/** Takes a line of the live feed: stores it for replay (any replica may be first) and wakes those who watch the request. */
export async function onFeedEvent(context: Pick<CoordinatorContext, "pool" | "news">, message: CoreMessage): Promise<void> {
  const publisher = publisherOf(message.subject);
  const event = readEvent(message.body);
  if (publisher === "coordinator") {
    context.news.notify(event.requestId);
    return;
  }
  if (!(ACCEPTED[isAgent(publisher) ? "agents" : publisher] ?? []).includes(event.name)) return;
  const tenant = await tenantOf(context.pool, "requests", event.requestId);
  if (tenant === null || tenant !== event.tenant) return;
  const isOfAgent = isAgent(publisher);
  // Whoever published it, not what it says, tells whose line it is.
  const data = isOfAgent ? { ...event.data, agent: publisher } : event.data;
  await transaction(context.pool, tenant, async (tx) => {
    if (isOfAgent && !(await hasTask(tx, event.requestId, publisher, event.data.taskId))) return;
    await storeEvent(tx, { tenant, requestId: event.requestId, eventId: event.id, name: event.name, data, at: event.at });
    if (event.name === "agent.status" && event.data.status === "working" && typeof event.data.taskId === "string") {
      await tx.query("update tasks set status = 'working' where id = $1 and agent = $2 and status = 'waiting'", [
        event.data.taskId,
        publisher,
      ]);
    }
  });
  context.news.notify(event.requestId);
}
