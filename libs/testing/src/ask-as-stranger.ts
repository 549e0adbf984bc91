import { askRaw } from "./ask-oddly.ts";

/** One question that is asked twice: about something that another tenant has, and about something that nobody has. */
export interface StrangerAsk {
  method: string;
  /** Target with `{}` where the id stands. */
  target: string;
  headers?: Record<string, string>;
  /** Body with `{}` where the id stands. */
  body?: string;
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Every method and a path's usual conditions; `bodies` are what the route takes and what it does not. */
export const asksOf = (path: string, bodies: readonly string[]): StrangerAsk[] =>
  METHODS.flatMap((method): StrangerAsk[] => {
    const target = path.replace(/:\w+|\{\w+\}/, "{}");
    const conditions: Record<string, string>[] = [{}, { "if-match": '"1"' }, { "if-match": "*" }, { "last-event-id": "0" }];
    if (method === "GET") return conditions.map((headers) => ({ method, target, headers }));
    const json = { "content-type": "application/json" };
    // No route takes the other methods: once is enough to see that they tell nothing.
    if (method !== "POST") return [{ method, target, headers: json, body: bodies[0] ?? "" }];
    return conditions.flatMap((headers) => bodies.map((body) => ({ method, target, headers: { ...headers, ...json }, body })));
  });

/**
 * Asks with a token of one tenant about a known id of another and about an unknown one. Gives a line for each question whose two
 * answers differ in more than the id, or that was answered with success.
 */
export async function askAsStranger(
  base: string,
  authorization: string,
  asks: readonly StrangerAsk[],
  ids: { known: string; unknown: string },
): Promise<string[]> {
  const wrong: string[] = [];
  const answerTo = async (ask: StrangerAsk, id: string): Promise<string> => {
    const headers = { authorization, ...ask.headers };
    const { status, contentType, body } = await askRaw(base, {
      method: ask.method,
      target: ask.target.replace("{}", id),
      headers,
      body: ask.body?.replaceAll("{}", id),
    });
    return `${status} ${contentType} ${body.replaceAll(id, "{}")}`;
  };
  for (const ask of asks) {
    const [known, unknown] = [await answerTo(ask, ids.known), await answerTo(ask, ids.unknown)];
    const what = `${ask.method} ${ask.target} ${JSON.stringify(ask.headers ?? {})} ${ask.body ?? ""}`;
    if (known !== unknown) wrong.push(`${what}: ${known.slice(0, 300)} but ${unknown.slice(0, 300)}`);
    if (known.startsWith("2")) wrong.push(`${what}: ${known.slice(0, 300)}`);
  }
  return wrong;
}

interface HostileBody {
  what: string;
  body: string;
}

const NEST = 20_000;

/** Bodies that no ingress may read as anything: strict JSON has one meaning, and a bound. */
const HOSTILE_BODIES: readonly HostileBody[] = [
  { what: "a key twice", body: '{"a":1,"a":2}' },
  { what: "a key twice, once escaped", body: '{"a":1,"\\u0061":2}' },
  { what: "a prototype", body: '{"__proto__":{"approved":true}}' },
  { what: "a prototype below", body: '{"a":[{"__proto__":{"approved":true}}]}' },
  { what: "a constructor", body: '{"constructor":{"prototype":{"approved":true}}}' },
  { what: "a deep list", body: "[".repeat(NEST) + "]".repeat(NEST) },
  { what: "a deep object", body: `${'{"a":'.repeat(NEST)}1${"}".repeat(NEST)}` },
  { what: "half a character", body: '{"a":"\\ud800"}' },
  { what: "no number", body: '{"a":NaN}' },
  { what: "two documents", body: "{}{}" },
  { what: "a megabyte", body: JSON.stringify({ a: "x".repeat(1_100_000) }) },
];

/** Gives a line for each hostile body or header that a route answers with anything but a typed refusal. */
export async function askHostilely(
  base: string,
  authorization: string,
  routes: readonly { method: string; path: string }[],
): Promise<string[]> {
  const wrong: string[] = [];
  const ask = async (route: (typeof routes)[number], what: string, headers: Record<string, string>, body?: string): Promise<void> => {
    const target = route.path.replaceAll(/:\w+|\{\w+\}/g, "x");
    // A refusal may close the connection before all of a large body was sent: that is a bound too.
    const answer = await askRaw(base, { method: route.method, target, headers: { authorization, ...headers }, body }).catch(() => null);
    const isTyped =
      answer === null || (answer.status >= 400 && answer.status < 500 && answer.contentType.startsWith("application/problem+json"));
    if (!isTyped) wrong.push(`${route.method} ${target}, ${what}: ${answer?.status} ${answer?.body.slice(0, 200)}`);
  };
  for (const route of routes) {
    await ask(route, "64 KB of header", { "x-long": "x".repeat(65_536) });
    if (route.method === "GET") continue;
    for (const { what, body } of HOSTILE_BODIES) await ask(route, what, { "content-type": "application/json" }, body);
  }
  return wrong;
}
