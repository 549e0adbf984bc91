import { type RawBus, until } from "@quartermaster/testing";
import { nextSubject, rolePermissions } from "../../src/bus/role-permissions.ts";
import type { BusRole } from "../../src/bus/roles.ts";
import { DURABLE_SETTINGS, STREAM_SETTINGS } from "../../src/bus/topology.ts";

/** One way of the wire, with every try that it makes. */
export interface Way {
  name: string;
  tries: readonly ((bus: RawBus) => void | Promise<void>)[];
}

/** A subject of a pattern. */
const named = (pattern: string): string =>
  pattern
    .split(".")
    .map((token) => (token === "*" ? "r0" : token === ">" ? "r1.r2.r3" : token))
    .join(".");

/** Every subject that the table names, for anybody. */
export const tableSubjects = (roles: readonly BusRole[]): string[] => [
  ...new Set(
    roles.flatMap((role) => {
      const { publish, subscribe } = rolePermissions(role, roles);
      return [...publish, ...subscribe].map(named);
    }),
  ),
];

const STREAM_VERBS = "CREATE UPDATE DELETE PURGE INFO MSG.GET MSG.DELETE SNAPSHOT RESTORE PEER.REMOVE LEADER.STEPDOWN".split(" ");
const CONSUMER_VERBS = "CREATE DURABLE.CREATE DELETE INFO MSG.NEXT PAUSE RESET UNPIN LEADER.STEPDOWN".split(" ");

/** The whole API of the streams, by the name that the server knows and by the one that roles use. */
const apiSubjects: readonly string[] = ["$JS.API", "qmjs"].flatMap((prefix) => [
  ...["INFO", "STREAM.NAMES", "STREAM.LIST", "STREAM.TEMPLATE.NAMES", "ACCOUNT.PURGE.BUS", "SERVER.REMOVE", "META.LEADER.STEPDOWN"].map(
    (verb) => `${prefix}.${verb}`,
  ),
  ...STREAM_SETTINGS.flatMap(({ name }) => [
    ...STREAM_VERBS.map((verb) => `${prefix}.STREAM.${verb}.${name}`),
    ...["NAMES", "LIST"].map((verb) => `${prefix}.CONSUMER.${verb}.${name}`),
    `${prefix}.CONSUMER.CREATE.${name}.rogue.qm.>`,
    `${prefix}.DIRECT.GET.${name}`,
    `${prefix}.STREAM.CREATE.ROGUE`,
  ]),
  ...DURABLE_SETTINGS.flatMap(({ stream, durable }) => CONSUMER_VERBS.map((verb) => `${prefix}.CONSUMER.${verb}.${stream}.${durable}`)),
]);

const OUTSIDE = [
  "foo",
  "qm",
  "qm.other.r0",
  "qm.grant",
  "QM.GRANT.supply.demo.r0",
  "$SYS.REQ.SERVER.PING",
  "$SYS.REQ.ACCOUNT.BUS.CONNZ",
  "$SYS.REQ.USER.INFO",
  "$SYS.ACCOUNT.BUS.CONNECT",
  "$KV.QM_CARDS.transit",
  "$SRV.PING",
  "$GR.r0",
  "$MQTT.sess.r0",
  "_INBOX.r0",
  "_R_.r0",
  "_R_.r0.r1",
  "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.QM_GRANTS.supply",
  "$JS.EVENT.ADVISORY.CONSUMER.MSG_TERMINATED.QM_GRANTS.supply",
  "$JS.SNAPSHOT.RESTORE.QM_GRANTS.r0",
  "$JS.M.r0",
  "$JS.FC.QM_GRANTS.supply.r0",
];

