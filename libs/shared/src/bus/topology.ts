import { type ConsumerConfig, RetentionPolicy, type StreamConfig } from "@nats-io/jetstream";
import { STREAMS } from "../contracts/subjects.ts";
import { BUS_DOMAINS } from "./roles.ts";

const SECOND = 1_000_000_000;
const HOUR = 3_600 * SECOND;
const MIB = 1_048_576;

export type StreamSettings = Partial<StreamConfig> & { name: string; subjects: string[] };

export interface DurableSettings {
  stream: string;
  durable: string;
  /** One filter only, with as many tokens as the stream's subject: an old server refuses anything else. */
  filter: string;
  ackWaitMs: number;
  maxAckPending: number;
  maxDeliver: number;
}

const stream = (
  name: string,
  subjects: string[],
  retention: RetentionPolicy,
  hours: number,
  mebibytes: number,
  discard: "new" | "old",
): StreamSettings => ({
  name,
  subjects,
  retention,
  storage: "file" as const,
  max_age: hours * HOUR,
  max_bytes: mebibytes * MIB,
  max_msg_size: 524_288,
  discard,
  duplicate_window: 120 * SECOND,
});

/** Every stream. Limits keep a full disk away; what ages out is dispatched again from the databases. */
export const STREAM_SETTINGS: readonly StreamSettings[] = [
  stream(STREAMS.tasks, ["qm.task.*.*.*"], RetentionPolicy.Workqueue, 24, 1_024, "new"),
  stream(STREAMS.results, ["qm.result.*.*.*"], RetentionPolicy.Workqueue, 24, 512, "new"),
  stream(STREAMS.events, ["qm.event.*.*.*"], RetentionPolicy.Limits, 168, 1_024, "old"),
  stream(STREAMS.plans, ["qm.plan.*.*", "qm.execute.*.*"], RetentionPolicy.Workqueue, 24, 512, "new"),
  stream(STREAMS.grants, ["qm.grant.*.*.*"], RetentionPolicy.Workqueue, 24, 256, "new"),
  stream(STREAMS.receipts, ["qm.receipt.*.*.*", "qm.decision.*.*"], RetentionPolicy.Interest, 168, 512, "new"),
  stream(
    STREAMS.advisory,
    ["$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.>", "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.>"],
    RetentionPolicy.Limits,
    168,
    64,
    "old",
  ),
];

const durable = (streamName: string, name: string, filter: string, settings: Partial<DurableSettings> = {}): DurableSettings => ({
  stream: streamName,
  durable: name,
  filter,
  ackWaitMs: 30_000,
  maxAckPending: 256,
  // Without an end: nothing but the database may decide that such a message is lost.
  maxDeliver: -1,
  ...settings,
});

/** Every durable; replicas of a role share one. */
export const DURABLE_SETTINGS: readonly DurableSettings[] = [
  ...BUS_DOMAINS.map((name) =>
    durable(STREAMS.tasks, name, `qm.task.${name}.*.*`, { ackWaitMs: 15_000, maxAckPending: 64, maxDeliver: 20 }),
  ),
  durable(STREAMS.results, "coordinator", "qm.result.*.*.*"),
  durable(STREAMS.plans, "approvals", "qm.plan.*.*"),
  durable(STREAMS.plans, "approvals_execute", "qm.execute.*.*"),
  ...BUS_DOMAINS.map((name) => durable(STREAMS.grants, name, `qm.grant.${name}.*.*`)),
  durable(STREAMS.receipts, "coordinator", "qm.receipt.*.*.*"),
  durable(STREAMS.receipts, "coordinator_decision", "qm.decision.*.*"),
  durable(STREAMS.receipts, "approvals", "qm.receipt.*.*.*"),
  durable(STREAMS.advisory, "coordinator", ""),
];

/** Configuration of a durable as the server takes it. */
export function durableConfig(settings: DurableSettings): Partial<ConsumerConfig> {
  return {
    durable_name: settings.durable,
    ack_policy: "explicit",
    deliver_policy: "all",
    ...(settings.filter === "" ? {} : { filter_subject: settings.filter }),
    ack_wait: settings.ackWaitMs * 1_000_000,
    max_deliver: settings.maxDeliver,
    max_ack_pending: settings.maxAckPending,
    max_waiting: 512,
  };
}
