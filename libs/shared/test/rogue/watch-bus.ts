import { randomUUID } from "node:crypto";
import { jetstreamManager } from "@nats-io/jetstream";
import { openRawBus, quietLog, type RawBus, type TestNats } from "@quartermaster/testing";
import { subjectsMeet } from "../../src/bus/lint-nats-config.ts";
import { openConnection } from "../../src/bus/open-connection.ts";
import { rolePermissions } from "../../src/bus/role-permissions.ts";
import type { BusRole } from "../../src/bus/roles.ts";
import { STREAM_SETTINGS } from "../../src/bus/topology.ts";

/** What a way left behind. */
export interface Traces {
  /** Stored subjects, as patterns of the role that tried where they are its own. */
  stored: string[];
  /** `role hears pattern`, for every other role. */
  heard: string[];
  /** What came to the one that tried. */
  received: string[];
}

/** Subjects of the messages that the right roles store, to know that everything before them has been stored. */
const MARKERS: Record<string, readonly string[]> = {
  coordinator: ["qm.task.supply.mark.r0", "qm.task.transit.mark.r0", "qm.plan.mark.r0", "qm.execute.mark.r0"],
  approvals: ["qm.grant.supply.mark.r0", "qm.grant.transit.mark.r0", "qm.decision.mark.r0"],
  transit: ["qm.result.transit.mark.r0", "qm.event.transit.mark.r0"],
  x_transit: ["qm.receipt.transit.mark.r0"],
};
const isMarker = (subject: string): boolean => Object.values(MARKERS).some((subjects) => subjects.includes(subject));

/** Answers to the right roles' own requests; tries aim at inboxes that end in `r0` or stand for any. */
const isOwnAnswer = (subject: string): boolean => /^_INBOX_\w+\.[A-Z0-9]{22}\./.test(subject);

/** A subject by the pattern of the table that it belongs to, else as it is. */
const asPattern = (subject: string, patterns: readonly string[]): string =>
  patterns.find((pattern) => subjectsMeet(pattern, subject.replaceAll(/[*>]/g, "x"))) ?? subject;

/** Looks at streams from inside and at every other role's subscriptions from outside. */
export async function watchBus(nats: TestNats, roles: readonly BusRole[], rogue: BusRole) {
  const inside = await openConnection({
    url: nats.url,
    name: "bootstrap",
    nkeySeed: nats.seeds.bootstrap ?? "",
    inboxPrefix: "_INBOX_bootstrap",
    log: quietLog(),
  });
  const jsm = await jetstreamManager(inside, { checkAPI: false });
  const own = rolePermissions(rogue, roles).publish;
  const hearers: { role: string; bus: RawBus }[] = [];
  for (const role of roles.filter((candidate) => candidate.role !== rogue.role)) {
    const bus = await openRawBus(nats.url, nats.seeds[role.role] ?? "");
    for (const subject of rolePermissions(role, roles).subscribe) bus.subscribe(subject);
    await bus.handled();
    hearers.push({ role: role.role, bus });
  }
  const honest = Object.fromEntries(await Promise.all(Object.keys(MARKERS).map(async (role) => [role, await nats.bus(role)] as const)));
  // Streams remember ids longer than a watch lasts.
  const run = randomUUID();
  let marks = 0;
  const mark = async (): Promise<void> => {
    marks++;
    for (const [role, subjects] of Object.entries(MARKERS))
      for (const subject of subjects) await honest[role]?.publish(subject, "{}", { msgId: `mark-${run}-${subject}-${marks}` });
  };
  return {
    /** Empties the streams, then puts messages into all of them. */
    async begin(): Promise<void> {
      for (const { name } of STREAM_SETTINGS) await jsm.streams.purge(name);
      for (let count = 0; count < 120; count++) {
        await honest.coordinator?.publish("qm.task.supply.mark.r0", "{}", { msgId: `bait-${run}-${++marks}` });
        await honest.approvals?.publish("qm.grant.supply.mark.r0", "{}", { msgId: `bait-${run}-${++marks}` });
      }
    },
    /** Names, settings and durables of all streams, as text. */
    async topology(): Promise<string> {
      const found: unknown[] = [];
      for await (const stream of jsm.streams.list()) {
        const durables: unknown[] = [];
        for await (const consumer of jsm.consumers.list(stream.config.name)) durables.push([consumer.name, consumer.config]);
        found.push([stream.config, durables]);
      }
      return JSON.stringify(found, null, 1);
    },
    /** @param received what the one that tried has received. */
    async traces(received: readonly { subject: string }[]): Promise<Traces> {
      await mark();
      const stored = new Set<string>();
      for (const { name } of STREAM_SETTINGS) {
        const info = await jsm.streams.info(name, { subjects_filter: ">" });
        for (const subject of Object.keys(info.state.subjects ?? {})) if (!isMarker(subject)) stored.add(asPattern(subject, own));
      }
      const heard = new Set<string>();
      for (const { role, bus } of hearers) {
        await bus.handled();
        if (bus.closed) throw new Error(`the connection of ${role} was closed: ${bus.errors.join("; ")}`);
        for (const { subject } of bus.messages)
          if (!isMarker(subject) && !isOwnAnswer(subject)) heard.add(`${role} hears ${asPattern(subject, own)}`);
        (bus.messages as unknown[]).length = 0;
      }
      return {
        stored: [...stored].sort(),
        heard: [...heard].sort(),
        received: [...new Set(received.map(({ subject }) => subject))].sort(),
      };
    },
    async close(): Promise<void> {
      for (const { bus } of hearers) bus.close();
      await inside.close();
    },
  };
}