/** Headers that a stream or a consumer gives a meaning to. */
const HEADERS = [
  "Nats-Msg-Id: shared-by-all",
  "Nats-Expected-Stream: QM_GRANTS",
  "Nats-Expected-Last-Sequence: 0",
  "Nats-Expected-Last-Subject-Sequence: 0",
  "Nats-Expected-Last-Subject-Sequence-Subject: qm.grant.supply.demo.r0",
  "Nats-Expected-Last-Msg-Id: none",
  "Nats-Rollup: all",
  "Nats-Rollup: sub",
  "Nats-TTL: never",
  "Nats-Schedule: @at 2020-01-01T00:00:00Z",
  "Nats-Schedule: @every 1s\r\nNats-Schedule-Target: qm.grant.supply.demo.r0",
  "Nats-Batch-Id: r0\r\nNats-Batch-Sequence: 1\r\nNats-Batch-Commit: 1",
  "Nats-Incr: +1",
  "Nats-Subject: qm.grant.supply.demo.r0\r\nNats-Stream: QM_GRANTS\r\nNats-Sequence: 1",
  "Nats-Stream-Source: QM_GRANTS 1",
  "KV-Operation: PURGE",
  "Nats-Request-Info: {}\r\nNats-Service-Error: forged",
  "Status: 503",
];

/** Bodies that the API or an acknowledgement reads. */
const CONTROL_BODIES = [
  "",
  "+ACK",
  "-NAK",
  "+WPI",
  "+TERM forged",
  '+NXT {"batch":100,"expires":1000000000}',
  '{"batch":100,"expires":1000000000,"no_wait":true}',
  '{"name":"QM_GRANTS","subjects":["qm.>"],"max_msgs":1}',
  '{"stream_name":"QM_GRANTS","config":{"durable_name":"rogue","ack_policy":"none","deliver_subject":"qm.result.supply.demo.r0"}}',
];

const FORGED = '{"forged":true}';

/** Subjects near the ones that the role may store: more, fewer and odd tokens, wildcards as names. */
const nearby = (pattern: string): string[] => {
  const own = named(pattern);
  const head = pattern.split(".*")[0] ?? pattern;
  return [
    pattern,
    `${head}.>`,
    `${own}.more`,
    head,
    `${head}..r0`,
    `.${own}`,
    `${own}.`,
    `${head}.*.r0`,
    `${head}.\u0001.r0`,
    `${head}.ü.r0`,
  ];
};

/** Takes a message of its own that waits, and answers it with every word of an acknowledgement and a reply subject. */
const acknowledge = (role: BusRole, reply: string, body: string) => async (bus: RawBus) => {
  const [pulled] = role.pulls;
  if (!pulled) return;
  const seen = bus.messages.length;
  const inbox = `_INBOX_${role.role}.pull`;
  if (!subscribed.has(bus)) bus.subscribe(inbox);
  subscribed.add(bus);
  bus.publish(`qmjs.${nextSubject(pulled)}`, '{"batch":1,"expires":2000000000}', { reply: inbox });
  const isTask = (message: { reply: string | undefined }) => message.reply?.startsWith("$JS.ACK.") === true;
  const { reply: ack } = await until(() => bus.messages.slice(seen).find(isTask), { what: "a message of its own" });
  bus.publish(ack ?? "", body, { reply });
};
const subscribed = new WeakSet<RawBus>();

/** Everything that a role's key is tried for on the wire, except frames that no client would send. */
export function waysOf(role: BusRole, roles: readonly BusRole[]): Way[] {
  const { publish } = rolePermissions(role, roles);
  const own = publish.map(named);
  const targets = [...new Set([...tableSubjects(roles), ...OUTSIDE])];
  const foreign = targets.filter((subject) => !own.includes(subject));
  const ways: Way[] = [
    // First: what other ways ask of the role's own durable would take its messages away.
    {
      name: "as the reply subject of acknowledgements of its own messages",
      tries: [
        "qm.grant.supply.demo.r0",
        "qm.task.transit.demo.r0",
        "qm.result.transit.demo.r0",
        "qm.decision.demo.r0",
        "_INBOX_coordinator.r0",
      ].flatMap((reply) =>
        role.pulls.length === 0
          ? []
          : ["+ACK", "+NXT", '+NXT {"batch":1}', "-NAK", "+WPI", "+TERM forged"].map((body) => acknowledge(role, reply, body)),
      ),
    },
    {
      name: "published directly, to every subject of the table",
      tries: tableSubjects(roles).map((to) => (bus) => bus.publish(to, FORGED)),
    },
    { name: "published directly, to subjects outside the table", tries: OUTSIDE.map((to) => (bus) => bus.publish(to, FORGED)) },
    {
      name: "odd subjects beside its own",
      tries: role.stores.flatMap(nearby).map((to) => (bus) => bus.publish(to, FORGED)),
    },
    {
      name: "as the reply subject of what it may publish",
      tries: own.flatMap((from) =>
        foreign.flatMap((reply) => CONTROL_BODIES.slice(0, 7).map((body) => (bus: RawBus) => bus.publish(from, body, { reply }))),
      ),
    },
    {
      name: "the streams' API, with every body",
      tries: apiSubjects.flatMap((to) =>
        CONTROL_BODIES.map((body) => (bus: RawBus) => bus.publish(to, body, { reply: `_INBOX_${role.role}.r0` })),
      ),
    },
    {
      name: "headers that streams act on",
      tries: [...own, "qm.grant.supply.demo.r0"].flatMap((to) =>
        HEADERS.map((headers) => (bus: RawBus) => bus.publish(to, FORGED, { headers })),
      ),
    },
    {
      name: "subscriptions to everything",
      tries: [">", "*", "*.>", "qm.>", "$JS.>", "$SYS.>", "_INBOX.>", "_R_.>", ...targets].map(
        (subject) => (bus: RawBus) => bus.subscribe(subject),
      ),
    },
  ];
  return ways.filter((way) => way.tries.length > 0);
}

