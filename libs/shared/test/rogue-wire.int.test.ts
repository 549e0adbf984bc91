import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openRawBus, startNats, type TestNats } from "@quartermaster/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lintBusRoles, subjectsMeet } from "../src/bus/lint-nats-config.ts";
import { rolePermissions } from "../src/bus/role-permissions.ts";
import { busRoles } from "../src/bus/roles.ts";
import { BROKEN_FRAMES, waysOf } from "./rogue/attempts.ts";
import { type Traces, watchBus } from "./rogue/watch-bus.ts";

const ROOT = join(import.meta.dirname, "../../..");
const roles = busRoles();
const ROGUES = ["supply", "x_supply", "a2a"] as const;
const roleOf = (name: string) => roles.find((role) => role.role === name) ?? expect.fail(name);

let nats: TestNats;
beforeAll(async () => {
  nats = await startNats();
});
afterAll(async () => {
  await nats?.stop();
});

interface Row extends Traces {
  as: string;
  way: string;
  tries: number;
}
const rows: Row[] = [];

/** Runs every try on as many connections as it takes: the server closes those that break its rules. */
async function attempt(seed: string, tries: ReturnType<typeof waysOf>[number]["tries"]): Promise<{ subject: string }[]> {
  let bus = await openRawBus(nats.url, seed);
  const received: { subject: string }[] = [];
  const end = () => {
    received.push(...bus.messages);
    bus.close();
  };
  for (const [index, make] of tries.entries()) {
    if (bus.closed) {
      end();
      bus = await openRawBus(nats.url, seed);
    }
    await make(bus);
    if (index % 200 === 199) await bus.handled();
  }
  await bus.handled();
  end();
  return received;
}

describe.each(ROGUES)("the key of %s", (name) => {
  const role = roleOf(name);
  const seed = () => nats.seeds[name] ?? "";
  const own = rolePermissions(role, roles);
  const isOwn = (patterns: readonly string[]) => (subject: string) => patterns.some((pattern) => subjectsMeet(pattern, subject));

  it("stores nothing outside its own subjects, reaches nobody whom it may not reach, and changes no stream", {
    timeout: 180_000,
  }, async () => {
    const watch = await watchBus(nats, roles, role);
    try {
      const before = await watch.topology();
      for (const way of waysOf(role, roles)) {
        await watch.begin();
        const traces = await watch.traces(await attempt(seed(), way.tries));
        // What a newer server says of a message that its own reader ended is not the reader's to write.
        const stored = traces.stored.filter((subject) => !isEndOfOwn(name, subject));
        rows.push({ as: name, way: way.name, tries: way.tries.length, ...traces, stored });
        expect(
          stored.filter((subject) => !isOwn(role.stores)(subject)),
          way.name,
        ).toEqual([]);
        expect(
          traces.received.filter((subject) => !isOwn(own.subscribe)(subject) && !subject.startsWith("qm.")),
          way.name,
        ).toEqual([]);
        expect(
          traces.heard.map((line) => line.split(" ")[2] ?? "").filter((subject) => !isOwn(own.publish)(subject)),
          way.name,
        ).toEqual([]);
        expect(await watch.topology()).toBe(before);
      }
    } finally {
      await watch.close();
    }
  });

  it("breaks nothing with frames that no client sends", { timeout: 120_000 }, async () => {
    const watch = await watchBus(nats, roles, role);
    try {
      const before = await watch.topology();
      await watch.begin();
      for (const frame of BROKEN_FRAMES) {
        const bus = await openRawBus(nats.url, seed());
        bus.send(Buffer.from(frame.replaceAll("OWN", named(own.publish[0] ?? "qm.a2a.supply.rpc")), "latin1"));
        // A frame that asks for more bytes than came keeps the parser waiting: what it waits for is the PING.
        bus.send("PING\r\n".repeat(50));
        bus.close();
      }
      const traces = await watch.traces([]);
      rows.push({ as: name, way: "frames that break the protocol or belong to servers", tries: BROKEN_FRAMES.length, ...traces });
      expect(traces.stored.filter((subject) => !isOwn(role.stores)(subject))).toEqual([]);
      expect(await watch.topology()).toBe(before);
    } finally {
      await watch.close();
    }
  });
});

const named = (pattern: string): string => pattern.replaceAll("*", "r0");
/** What the server itself says when a role ends a message of its own durable. */
const isEndOfOwn = (name: string, subject: string): boolean =>
  roleOf(name).pulls.some(({ stream, durable }) => subject === `$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.${stream}.${durable}`);

const cell = (items: readonly string[]): string => (items.length === 0 ? "nothing" : items.map((item) => `\`${item}\``).join(", "));

it("is told in docs/security.md, try by try", () => {
  expect(lintBusRoles(roles)).toEqual([]);
  const table = [
    "| key of | way | tries | stored | heard by others |",
    "|---|---|---|---|---|",
    ...rows.map((row) => `| \`${row.as}\` | ${row.way} | ${row.tries} | ${cell(row.stored)} | ${cell(row.heard)} |`),
  ].join("\n");
  mkdirSync(join(ROOT, "test-results"), { recursive: true });
  writeFileSync(join(ROOT, "test-results/rogue-wire.md"), `${table}\n`);
  const doc = readFileSync(join(ROOT, "docs/security.md"), "utf8");
  const told = /<!-- rogue-wire: begin -->\n([\s\S]*?)\n<!-- rogue-wire: end -->/.exec(doc)?.[1];
  // The run writes what it found to test-results/rogue-wire.md; that text belongs between the two marks.
  expect(told).toBe(table);
});
