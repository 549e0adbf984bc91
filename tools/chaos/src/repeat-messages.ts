import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { headers } from "@nats-io/transport-node";
import { openConnection } from "@quartermaster/shared/bus";
import { createLogger } from "@quartermaster/shared/log";
import type { Random } from "./random.ts";
import type { ChaosStack } from "./start-stack.ts";

/** Messages that carry work or its outcome. */
const SUBJECTS = ["qm.task.>", "qm.result.>", "qm.plan.>", "qm.execute.>", "qm.grant.>", "qm.receipt.>", "qm.decision.>"];
const PART = 0.3;
const LONGEST_DELAY_MS = 20_000;
const MOST_WAITING = 2_000;

/**
 * Listens inside the streams' account and stores a part of what passes once more, later and out of order, under a new message id:
 * no de-duplication of the bus recognises it.
 */
export async function repeatMessages(stack: ChaosStack, random: Random): Promise<{ stop(): Promise<number> }> {
  const connection = await openConnection({
    url: stack.natsUrl,
    name: "chaos",
    nkeySeed: readFileSync(join(stack.home, "nats", "bootstrap.nk"), "utf8").trim(),
    inboxPrefix: "_INBOX_bootstrap",
    log: createLogger({ service: "chaos" }, "silent"),
  });
  const waiting = new Set<NodeJS.Timeout>();
  const own = new Set<string>();
  let repeated = 0;
  for (const subject of SUBJECTS) {
    connection.subscribe(subject, {
      callback: (error, message) => {
        const id = message.headers?.get("Nats-Msg-Id") ?? "";
        if (error || own.delete(id) || waiting.size >= MOST_WAITING || !random.chance(PART)) return;
        const body = message.data.slice();
        const to = message.subject;
        const timer = setTimeout(() => {
          waiting.delete(timer);
          const head = headers();
          const again = randomUUID();
          own.add(again);
          head.set("Nats-Msg-Id", again);
          connection.publish(to, body, { headers: head });
          repeated++;
        }, random.whole(LONGEST_DELAY_MS));
        waiting.add(timer);
      },
    });
  }
  return {
    async stop() {
      for (const timer of waiting) clearTimeout(timer);
      await connection.close();
      return repeated;
    },
  };
}
