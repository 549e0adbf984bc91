import type { CoreMessage } from "@quartermaster/shared/bus";
import { ALL_TENANTS, transaction } from "@quartermaster/shared/db";
import { parseStrict } from "@quartermaster/shared/signing";
import type { CoordinatorContext } from "../coordinator-context.ts";
import { PresenceMessage } from "./agent-directory.ts";

const UPSERT = `insert into agent_instances (agent, instance, state, inflight, card_digest, url, last_seen) values ($1, $2, $3, $4, $5, $6, now())
  on conflict (agent, instance) do update set state = excluded.state, inflight = excluded.inflight, card_digest = excluded.card_digest,
    url = excluded.url, last_seen = now()`;

/** Takes a heartbeat: remembers the instance, and learns its tools when its card is new. */
export async function onPresence(
  context: Pick<CoordinatorContext, "pool" | "agents" | "catalogue" | "log">,
  message: CoreMessage,
): Promise<void> {
  const parsed = PresenceMessage.safeParse(parseStrict(message.body, { maxBytes: 4_096, maxDepth: 4 }));
  const [, , agent, instance] = message.subject.split(".");
  if (!parsed.success || parsed.data.agent !== agent || parsed.data.instance !== instance) {
    context.log.warn({ subject: message.subject }, "a heartbeat does not have the agreed form");
    return;
  }
  const presence = parsed.data;
  context.agents.seen(presence);
  await context.catalogue.learn(presence.agent, presence.cardDigest);
  const values = [presence.agent, presence.instance, presence.state, presence.inflight, presence.cardDigest, presence.url];
  await transaction(context.pool, ALL_TENANTS, (tx) => tx.query({ name: "instance-seen", text: UPSERT, values }));
}
