import { type IncomingMessage, request } from "node:http";

/** A route as the sweep asks it. Path parameters stand in braces. */
export interface OddRoute {
  method: "GET" | "POST";
  path: string;
  /** Names of the query parameters that it knows. */
  query: readonly string[];
  /** A body that the route takes; a POST without one is sent empty. */
  body?: unknown;
}

export interface OddAnswer {
  status: number;
  contentType: string;
  body: string;
  /** Seconds that a caller above the rate is told to wait; 0 without such a word. */
  retryAfter: number;
}

const asCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const NUL = String.fromCharCode(0);
const AN_ID = `req_${"0".repeat(26)}`;

/** Values as they stand in an address, encoded or deliberately not: what people mistype, and what databases and parsers choke on. */
export const ODD_VALUES: readonly string[] = [
  ..."%00 a%00b %E0%A4 % %zz %ED%A0%80 .. %2e%2e ..%2f..%2fhealthz a%2Fb %2F %5C..%5C %0d%0aa:b".split(" "),
  ..."0x10 1e2 %205 5%20 +5 -1 0 1.5 99999999999999999999 9007199254740993 NaN Infinity null true undefined [] {} ' %22 !!!!".split(" "),
  ..."0000-01-01T00:00:00Z -000001-01-01T00:00:00Z 294277-01-01T00:00:00Z 9999-12-31T23:59:59.999Z 2026-02-30T00:00:00Z 30q 1h -5s".split(
    " ",
  ),
  ..."'%20or%201=1-- %F0%9F%98%80 __proto__ constructor".split(" "),
  "",
  "x".repeat(190),
  "x".repeat(5_000),
  ...[
    [],
    null,
    { a: 1 },
    [1, 2, 3],
    ["2026-01-01T00:00:00.000Z", `a${NUL}b`],
    ["0000-01-01T00:00:00.000Z", AN_ID],
    ["9999-12-31T23:59:59Z", AN_ID],
    [3_000_000_000, "2026-01-01T00:00:00.000Z", AN_ID],
    [1, "0000-01-01T00:00:00.000Z", AN_ID],
    [1, "2026-01-01T00:00:00.000Z", NUL],
    [1.5, "2026-01-01T00:00:00.000Z", AN_ID],
  ].map(asCursor),
];

/** Sends a request with its target exactly as given; a stream is left after its first bytes. */
export function askRaw(
  base: string,
  ask: { method: string; target: string; headers?: Record<string, string>; body?: string | undefined },
): Promise<OddAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const answer = (response: IncomingMessage): void => {
      const head = {
        status: response.statusCode ?? 0,
        contentType: response.headers["content-type"] ?? "",
        retryAfter: Number(response.headers["retry-after"] ?? 0),
      };
      if (head.contentType.startsWith("text/event-stream")) {
        response.destroy();
        resolve({ ...head, body: "" });
        return;
      }
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        body += chunk;
      });
      response.once("end", () => resolve({ ...head, body }));
      response.once("error", reject);
    };
    const length = ask.body === undefined ? {} : { "content-length": Buffer.byteLength(ask.body) };
    const headers = { ...ask.headers, ...length };
    const sent = request({ hostname, port, method: ask.method, path: ask.target, headers, timeout: 20_000 }, answer);
    sent.once("timeout", () => sent.destroy(new Error(`no answer to ${ask.method} ${ask.target}`)));
    sent.once("error", reject);
    sent.end(ask.body);
  });
}

/** Every target of a route with one odd value in one place, and what the answer must name, if it must be refused. */
function* targetsOf(route: OddRoute): Generator<{ target: string; names?: string }> {
  const plain = route.path.replaceAll(/\{\w+\}/g, AN_ID);
  for (const [parameter] of route.path.matchAll(/\{\w+\}/g))
    for (const value of ODD_VALUES) yield { target: route.path.replace(parameter, value).replaceAll(/\{\w+\}/g, AN_ID) };
  for (const name of route.query) {
    for (const value of ODD_VALUES) yield { target: `${plain}?${name}=${value}` };
    yield { target: `${plain}?${name}=a&${name}=b` };
  }
  yield { target: `${plain}?nosuch=1`, names: "nosuch" };
  yield { target: `${plain}?nosuch=%E0%A4`, names: "nosuch" };
}

const MOST_TURNS = 10;

/** Asks as often as the service says that it was asked too fast, each time after the wait that it names. */
async function askInTurn(base: string, ask: Parameters<typeof askRaw>[1]): Promise<OddAnswer> {
  for (let turn = 1; ; turn++) {
    const answer = await askRaw(base, ask);
    if (answer.status !== 429 || turn === MOST_TURNS) return answer;
    await new Promise((resolve) => setTimeout(resolve, answer.retryAfter * 1_000));
  }
}

/**
 * Asks every route with odd values in every parameter. Gives one line for each answer that no caller should get: a 5xx, no
 * answer but "too fast" however often it waits, a refusal that is no problem document, or one that does not name a parameter which is not known.
 */
export async function askOddly(base: string, authorization: string, routes: readonly OddRoute[]): Promise<string[]> {
  const wrong: string[] = [];
  const asks = routes.flatMap((route) => [...targetsOf(route)].map((one) => ({ route, ...one })));
  const worker = async (): Promise<void> => {
    for (let next = asks.pop(); next !== undefined; next = asks.pop()) {
      const { route, target, names } = next;
      const body = route.body === undefined ? undefined : JSON.stringify(route.body);
      const headers = { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) };
      const answer = await askInTurn(base, { method: route.method, target, headers, body });
      const isProblem = answer.contentType.startsWith("application/problem+json");
      const isNamed = names === undefined || (answer.status === 400 && answer.body.includes(`querystring:/${names}`));
      if (answer.status >= 500 || answer.status === 429 || (answer.status >= 400 && !isProblem) || !isNamed)
        wrong.push(`${route.method} ${target.slice(0, 200)}: ${answer.status} ${answer.contentType} ${answer.body.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return wrong;
}