/** Frames that break the protocol or belong to servers; `OWN` stands for a subject that the user may publish. */
export const BROKEN_FRAMES: readonly string[] = [
  "PUB OWN -1\r\nx\r\n",
  "PUB OWN 99999999999\r\n",
  "PUB OWN 2147483648\r\nx\r\n",
  "PUB OWN 1e3\r\nx\r\n",
  "PUB OWN 0x1\r\nx\r\n",
  "PUB OWN\r\nx\r\n",
  "PUB\r\n",
  "PUB OWN qm.grant.supply.demo.r0 qm.grant.transit.demo.r0 1\r\nx\r\n",
  "PUB OWN 1\r\nxPUB qm.grant.supply.demo.r0 1\r\nx\r\n",
  "PUB OWN 1\r\nx\nPUB qm.grant.supply.demo.r0 1\r\nx\r\n",
  "PUB OWN\u0000qm.grant.supply.demo.r0 1\r\nx\r\n",
  "PUB OWN\tqm.grant.supply.demo.r0\t1\r\nx\r\n",
  "HPUB OWN 5 2\r\nNATS/1.0\r\n\r\nx\r\n",
  "HPUB OWN -1 2\r\nx\r\n",
  "HPUB OWN 12 12\r\nNATS/9.9\r\n\r\n\r\n",
  "HPUB OWN 12 13\r\nNATS/1.0\r\n\r\nx\r\n",
  "HPUB OWN 4 5\r\nabcdx\r\n",
  "HPUB OWN qm.grant.supply.demo.r0 99999999 99999999\r\n",
  "SUB\r\n",
  "SUB > > > 1\r\n",
  "SUB qm.grant.supply.* q 1\r\n",
  "UNSUB 99999999999999999999\r\n",
  "MSG qm.grant.supply.demo.r0 1 1\r\nx\r\n",
  "HMSG qm.grant.supply.demo.r0 1 12 13\r\nNATS/1.0\r\n\r\nx\r\n",
  "RMSG BUS qm.grant.supply.demo.r0 1\r\nx\r\n",
  "LMSG qm.grant.supply.demo.r0 1\r\nx\r\n",
  "RS+ BUS qm.grant.>\r\n",
  "LS+ qm.grant.>\r\n",
  "A+ BUS\r\n",
  "A- BUS\r\n",
  'INFO {"server_id":"rogue","cluster":"rogue","connect_urls":["127.0.0.1:1"]}\r\n',
  'CONNECT {"account":"BUS","new_account":true,"verbose":false}\r\n',
  'CONNECT {"nkey":"UAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA","sig":"","verbose":false}\r\n',
  'CONNECT {"user":"bootstrap","pass":"","jwt":"x"}\r\n',
  "CONNECT {\r\n",
  "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
  `${"A".repeat(10_000)}\r\n`,
  `PUB ${"a.".repeat(3_000)}a 1\r\nx\r\n`,
  `PUB OWN ${"a.".repeat(1_500)}a 1\r\nx\r\n`,
  "\u0000\u0001\u0002\u0003\r\n",
  "PING\r\n".repeat(1_000),
  "+OK\r\n-ERR 'x'\r\nPONG\r\n",
];
